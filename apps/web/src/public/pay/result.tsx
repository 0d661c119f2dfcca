/** @jsxImportSource preact */
import { checkoutReturnDelayS } from '@suanpan/domain/limits';
import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { display2 } from '@suanpan/money/display';
import { useEffect, useState } from 'preact/hooks';
import { showInstant } from '../../lib/platform-time.ts';
import { inOwnLanguage } from './own-language.ts';
import styles from './pay.module.css';
import { fill, usePayWords, type PayWords } from './pay-words.ts';

type Look = 'ok' | 'wait' | 'fail' | 'attention';

/** How it ended, in one word and one sentence, and the way back to the shop. */
export function Result({ view }: { view: CheckoutView }) {
  const words = usePayWords();
  const { look, title, hint } = describe(view, words);
  return (
    <div className={styles.result} role="status" data-look={look}>
      <svg viewBox="0 0 48 48" width="56" height="56" aria-hidden>
        <circle cx="24" cy="24" r="22" />
        {look === 'ok' && <path d="M14 25l7 7 13-15" />}
        {look === 'wait' && <path d="M24 13v12l8 5" />}
        {look === 'fail' && <path d="M16 16l16 16M32 16L16 32" />}
        {look === 'attention' && <path d="M24 13v14M24 33v1" />}
      </svg>
      <h2>{title}</h2>
      <p>{hint}</p>
      {view.return_url !== null && <BackToShop url={view.return_url} isAutomatic={look === 'ok'} />}
    </div>
  );
}

/** A date is not torn apart at the end of a line. */
const unbroken = (instant: string | null): string =>
  showInstant(instant).replaceAll('-', '-\u2060').replace(' ', '\u00a0');

function describe(view: CheckoutView, words: PayWords): { look: Look; title: string; hint: string } {
  const paid = `${view.currency} ${display2(view.paid_amount ?? view.pay_amount)}`;
  const amount = `${view.currency} ${display2(view.pay_amount)}`;
  switch (view.status) {
    case 'pending':
      return { look: 'wait', title: words.result.waiting, hint: words.result.waitingHint };
    case 'success':
    case 'test_supplied':
      return {
        look: 'ok',
        title: words.result.success,
        hint: fill(words.result.successHint, { amount: paid, time: unbroken(view.paid_at) }),
      };
    case 'expired':
      return { look: 'fail', title: words.result.expired, hint: words.result.expiredHint };
    case 'amount_mismatch':
      return {
        look: 'attention',
        title: words.result.mismatch,
        hint: fill(words.result.mismatchHint, { paid, amount }),
      };
    case 'abnormal':
      return { look: 'attention', title: words.result.unusual, hint: words.result.unusualHint };
    case 'refund':
      return { look: 'attention', title: words.result.refunded, hint: amount };
  }
}

function BackToShop({ url, isAutomatic }: { url: string; isAutomatic: boolean }) {
  const words = usePayWords();
  const [left, setLeft] = useState(checkoutReturnDelayS);
  useEffect(() => {
    if (!isAutomatic) return undefined;
    if (left === 0) {
      location.assign(inOwnLanguage(url));
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [isAutomatic, left, url]);
  return (
    <a className={styles.primary} href={inOwnLanguage(url)} rel="noreferrer">
      {isAutomatic ? fill(words.result.backIn, { seconds: String(left) }) : words.result.back}
    </a>
  );
}
