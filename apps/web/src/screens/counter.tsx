import { counterDay } from '@suanpan/contract/endpoints/manual-collections';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ListPage } from '../kit/list-page.tsx';
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

const dayEveryMs = 15_000;
const fields = ['channel_alias', 'real_name'];

/** A cashier and a payer who stands before him: the amount, the code to scan, paid or not, and what the day came to. */
export function Counter() {
  const t = useWords('counter');
  const { title } = useScreenPlace();
  const client = useQueryClient();
  const [made, setMade] = useState<MadeOrder | null>(null);
  const readDay = useCallback(() => void client.invalidateQueries({ queryKey: [counterDay.path] }), [client]);
  return (
    <ListPage title={title}>
      <div className={styles.page}>
        <Today />
        <CounterForm
          key={made?.id ?? ''}
          onMade={(next) => {
            setMade(next);
            readDay();
          }}
        />
        {made === null ? (
          <p className={styles.empty}>{t('emptyCounter')}</p>
        ) : (
          <MadeOrderPanel made={made} onAnother={() => setMade(null)} onEnd={readDay} />
        )}
      </div>
    </ListPage>
  );
}

function Today() {
  const t = useWords('counter');
  const { data } = useQuery({
    queryKey: [counterDay.path],
    queryFn: ({ signal }) => call(counterDay, {}, { signal, background: true }),
    refetchInterval: dayEveryMs,
  });
  return (
    <section className={styles.day} aria-label={t('today')}>
      {data?.by_currency.length === 0 ? (
        <p className={styles.quiet}>{t('nothingToday')}</p>
      ) : (
        <StatTiles
          isLoading={data === undefined}
          tiles={(data?.by_currency ?? []).map(({ count, currency, paid, sum }) => ({
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
