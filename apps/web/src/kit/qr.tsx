import { qrPath } from './qr-path.ts';
import styles from './qr.module.css';

export interface QrProps {
  readonly content: string;
  /** What scanning it does, for those who do not see it. */
  readonly label: string;
  readonly size?: number;
}

/** A QR code as one path, always dark on light with its quiet zone, also on a dark page. */
export function Qr({ content, label, size = 200 }: QrProps) {
  const { path, modules } = qrPath(content);
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
