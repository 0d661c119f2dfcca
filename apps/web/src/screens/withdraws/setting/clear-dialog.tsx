import { TextInput } from '@mantine/core';
import { clearWithdrawCardUsage } from '@suanpan/contract/endpoints/withdrawal-rules';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from '../../../parts/user/dialogs.module.css';

/** The uses of one account count from now on again. */
export function ClearDialog({ onClose }: { onClose: () => void }) {
  const t = useWords('withdrawals');
  const [card, setCard] = useState('');
  return (
    <Confirm
      title={t('acts.clearCardUsage')}
      confirmLabel={t('acts.clearCardUsage')}
      asks={['reason', 'paymentPassword', 'code']}
      isReady={card.trim() !== ''}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.clear')}</p>
          <TextInput
            label={t('columns.cardNo')}
            value={card}
            onChange={(event) => setCard(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        </div>
      }
      act={async ({ reason, paymentPassword, oneCode, idempotencyKey }) => {
        await call(
          clearWithdrawCardUsage,
          { card_no: card.trim(), reason, payment_password: paymentPassword, one_code: oneCode },
          { idempotencyKey },
        );
        toasts.emit({ tone: 'ok', title: t('states.cleared') });
      }}
      onClose={onClose}
    />
  );
}
