/** @jsxImportSource preact */
import type { CheckoutView, Payment } from '@suanpan/contract/endpoints/checkout';
import { plainAmount } from '@suanpan/money/display';
import { CopyRows } from './copy-rows.tsx';
import styles from './pay.module.css';
import { PayQr } from './pay-qr.tsx';
import { fill, usePayWords } from './pay-words.ts';

interface CryptoPayProps {
  readonly view: CheckoutView;
  readonly payment: Extract<Payment, { type: 'crypto_address' }>;
}

/** An address of a chain: which one, how much to the last decimal, and what loses the money. */
export function CryptoPay({ view, payment }: CryptoPayProps) {
  const words = usePayWords();
  const exact = plainAmount(view.pay_amount);
  return (
    <>
      <figure className={styles.qr}>
        <PayQr content={payment.address} label={words.crypto.qr} size={208} />
        <figcaption>{words.crypto.qr}</figcaption>
      </figure>
      <CopyRows
        rows={[
          { label: words.crypto.network, value: payment.network },
          { label: words.crypto.address, value: payment.address },
          { label: words.amount, value: `${view.currency} ${exact}`, copy: exact },
        ]}
      />
      <ul className={styles.warnings}>
        <li>{fill(words.crypto.warnNetwork, { network: payment.network, currency: view.currency })}</li>
        <li>{words.crypto.warnAmount}</li>
        <li>{words.crypto.warnConfirm}</li>
      </ul>
    </>
  );
}
