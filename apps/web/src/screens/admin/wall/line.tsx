import styles from './wall.module.css';

interface LineProps {
  /** From 0 to 1, the latest last; null where there was nothing. */
  readonly points: readonly (number | null)[];
  /** Where the channel was taken out of use by its failures. */
  readonly trips?: readonly boolean[];
  /** All of it, in words. */
  readonly label: string;
}

const [width, height, edge] = [120, 40, 4];
/** Half the way from one of a dozen hours to the next. */
const lone = 10;

/** A dozen hours as a line, broken where there was nothing; a cross stands at each hour with a trip, the dot is the latest. */
export function Line({ label, points, trips = [] }: LineProps) {
  const xOf = (n: number): number => edge + (n * (width - 2 * edge)) / Math.max(1, points.length - 1);
  const places = points.map((share, n) =>
    share === null ? null : { x: xOf(n), y: height - edge - share * (height - 2 * edge) },
  );
  const path = places
    .map((place, n) => {
      if (place === null) return null;
      const [x, y] = [place.x, place.y.toFixed(1)];
      if (places[n - 1]) return `L${x.toFixed(1)} ${y}`;
      // An hour with nothing on either side of it is no line yet, and a dot there would look like the latest.
      return places[n + 1] ? `M${x.toFixed(1)} ${y}` : `M${(x - lone / 2).toFixed(1)} ${y} h${lone}`;
    })
    .filter((part) => part !== null)
    .join(' ');
  const last = places.findLast((place) => place !== null);
  return (
    <svg className={styles.line} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={path} />
      {last && <circle cx={last.x} cy={last.y} r={3} />}
      {trips.map(
        (isTripped, n) =>
          isTripped && (
            <path
              // An hour stays the same hour.
              key={n}
              data-trip
              d={`M${(xOf(n) - 4).toFixed(1)} ${edge} l8 8 m0 -8 l-8 8`}
            />
          ),
      )}
    </svg>
  );
}
