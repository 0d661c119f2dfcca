/** @jsxImportSource preact */
import type { Payment } from '@suanpan/contract/endpoints/checkout';
import { code39 } from './code39.ts';
import { CopyRows } from './copy-rows.tsx';
import styles from './pay.module.css';
import { fill, usePayWords } from './pay-words.ts';

/** The barcodes that a till scans one after the other, each with its digits beneath. */
export function BarcodePay({ payment }: { payment: Extract<Payment, { type: 'barcode' }> }) {
  const words = usePayWords();
  const label = (place: number): string => fill(words.barcode.label, { place: String(place + 1) });
  return (
    <>
      <div className={styles.barcodes}>
        {payment.barcodes.map((text, place) => {
          const bars = code39(text);
          return (
            bars && (
              <figure key={text}>
                <svg
                  viewBox={`0 0 ${bars.width} 1`}
                  preserveAspectRatio="none"
                  role="img"
                  aria-label={`${label(place)} ${text}`}
                >
                  <path d={bars.path} shape-rendering="crispEdges" />
                </svg>
                <figcaption aria-hidden>{text}</figcaption>
              </figure>
            )
          );
        })}
      </div>
      <CopyRows rows={payment.barcodes.map((value, place) => ({ label: label(place), value }))} />
      <p className={styles.note}>{words.barcode.hint}</p>
    </>
  );
}
