import type { ImportReport } from '@suanpan/contract/endpoints/reconciliation';
import { display4 } from '@suanpan/money/display';
import { useWords } from '../../../lib/use-words.ts';
import styles from './import.module.css';

/** What a file says: its lines and sum, under which titles its columns were found, and each line that cannot be read. */
export function StatementPreview({ report }: { readonly report: ImportReport }) {
  const t = useWords('reconciliation');
  const { bad, bad_count: badCount, columns, currency, lines, totals } = report;
  return (
    <section className={styles.preview} aria-label={t('import.check')}>
      <p className="num">{t('import.lines', { count: lines, sum: display4(totals.theirs), currency })}</p>
      {badCount > 0 && (
        <>
          <p role="alert" className={styles.fault}>
            {t('import.bad', { count: badCount })}
          </p>
          <ul className={styles.faults}>
            {bad.map(({ line, why }) => (
              <li key={line}>{t('import.badLine', { line, why: t(`faults.${why}`) })}</li>
            ))}
          </ul>
          {badCount > bad.length && <p>{t('import.more', { count: bad.length })}</p>}
        </>
      )}
      <h4>{t('import.columns')}</h4>
      <dl className={styles.columns}>
        {columns.map(({ column, title }) => [
          <dt key={column}>{t(`columns.${column}`)}</dt>,
          <dd key={`${column} title`}>{title}</dd>,
        ])}
      </dl>
    </section>
  );
}
