/** @jsxImportSource preact */
import { qrPath } from '../../kit/qr-path.ts';
import styles from '../../kit/qr.module.css';
import type { QrProps } from '../../kit/qr.tsx';

/** The kit's QR code, for the payer's pages. */
export function PayQr({ content, label, size }: Required<QrProps>) {
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
      <path d={path} shape-rendering="crispEdges" />
    </svg>
  );
}
