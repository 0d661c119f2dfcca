/** @jsxImportSource preact */
import type { Payment } from '@suanpan/contract/endpoints/checkout';
import { useEffect, useState } from 'preact/hooks';
import { CopyRows } from './copy-rows.tsx';
import { inOwnLanguage } from './own-language.ts';
import styles from './pay.module.css';
import { PayQr } from './pay-qr.tsx';
import { saveQr } from './save-qr.ts';
import { usePayWords } from './pay-words.ts';

/** A code to scan with a payment app. */
export function QrPay({ payment }: { payment: Extract<Payment, { type: 'qr' }> }) {
  const words = usePayWords();
  // A web page, or an app of the payer's phone.
  const isLink = /^(?:https?|alipays?|weixin|twqrp):\/\//i.test(payment.content);
  return (
    <figure className={styles.qr}>
      <PayQr content={payment.content} label={words.qr.alt} size={232} />
      <figcaption>{words.qr.hint}</figcaption>
      <button
        type="button"
        className={styles.secondary}
        onClick={() => void saveQr(payment.content, words.qr.alt)}
      >
        {words.qr.save}
      </button>
      {isLink && (
        <a className={styles.primary} href={inOwnLanguage(payment.content)} rel="noreferrer">
          {words.qr.open}
        </a>
      )}
    </figure>
  );
}

/** The number to type at a convenience store's machine. */
export function CvsPay({ payment }: { payment: Extract<Payment, { type: 'cvs_code' }> }) {
  const words = usePayWords();
  return (
    <>
      <CopyRows
        rows={[
          { label: words.cvs.store, value: payment.store },
          { label: words.cvs.code, value: payment.code },
        ]}
      />
      <p className={styles.note}>{words.cvs.hint}</p>
    </>
  );
}

const manualAfterMs = 3_000;
const returnedKey = 'suanpan.returned';

/**
 * Sends the payer to the provider's page once per order; coming back, the page waits for the server's word and
 * never believes what stands in the address. A button for browsers that do not move by themselves.
 */
export function GatewayPay({
  payment,
  orderNo,
}: {
  payment: Extract<Payment, { type: 'redirect' }>;
  orderNo: string;
}) {
  const words = usePayWords();
  const [isManual, setManual] = useState(false);
  const [hasLeft] = useState(() => sessionStorage.getItem(returnedKey) === orderNo);
  useEffect(() => {
    if (hasLeft) return undefined;
    sessionStorage.setItem(returnedKey, orderNo);
    const timer = setTimeout(() => setManual(true), manualAfterMs);
    location.assign(inOwnLanguage(payment.url));
    return () => clearTimeout(timer);
  }, [hasLeft, orderNo, payment.url]);
  return (
    <div className={styles.note} role="status">
      <p>{hasLeft ? words.gateway.returned : words.gateway.hint}</p>
      {(isManual || hasLeft) && (
        <a className={styles.primary} href={inOwnLanguage(payment.url)} rel="noreferrer">
          {words.gateway.manual}
        </a>
      )}
    </div>
  );
}
