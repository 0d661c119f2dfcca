import '../theme/form-styles.ts';
import { Button, TextInput } from '@mantine/core';
import { counterDay } from '@suanpan/contract/endpoints/manual-collections';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ListPage } from '../kit/list-page.tsx';
import { Money } from '../kit/money.tsx';
import { StatTiles } from '../kit/stat-tiles.tsx';
import { call } from '../lib/api.ts';
import { saidElsewhere } from '../lib/call-fault.ts';
import { useSelf } from '../lib/own-user.ts';
import { useScreenPlace } from '../lib/screen-search.ts';
import { useSending } from '../lib/use-sending.ts';
import { useWords } from '../lib/use-words.ts';
import styles from '../parts/by-hand/by-hand.module.css';
import { emptyDraft, makeOrder, type Draft, type MadeOrder } from '../parts/by-hand/draft.ts';
import { MadeOrderPanel } from '../parts/by-hand/made-order.tsx';
import {
  AmountFields,
  MerchantField,
  methodChoices,
  methodOf,
  methodsIn,
} from '../parts/by-hand/order-fields.tsx';
import { useIsMerchant, useMethods } from '../parts/by-hand/use-methods.ts';

const dayEveryMs = 15_000;
const shownFields = ['customer_id', 'amount', 'currency', 'channel_alias', 'real_name'];

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
  const isMerchant = useIsMerchant();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState<Draft>(emptyDraft(useSelf().currency));
  const { errorOf, fault, isBusy, send } = useSending();
  const { data: known } = useMethods('counter', draft.customerId, false);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const elsewhere = fault && saidElsewhere(fault, shownFields);
  const needsName = methodOf(known, draft)?.needs_name === true;
  const isReady =
    (isMerchant || draft.customerId !== '') &&
    Number(draft.amount) > 0 &&
    (!needsName || draft.realName.trim() !== '');
  const choices = methodChoices(t, methodsIn(known, draft.currency));
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy)
          void send(async () => onMade(await makeOrder('counter', draft, idempotencyKey)));
      }}
    >
      {!isMerchant && (
        <MerchantField
          onPick={(customerId) => change({ customerId, method: '' })}
          error={errorOf('customer_id')}
        />
      )}
      <AmountFields draft={draft} known={known} onChange={change} errorOf={errorOf} isLarge />
      <fieldset className={styles.methods}>
        <legend>{t('method')}</legend>
        {choices.map(({ label, value }) => (
          <label key={value}>
            <input
              type="radio"
              name="channel_alias"
              checked={draft.method === value}
              onChange={() => change({ method: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {needsName && (
        <TextInput
          label={t('realName')}
          value={draft.realName}
          maxLength={64}
          onChange={(event) => change({ realName: event.currentTarget.value })}
          error={errorOf('real_name')}
          required
          autoComplete="off"
        />
      )}
      {elsewhere !== null && (
        <p role="alert" className={styles.fault}>
          {elsewhere}
        </p>
      )}
      <Button type="submit" size="lg" loading={isBusy} disabled={!isReady}>
        {t('makeAndShow')}
      </Button>
    </form>
  );
}
