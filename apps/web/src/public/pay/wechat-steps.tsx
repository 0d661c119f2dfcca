/** @jsxImportSource preact */
import type { Payment } from '@suanpan/contract/endpoints/checkout';
import styles from './pay.module.css';
import { usePayWords } from './pay-words.ts';

/** The three steps in that app, for a code to scan or an account to transfer to, and the way out of its own browser. */
export function WeChatSteps({ payment }: { payment: Payment }) {
  const words = usePayWords();
  const steps =
    payment.type === 'bank_account'
      ? [words.wechat.toAccount.first, words.wechat.toAccount.second, words.wechat.toAccount.third]
      : [words.wechat.byCode.first, words.wechat.byCode.second, words.wechat.byCode.third];
  return (
    <>
      {/MicroMessenger/i.test(navigator.userAgent) && (
        <p className={styles.note} role="status">
          {words.wechat.openOutside}
        </p>
      )}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}
