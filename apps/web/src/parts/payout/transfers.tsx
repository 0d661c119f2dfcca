import type { PayoutDetail } from '@suanpan/contract/endpoints/payouts';
import { Copy } from '../../kit/copy.tsx';
import { Instant } from '../../kit/instant.tsx';
import { useWords } from '../../lib/use-words.ts';
import styles from '../order/drawer.module.css';

/** The transactions that were named for a payout over a chain, and what the chain tells of each. */
export function Transfers({ transfers }: { readonly transfers: PayoutDetail['transfers'] }) {
  const t = useWords('payouts');
  if (transfers.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{t('drawer.transfers')}</h3>
      <ol className={styles.sendings}>
        {transfers.map(({ named_at, named_by, refusal, state, tx_hash }) => (
          <li key={tx_hash}>
            <Copy text={tx_hash} />
            {named_by !== null && <span>{named_by}</span>}
            <Instant at={named_at} />
            <span data-good={state === 'paid' || undefined}>
              {refusal === null ? t(`transfers.${state}`) : t(`transferRefusals.${refusal}`)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
