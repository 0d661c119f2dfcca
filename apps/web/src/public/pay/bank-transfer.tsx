/** @jsxImportSource preact */
import type { CheckoutView, Payment } from '@suanpan/contract/endpoints/checkout';
import { display2 } from '@suanpan/money/display';
import { useState } from 'preact/hooks';
import { CopyRows } from './copy-rows.tsx';
import styles from './pay.module.css';
import { PayQr } from './pay-qr.tsx';
import { fill, usePayWords } from './pay-words.ts';
import type { Checkout } from './use-checkout.ts';

interface BankTransferProps {
  readonly view: CheckoutView;
  readonly account: Extract<Payment, { type: 'bank_account' }>;
  readonly checkout: Checkout;
}

/** The account to transfer to, copied field by field or scanned with a bank app, and "I have paid". */
export function BankTransfer({ view, account, checkout }: BankTransferProps) {
  const words = usePayWords();
  const amount = display2(view.pay_amount);
  return (
    <>
      <CopyRows
        rows={[
          {
            label: words.bank.bank,
            value: `${account.bank_code} ${account.bank_name}`,
            copy: account.bank_code,
          },
          { label: words.bank.branch, value: account.branch },
          { label: words.bank.account, value: groups(account.account_no), copy: account.account_no },
          { label: words.bank.holder, value: account.holder },
          ...(account.memo === undefined ? [] : [{ label: words.bank.memo, value: account.memo }]),
          { label: words.amount, value: `${view.currency} ${amount}`, copy: amount.replaceAll(',', '') },
        ]}
      />
      {account.qr !== null && (
        <figure className={styles.qr}>
          <PayQr content={account.qr} label={words.bank.qr} size={184} />
          <figcaption>
            {words.bank.qr} <small>{words.bank.beta}</small>
          </figcaption>
        </figure>
      )}
      <ul className={styles.warnings}>
        <li>{words.bank.warnAmount}</li>
        <li>{words.bank.warnOnce}</li>
        <li>{words.bank.warnExpiry}</li>
        {view.payer_name !== null && <li>{fill(words.bank.warnName, { name: view.payer_name })}</li>}
      </ul>
      <PaidClaim view={view} checkout={checkout} />
    </>
  );
}

function PaidClaim({ view, checkout }: { view: CheckoutView; checkout: Checkout }) {
  const words = usePayWords();
  const [last5, setLast5] = useState('');
  const isWrong = last5 !== '' && !/^\d{5}$/.test(last5);
  if (view.claimed) {
    return (
      <p className={styles.note} role="status">
        {words.bank.claimed}
      </p>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) void checkout.act('paid-claim', last5 === '' ? {} : { last5 });
      }}
    >
      <label>
        {words.bank.last5}
        <input
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={last5}
          aria-invalid={isWrong}
          aria-describedby="last5-hint"
          onInput={(event) => setLast5(event.currentTarget.value.trim())}
        />
      </label>
      <small id="last5-hint" data-wrong={isWrong || undefined}>
        {isWrong ? words.bank.last5Wrong : words.bank.last5Hint}
      </small>
      <button type="submit" className={styles.primary} disabled={checkout.isBusy || isWrong}>
        {words.bank.paid}
      </button>
    </form>
  );
}

/** Four digits and a space: people read accounts aloud. */
function groups(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}
