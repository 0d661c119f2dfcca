import type { OutputOf } from '@suanpan/contract/endpoint';
import type { searchCollections } from '@suanpan/contract/endpoints/collections';
import { useWords } from '../../lib/use-words.ts';
import styles from '../parts.module.css';

type Summary = OutputOf<typeof searchCollections>['summary'];

/** The success rate of the search; beyond a day the server leaves it out, and the page says why. */
export function SuccessRate({ summary }: { summary: Summary | undefined }) {
  const t = useWords('orders');
  if (!summary) return <span className={styles.rate} />;
  if (summary.success_rate === null) return <span className={styles.rate}>{t('summary.rateHidden')}</span>;
  return (
    <span className={styles.rate}>
      {t('summary.successRate')} <b className="num">{summary.success_rate} %</b>
    </span>
  );
}
