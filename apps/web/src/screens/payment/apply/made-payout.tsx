import { Button } from '@mantine/core';
import { livePayouts, type PayoutListRow } from '@suanpan/contract/endpoints/payouts';
import { useQuery } from '@tanstack/react-query';
import { Copy } from '../../../kit/copy.tsx';
import { Money } from '../../../kit/money.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { stageOf, tagOf } from '../../../parts/payout/status.tsx';
import styles from './apply.module.css';

const lookAgainMs = 3_000;

interface MadePayoutProps {
  /** As it was submitted. */
  readonly made: PayoutListRow;
  readonly onAnother: () => void;
}

/** The payout that was just submitted, and for what it waits, until it is over. */
export function MadePayout({ made: submitted, onAnother }: MadePayoutProps) {
  const t = useWords('payment');
  const p = useWords('payouts');
  const statuses = useWords('statuses');
  const may = useMay();
  const { data } = useQuery({
    queryKey: [livePayouts.path, submitted.id],
    queryFn: ({ signal }) => call(livePayouts, { ids: [submitted.id] }, { signal, background: true }),
    enabled: may('payment.transactions.get'),
    refetchInterval: ({ state }) =>
      (state.data?.items[0]?.status ?? 'processing') === 'processing' ? lookAgainMs : false,
  });
  const made = data?.items[0] ?? submitted;
  const tag = tagOf(statuses, p, made);
  return (
    <section className={styles.made} aria-live="polite" aria-label={t('apply.done')}>
      <h3>{t('apply.done')}</h3>
      <dl className={styles.facts}>
        <dt>{p('columns.status')}</dt>
        <dd>
          <StatusTag tone={tag.tone} label={tag.whole} /> {stageOf(p, made)}
        </dd>
        <dt>{p('columns.orderNo')}</dt>
        <dd>
          <Copy text={made.order_no} />
        </dd>
        <dt>{p('columns.merchantOrderNo')}</dt>
        <dd>
          <Copy text={made.merchant_order_no} />
        </dd>
        <dt>{p('columns.payee')}</dt>
        <dd>
          {made.account_name} · {made.bank_name} · <span className="num">{made.card_no}</span>
        </dd>
        <dt>{p('columns.amount')}</dt>
        <dd>
          <Money value={made.amount} currency={made.currency} />
        </dd>
        <dt>{p('columns.fee')}</dt>
        <dd>
          <Money value={made.fee} currency={made.currency} isExact />
        </dd>
      </dl>
      <div className={styles.foot}>
        <Button onClick={onAnother}>{t('apply.another')}</Button>
        {may('payment.transactions.get') && (
          <Button variant="default" component="a" href={`#/wrap/payment.transactions?open=${made.id}`}>
            {t('apply.detail')}
          </Button>
        )}
      </div>
    </section>
  );
}
