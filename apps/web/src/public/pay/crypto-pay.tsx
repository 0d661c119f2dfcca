/** @jsxImportSource preact */
import type { CheckoutView, Payment } from '@suanpan/contract/endpoints/checkout';
import { display2 } from '@suanpan/money/display';
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
  // Wallets take what is typed: no separators, and no decimals that say nothing.
  const exact = view.pay_amount.replace(/(\.\d{2}\d*?)0+$/, '$1');
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
          { label: words.amount, value: `${view.currency} ${display2(exact)}`, copy: exact },
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
