import styles from './data.module.css';

interface SparklineProps {
  /** Percent, the latest last; null where nothing was decided. */
  readonly rates: readonly (string | null)[];
  /** What they are, in words. */
  readonly label: string;
}

const [width, height, edge] = [72, 20, 2];

/** A few rates as a line, broken where there is none; the dot is the latest. */
export function Sparkline({ rates, label }: SparklineProps) {
  const points = rates.map((rate, n) => {
    if (rate === null) return null;
    const x = edge + (n * (width - 2 * edge)) / Math.max(1, rates.length - 1);
    // Not money: a place in the picture.
    return { x, y: height - edge - (Number(rate) * (height - 2 * edge)) / 100 };
  });
  const path = points
    .map((point, n) => point && `${points[n - 1] ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
    .filter((part) => part !== null)
    .join(' ');
  const last = points.findLast((point) => point !== null);
  return (
    <svg className={styles.sparkline} width={width} height={height} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={path} />
      {last && <circle cx={last.x} cy={last.y} r={2} />}
    </svg>
  );
}
