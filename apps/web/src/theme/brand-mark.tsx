import styles from './brand-mark.module.css';

/** The mark: three rods, the beam, and one amber bead pushed up to count. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={styles.mark} aria-hidden>
      <rect width="32" height="32" rx="7" className={styles.board} />
      <path d="M9.5 4v24M16 4v24M22.5 4v24" className={styles.rod} />
      <path d="M4.5 13.2h23" className={styles.beam} />
      {[
        [6, 6],
        [12.5, 8],
        [19, 6],
        [6, 15.4],
        [6, 20.4],
        [12.5, 22],
        [19, 22],
      ].map(([x, y]) => (
        <rect key={`${x}-${y}`} x={x} y={y} width="7" height="4.4" rx="2.2" className={styles.bead} />
      ))}
      <rect x="19" y="15.4" width="7" height="4.4" rx="2.2" className={styles.count} />
    </svg>
  );
}
