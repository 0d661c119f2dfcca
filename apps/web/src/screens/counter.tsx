import { Button } from '@mantine/core';
import { counterDay } from '@suanpan/contract/endpoints/manual-collections';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { useCallback, useState } from 'react';
import { ListPage } from '../kit/list-page.tsx';
import { Instant, WholeTimes } from '../kit/instant.tsx';
import { Money } from '../kit/money.tsx';
import { StatTiles } from '../kit/stat-tiles.tsx';
import { call } from '../lib/api.ts';
import { useScreenPlace } from '../lib/screen-search.ts';
import { useWords } from '../lib/use-words.ts';
import styles from '../parts/by-hand/by-hand.module.css';
import type { MadeOrder } from '../parts/by-hand/draft.ts';
import { MadeOrderPanel } from '../parts/by-hand/made-order.tsx';
import { methodChoices, methodsIn } from '../parts/by-hand/order-fields.tsx';
import { OrderForm, PayerNameField } from '../parts/by-hand/order-form.tsx';
import { PaymentTag } from '../parts/by-hand/payment-tag.tsx';

const dayEveryMs = 15_000;
const fields = ['channel_alias', 'real_name'];

/** A cashier and a payer who stands before him: the amount, the code to scan, paid or not, and what the day came to. */
export function Counter() {
  const t = useWords('counter');
  const { title } = useScreenPlace();
  const client = useQueryClient();
  const [shown, setShown] = useState<MadeOrder | null>(null);
  // A form for each order: what is being typed stays while one of the others is looked at.
  const [formNo, setFormNo] = useState(1);
  const readDay = useCallback(() => void client.invalidateQueries({ queryKey: [counterDay.path] }), [client]);
  const { data: day } = useQuery({
    queryKey: [counterDay.path],
    queryFn: ({ signal }) => call(counterDay, {}, { signal, background: true }),
    refetchInterval: dayEveryMs,
  });
  const show = (order: MadeOrder | null): void => {
    setShown(order);
    if (order === null) setFormNo((before) => before + 1);
  };
  return (
    <ListPage title={title}>
      <div className={styles.page}>
        <Today day={day} />
        <CounterForm
          key={formNo}
          onMade={(made) => {
            setShown(made);
            setFormNo((before) => before + 1);
            readDay();
          }}
        />
        {shown === null ? (
          <p className={styles.empty}>{t('emptyCounter')}</p>
        ) : (
          <MadeOrderPanel key={shown.id} made={shown} onAnother={() => show(null)} onEnd={readDay} />
        )}
        <TodaysOrders orders={day?.orders ?? []} shownId={shown?.id} onShow={show} />
      </div>
    </ListPage>
  );
}

type Day = OutputOf<typeof counterDay>;

function Today({ day }: { day: Day | undefined }) {
  const t = useWords('counter');
  return (
    <section className={styles.day} aria-label={t('today')}>
      {day?.by_currency.length === 0 ? (
        <p className={styles.quiet}>{t('nothingToday')}</p>
      ) : (
        <StatTiles
          isLoading={day === undefined}
          tiles={(day?.by_currency ?? []).map(({ count, currency, paid, sum }) => ({
            key: currency,
            label: t('todayOf', { currency }),
            value: <Money value={sum} />,
            note: t('todayNote', { paid, count }),
          }))}
        />
      )}
    </section>
  );
}

interface TodaysOrdersProps {
  readonly orders: Day['orders'];
  readonly shownId: string | undefined;
  readonly onShow: (order: MadeOrder) => void;
}

/** The orders of this cashier: one whose payer comes back is shown again, with its code or its receipt. */
function TodaysOrders({ onShow, orders, shownId }: TodaysOrdersProps) {
  const t = useWords('counter');
  if (orders.length === 0) return null;
  return (
    <section className={styles.day}>
      <table className={styles.orders}>
        <caption>{t('todaysOrders')}</caption>
        <thead>
          <tr>
            <th>{t('madeAt')}</th>
            <th className="num">{t('amount')}</th>
            <th>{t('state')}</th>
            <th>{t('order')}</th>
            <th aria-label={t('show')} />
          </tr>
        </thead>
        <WholeTimes value={false}>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id} aria-current={order.id === shownId || undefined}>
                <td>
                  <Instant at={order.created_at} />
                </td>
                <td className="num">
                  <Money value={order.order_amount} currency={order.currency} />
                </td>
                <td>
                  <PaymentTag status={order.status} />
                </td>
                <td className="num">{order.order_no}</td>
                <td>
                  <Button size="compact-sm" variant="default" onClick={() => onShow(order)}>
                    {t('show')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </WholeTimes>
      </table>
    </section>
  );
}

function CounterForm({ onMade }: { onMade: (made: MadeOrder) => void }) {
  const t = useWords('counter');
  return (
    <OrderForm place="counter" fields={fields} submit={t('makeAndShow')} isLarge onMade={onMade}>
      {(entry) => (
        <>
          <fieldset className={styles.methods}>
            <legend>{t('method')}</legend>
            {methodChoices(t, methodsIn(entry.known, entry.draft.currency)).map(({ label, value }) => (
              <label key={value}>
                <input
                  type="radio"
                  name="channel_alias"
                  checked={entry.draft.method === value}
                  onChange={() => entry.change({ method: value })}
                />
                {label}
              </label>
            ))}
          </fieldset>
          {entry.needsName && <PayerNameField {...entry} />}
        </>
      )}
    </OrderForm>
  );
}
