import type { TransferReport } from '@suanpan/contract/endpoints/transfer-files';
import { transferOutcomes } from '@suanpan/domain/transfers/transfer-file';
import { display2 } from '@suanpan/money/display';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './transfer-file.module.css';

/** What a statement of a receiving account says, and what becomes of each of its lines. */
export function TransferReportView({ report }: { readonly report: TransferReport }) {
  const t = useWords('transferFiles');
  const {
    bad,
    bad_count: badCount,
    columns,
    counts,
    currency,
    encoding,
    items,
    lines,
    passed_over: passed,
    sum,
  } = report;
  return (
    <section className={styles.report} aria-label={t('report')}>
      <p className="num">{t('lines', { count: lines, sum: display2(sum), currency })}</p>
      {passed > 0 && <p className="num">{t('passed', { count: passed })}</p>}
      {encoding !== null && <p>{t('encoding', { name: t(`encodings.${encoding}`) })}</p>}
      {columns.length > 0 && (
        <p className={styles.columns}>
          {t('columnsFound')}:{' '}
          {columns.map(({ column, title }) => `${t(`columns.${column}`)} (${title})`).join(' · ')}
        </p>
      )}
      {badCount > 0 && (
        <>
          <p role="alert" className={styles.fault}>
            {t('bad', { count: badCount })}
          </p>
          <ul>
            {bad.map(({ line, why }) => (
              <li key={line}>{t('badLine', { line, why: t(`faults.${why}`) })}</li>
            ))}
          </ul>
        </>
      )}
      <ul className={styles.counts}>
        {transferOutcomes.map(
          (outcome) =>
            counts[outcome] > 0 && (
              <li key={outcome} className="num">
                {t(`outcomes.${outcome}`)} {counts[outcome]}
              </li>
            ),
        )}
      </ul>
      {items.length > 0 && (
        <div className={styles.lines} role="region" aria-label={t('report')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th>{t('line')}</th>
                <th>{t('at')}</th>
                <th>{t('amount')}</th>
                <th>{t('payer')}</th>
                <th>{t('outcome')}</th>
                <th>{t('order')}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.line}>
                  <td className="num">{item.line}</td>
                  <td className="num">{showInstant(item.at)}</td>
                  <td className="num" data-money>
                    {display2(item.amount)}
                  </td>
                  <td>{[item.payer, item.last5].filter((each) => each !== null).join(' · ') || '–'}</td>
                  <td>{t(`outcomes.${item.outcome}`)}</td>
                  <td className="num">{item.order_no ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {items.length < lines && <p>{t('more', { count: items.length })}</p>}
    </section>
  );
}
