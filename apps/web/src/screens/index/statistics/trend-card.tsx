import { SegmentedControl } from '@mantine/core';
import type { Drill } from '@suanpan/contract/drill';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { display2, displayCount } from '@suanpan/money/display';
import { successRate } from '@suanpan/domain/reports/success-rate';
import { lazy, Suspense, useState } from 'react';
import { showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { DrillLink, drillHref } from '../../../parts/drill-link.tsx';
import type { DashboardAnswer } from './dashboard-answer.ts';
import styles from './statistics.module.css';

const OutcomeChart = lazy(async () => ({
  default: (await import('../../../parts/charts/outcome-chart.tsx')).OutcomeChart,
}));

interface TrendCardProps {
  readonly currency: Currency | undefined;
  readonly hours: DashboardAnswer['hours'];
  readonly days: DashboardAnswer['days'];
}

/** The last day by hours or the last fortnight by days, as bars or as the table behind them. */
export function TrendCard({ currency, hours, days }: TrendCardProps) {
  const t = useWords('dashboard');
  const [span, setSpan] = useState<'hours' | 'days'>('hours');
  const [isTable, setTable] = useState(false);
  const rows: readonly Row[] =
    span === 'hours'
      ? hours.map((hour) => ({ ...hour, label: showInstant(hour.at).slice(11, 16) }))
      : days.map((day) => ({ ...day, label: day.day.slice(5), failed_count: null }));
  const otherLabel = span === 'hours' ? t('undecided') : t('failedOrUndecided');
  const title = span === 'hours' ? t('trend24h') : t('trend14d');
  return (
    <section className={styles.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className={styles.legend}>{t('success')}</span>
        {span === 'hours' && (
          <span className={styles.legend} data-failed>
            {t('failure')}
          </span>
        )}
        <span className={styles.legend} data-hatched>
          {otherLabel}
        </span>
        <SegmentedControl
          size="xs"
          value={span}
          onChange={(value) => setSpan(value)}
          data={[
            { value: 'hours', label: t('trend24h') },
            { value: 'days', label: t('trend14d') },
          ]}
        />
        <button type="button" className={styles.link} onClick={() => setTable(!isTable)}>
          {isTable ? t('showChart') : t('showTable')}
        </button>
      </header>
      {currency ? <Sums rows={rows} currency={currency} /> : <SumsRoom />}
      <div className={styles.trend}>
        {isTable ? (
          <table className={styles.table}>
            <thead>
              <tr>
                <th />
                <th data-figure>{t('count')}</th>
                <th data-figure>{t('success')}</th>
                {span === 'hours' && <th data-figure>{t('failure')}</th>}
                <th data-figure>{t('amount')}</th>
              </tr>
            </thead>
            <tbody className="num">
              {rows.map((row) => (
                <tr key={row.label}>
                  <td>{row.label}</td>
                  <td data-figure>
                    <DrillLink to={row.drill} hint={t('hints.toThese')}>
                      {row.count}
                    </DrillLink>
                  </td>
                  <td data-figure>{row.success_count}</td>
                  {row.failed_count !== null && <td data-figure>{row.failed_count}</td>}
                  <td data-figure>{display2(row.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <Suspense fallback={null}>
            {rows.length > 0 && (
              <OutcomeChart
                label={title}
                successLabel={t('success')}
                failureLabel={t('failure')}
                otherLabel={otherLabel}
                points={rows.map((row) => ({
                  label: row.label,
                  success: row.success_count,
                  ...(row.failed_count !== null && { failure: row.failed_count }),
                  other: row.count - row.success_count - (row.failed_count ?? 0),
                  ...(row.drill && { href: drillHref(row.drill) }),
                }))}
              />
            )}
          </Suspense>
        )}
      </div>
    </section>
  );
}

interface Row {
  readonly label: string;
  readonly drill?: Drill | undefined;
  readonly count: number;
  readonly success_count: number;
  /** Null where failures are not told apart from what is undecided; such rows make no rate. */
  readonly failed_count: number | null;
  readonly amount: string;
}

/** As high as the sums that are coming, so that the chart stands where it will stay. */
function SumsRoom() {
  return (
    <dl className={styles.sums} aria-hidden>
      <div>
        <dt>&nbsp;</dt>
        <dd>&nbsp;</dd>
      </div>
    </dl>
  );
}

/** What the span comes to as a whole: orders, the share that succeeded, and what was paid. */
function Sums({ rows, currency }: { rows: readonly Row[]; currency: Currency }) {
  const t = useWords('dashboard');
  const common = useWords('common');
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const succeeded = rows.reduce((sum, row) => sum + row.success_count, 0);
  const isTold = rows.every((row) => row.failed_count !== null);
  const failed = rows.reduce((sum, row) => sum + (row.failed_count ?? 0), 0);
  const rate = isTold ? successRate(BigInt(succeeded), BigInt(failed)) : null;
  const paid = rows.reduce((sum, row) => sum + parseSignedLedger(row.amount, currency), 0n);
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t('count')}</dt>
        <dd className="num">{displayCount(count)}</dd>
      </div>
      <div>
        <dt>{t('success')}</dt>
        <dd className="num">
          {displayCount(succeeded)}
          {rate !== null && <small title={common('successRateFormula')}>{rate} %</small>}
        </dd>
      </div>
      <div>
        <dt>{t('paid')}</dt>
        <dd className="num">
          {display2(formatLedger(paid, currency))}
          <small>{currency}</small>
        </dd>
      </div>
    </dl>
  );
}
