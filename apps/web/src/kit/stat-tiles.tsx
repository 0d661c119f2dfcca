import type { ReactNode } from 'react';
import styles from './stat-tiles.module.css';

/** One figure of a dashboard. */
export interface Tile {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly unit?: string;
  /** A second line: yesterday's figure, a share, a hint. */
  readonly note?: ReactNode;
  /** Change against the comparison, in percent text like `+12.4 %`; `isGood` says which way is good. */
  readonly change?: { readonly text: string; readonly isGood: boolean | null };
  /** A small line of the last values, oldest first; drawn, not read. */
  readonly trend?: readonly number[];
  readonly hint?: string;
}

/** A row of figures, each with its change and its recent course. */
export function StatTiles({ tiles, isLoading }: { tiles: readonly Tile[]; isLoading?: boolean }) {
  return (
    <dl className={styles.tiles} data-loading={isLoading || undefined}>
      {tiles.map((tile) => (
        <div key={tile.key} className={styles.tile} title={tile.hint}>
          <dt>
            {tile.label}
            {tile.unit !== undefined && <small>{tile.unit}</small>}
          </dt>
          <dd>
            <span className={`${styles.value} num`}>{tile.value}</span>
            <span className={styles.foot}>
              {tile.change && (
                <b data-good={tile.change.isGood ?? undefined} className="num">
                  {tile.change.text}
                </b>
              )}
              {tile.note}
            </span>
          </dd>
          {tile.trend && tile.trend.length > 1 && <TrendLine values={tile.trend} />}
        </div>
      ))}
    </dl>
  );
}

const width = 96;
const height = 28;

function TrendLine({ values }: { values: readonly number[] }) {
  const top = Math.max(...values, 1);
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width;
    return `${x.toFixed(1)},${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={styles.trend} preserveAspectRatio="none" aria-hidden>
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}
