import { useWords } from '../../../lib/use-words.ts';
import styles from './operation-analysis.module.css';

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);
const nightEnds = 6;

/** When the work is done, hour by hour; the night stands out. */
export function HourBars({ hours }: { hours: readonly { readonly hour: number; readonly count: number }[] }) {
  const t = useWords('audit');
  const counts = new Map(hours.map(({ hour, count }) => [hour, count]));
  const top = Math.max(1, ...counts.values());
  return (
    <figure className={styles.hours}>
      <figcaption>{t('analysis.byHour')}</figcaption>
      <ol>
        {hoursOfDay.map((hour) => {
          const count = counts.get(hour) ?? 0;
          return (
            <li
              key={hour}
              data-night={hour < nightEnds || undefined}
              title={`${t('analysis.hour', { hour })} ${count}`}
            >
              <span className={styles.count}>{count > 0 ? count : ''}</span>
              <span className={styles.bar} style={{ height: `${(count / top) * 44}px` }} />
              <span className={styles.hour}>{hour}</span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
