import type { DataRow, DataSummary } from '@suanpan/contract/endpoints/data-screens';
import { regionDayFromText, regionDayText } from '@suanpan/domain/region-day';
import { displayCount } from '@suanpan/money/display';
import { useWords } from '../../../lib/use-words.ts';
import { bandText } from '../../../parts/data/data-columns.tsx';
import type { Answer } from '../../../parts/data/data-screen.tsx';
import { Scaled } from '../../../parts/data/scaled.tsx';
import { DrillLink } from '../../../parts/drill-link.tsx';
import styles from './analysis.module.css';

type Hour = NonNullable<DataSummary['hours']>[number];

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const high = 60;

/** One merchant's orders hour by hour: as a curve with the range it is held against, and day by day with their numbers. */
export function Analysis({ answer: { items, summary } }: { readonly answer: Answer }) {
  const t = useWords('data');
  const dashboard = useWords('dashboard');
  const merchant = items.find(({ customer }) => customer !== undefined)?.customer;
  const { from, to } = summary;
  const first = regionDayFromText(from);
  const days = Array.from({ length: regionDayFromText(to) - first + 1 }, (_, n) => regionDayText(first + n));
  const told = new Map((summary.hours ?? []).map((one) => [`${one.day} ${one.hour}`, one]));
  const places = days.flatMap((day) =>
    hoursOfDay.map(
      (hour): Hour => told.get(`${day} ${hour}`) ?? { day, hour, orders: 0, success: 0, failed: 0 },
    ),
  );
  const isCompared = places.some(({ before }) => before !== undefined);
  return (
    <section className={styles.analysis} aria-label={t('analysis.curve')}>
      {merchant && <h2>{t('analysis.merchant', { name: `${merchant.name} · ${merchant.id}` })}</h2>}
      <p className={styles.legend}>
        <span data-of="success">{t('figures.success')}</span>
        <span data-of="failed">{t('figures.failed')}</span>
        <span data-of="rest">{dashboard('undecided')}</span>
        {isCompared && <span data-of="before">{t('analysis.before')}</span>}
      </p>
      <div className={styles.scroller}>
        <Curve places={places} isCompared={isCompared} label={t('analysis.curve')} />
        <HeatMap places={places} days={days} />
      </div>
      {items.some(({ band }) => band !== undefined) && <Histogram items={items} />}
    </section>
  );
}

interface CurveProps {
  readonly places: readonly Hour[];
  readonly isCompared: boolean;
  readonly label: string;
}

/**
 * Bars of orders: what succeeded, what failed and the rest, one on another, beside their scale; the thin line is the range they are
 * held against. Of one day each bar stands over its hour below.
 */
function Curve({ places, isCompared, label }: CurveProps) {
  const most = Math.max(1, ...places.map(({ orders, before = 0 }) => Math.max(orders, before)));
  const tall = (count: number): number => (count * high) / most;
  const line = places.map(({ before = 0 }, n) => `${n === 0 ? 'M' : 'L'}${n + 0.5} ${high - tall(before)}`);
  return (
    <Scaled most={displayCount(most)} least="0">
      <svg
        className={styles.curve}
        viewBox={`0 0 ${places.length} ${high}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {places.map(({ day, failed, hour, orders, success }, n) => {
          const parts = [
            ['success', success, 0],
            ['failed', failed, success],
            ['rest', orders - success - failed, success + failed],
          ] as const;
          return parts.map(
            ([of, count, below]) =>
              count > 0 && (
                <rect
                  key={`${day} ${hour} ${of}`}
                  data-of={of}
                  x={n + 0.1}
                  width={0.8}
                  y={high - tall(below + count)}
                  height={tall(count)}
                />
              ),
          );
        })}
        {isCompared && <path d={line.join(' ')} vectorEffect="non-scaling-stroke" />}
      </svg>
    </Scaled>
  );
}

/** As many orders as each band of amounts has, the smallest amounts first; the table below has what they come to. */
function Histogram({ items }: { readonly items: readonly DataRow[] }) {
  const t = useWords('data');
  const most = Math.max(1, ...items.map(({ figures }) => Number(figures['orders'])));
  const byAmount = [...items].sort((a, b) => Number(a.band) - Number(b.band));
  return (
    <table className={styles.bands}>
      <caption>{t('analysis.histogram')}</caption>
      <tbody>
        {byAmount.map(({ band = '', drill, figures, key }) => (
          <tr key={key}>
            <th scope="row" className="num">
              {bandText(band)}
            </th>
            <td aria-hidden>
              <span style={{ width: `${(Number(figures['orders']) * 100) / most}%` }} />
            </td>
            <td className="num">
              <DrillLink to={drill['orders']} hint={t('counts.created')}>
                {displayCount(Number(figures['orders']))}
              </DrillLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each day's hours side by side: the number stands in each, and the more there are the darker it is. */
function HeatMap({ places, days }: { readonly places: readonly Hour[]; readonly days: readonly string[] }) {
  const t = useWords('data');
  const most = Math.max(1, ...places.map(({ orders }) => orders));
  return (
    <table className={styles.heat}>
      <caption>{t('analysis.heat')}</caption>
      <thead>
        <tr>
          <th />
          {hoursOfDay.map((hour) => (
            <th key={hour} scope="col" className="num">
              {hour}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day}>
            <th scope="row" className="num">
              {day.slice(5)}
            </th>
            {places
              .filter((one) => one.day === day)
              .map(({ drill, hour, orders }) => (
                <td
                  key={hour}
                  className="num"
                  style={{ '--share': `${Math.round((orders * 55) / most)}%` } as object}
                >
                  {orders === 0 ? (
                    ''
                  ) : (
                    <DrillLink to={drill} hint={t('analysis.cell', { day, hour, orders })}>
                      {orders}
                    </DrillLink>
                  )}
                </td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
