import type { PayoutDetail } from '@suanpan/contract/endpoints/payouts';
import { Instant } from '../../kit/instant.tsx';
import { useWords } from '../../lib/use-words.ts';
import styles from '../order/drawer.module.css';

const outcomes = new Set(['accepted', 'refused', 'failed', 'paid']);

/** How often it was given to a provider, under which number, and what that said. */
export function Attempts({ attempts }: { attempts: NonNullable<PayoutDetail['attempts']> }) {
  const t = useWords('payouts');
  if (attempts.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{t('drawer.attempts')}</h3>
      <ol className={styles.sendings}>
        {attempts.map(({ n, request_no, sent_at, outcome }) => (
          <li key={n}>
            <span className="num">{request_no}</span>
            <Instant at={sent_at} />
            <span data-good={outcome === 'paid' || undefined}>
              {outcome !== null && outcomes.has(outcome)
                ? t(`attempts.${outcome as 'paid'}`)
                : t('attempts.open')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
