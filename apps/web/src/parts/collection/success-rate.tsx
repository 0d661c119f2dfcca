import type { OutputOf } from '@suanpan/contract/endpoint';
import type { searchCollections } from '@suanpan/contract/endpoints/collections';
import { useWords } from '../../lib/use-words.ts';
import styles from '../parts.module.css';

type Summary = OutputOf<typeof searchCollections>['summary'];

/** The success rate of the search; where there is none, the page says why. */
export function SuccessRate({ summary }: { summary: Summary | undefined }) {
  const t = useWords('orders');
  const common = useWords('common');
  if (!summary) return <span className={styles.rate} />;
  if (summary.success_rate === null) {
    const isDecided = summary.by_currency.some((sum) => sum.success_count + sum.failed_count > 0);
    return (
      <span className={styles.rate} title={common('successRateFormula')}>
        {isDecided ? t('summary.rateHidden') : t('summary.rateNone')}
      </span>
    );
  }
  return (
    <span className={styles.rate} title={common('successRateFormula')}>
      {t('summary.successRate')} <b className="num">{summary.success_rate} %</b>
    </span>
  );
}
