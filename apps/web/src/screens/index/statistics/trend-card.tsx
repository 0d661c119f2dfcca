import { SegmentedControl } from '@mantine/core';
import { display2 } from '@suanpan/money/display';
import { lazy, Suspense, useState } from 'react';
import { showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import type { DashboardAnswer } from './dashboard-answer.ts';
import styles from './statistics.module.css';

const OutcomeChart = lazy(async () => ({
  default: (await import('../../../parts/charts/outcome-chart.tsx')).OutcomeChart,
}));

interface TrendCardProps {
  readonly hours: DashboardAnswer['hours'];
  readonly days: DashboardAnswer['days'];
}

/** The last day by hours or the last fortnight by days, as bars or as the table behind them. */
export function TrendCard({ hours, days }: TrendCardProps) {
  const t = useWords('dashboard');
  const [span, setSpan] = useState<'hours' | 'days'>('hours');
  const [isTable, setTable] = useState(false);
  const rows =
    span === 'hours'
      ? hours.map((hour) => ({ ...hour, label: showInstant(hour.at).slice(11, 16) }))
      : days.map((day) => ({ ...day, label: day.day.slice(5) }));
  const title = span === 'hours' ? t('trend24h') : t('trend14d');
  return (
    <section className={styles.card} data-wide aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className={styles.legend}>{t('success')}</span>
        <span className={styles.legend} data-hatched>
          {t('notSucceeded')}
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
      <div className={styles.trend}>
        {isTable ? (
          <table className={styles.table}>
            <thead>
              <tr>
                <th />
                <th data-figure>{t('count')}</th>
                <th data-figure>{t('success')}</th>
                <th data-figure>{t('amount')}</th>
              </tr>
            </thead>
            <tbody className="num">
              {rows.map((row) => (
                <tr key={row.label}>
                  <td>{row.label}</td>
                  <td data-figure>{row.count}</td>
                  <td data-figure>{row.success_count}</td>
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
                otherLabel={t('notSucceeded')}
                points={rows.map((row) => ({
                  label: row.label,
                  success: row.success_count,
                  other: row.count - row.success_count,
                }))}
              />
            )}
          </Suspense>
        )}
      </div>
    </section>
  );
}
