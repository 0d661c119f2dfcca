import type { ReactNode } from 'react';
import styles from './picture.module.css';

/** A word below a picture, so far from its left edge to its right, 0 to 1. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

interface ScaledProps {
  /** What stands at the top of the picture and at its bottom; of one value alone it stands in the middle. */
  readonly most: string;
  readonly least: string;
  /** What the scale counts in, where that is no bare number. */
  readonly unit?: string;
  readonly ticks?: readonly Tick[];
  /** The picture itself: `styles.curve` of `picture.module.css`. */
  readonly children: ReactNode;
}

/** A picture beside its scale and above its times; whoever reads it without seeing has its table. */
export function Scaled({ most, least, unit, ticks = [], children }: ScaledProps) {
  return (
    <div className={styles.scaled}>
      <div className={styles.scale} aria-hidden>
        {[...new Set([most, least])].map((text) => (
          <span key={text} className="num">
            {text}
          </span>
        ))}
      </div>
      {children}
      {ticks.length > 0 && (
        <>
          <span aria-hidden>{unit}</span>
          <div className={styles.ticks} aria-hidden>
            {ticks.map(({ at, text }) => (
              <span
                key={at}
                className="num"
                data-at-end={at === 1 || undefined}
                style={{ insetInlineStart: `${at * 100}%` }}
              >
                {text}
              </span>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
