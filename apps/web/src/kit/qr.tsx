import { encode } from 'uqr';
import styles from './qr.module.css';

interface QrProps {
  readonly content: string;
  /** What scanning it does, for those who do not see it. */
  readonly label: string;
  readonly size?: number;
}

/** A QR code as one path, always dark on light with its quiet zone, also on a dark page. */
export function Qr({ content, label, size = 200 }: QrProps) {
  const { data, size: modules } = encode(content, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${modules} ${modules}`}
      width={size}
      height={size}
      className={styles.qr}
      role="img"
      aria-label={label}
    >
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
