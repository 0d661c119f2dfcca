import { TextInput } from '@mantine/core';
import { chargeBackCollection } from '@suanpan/contract/endpoints/refunds';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

/** Enters that the provider took the money of an order back. */
export function ChargeBackDialog({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const t = useWords('refunds');
  const told = useToldSubmission();
  const [orderNo, setOrderNo] = useState('');
  const [providerNo, setProviderNo] = useState('');
  return (
    <Confirm
      title={t('acts.chargeBack')}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.chargeBack')}</p>
          <TextInput
            label={t('fields.orderNo')}
            value={orderNo}
            onChange={(event) => setOrderNo(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            required
            data-autofocus
          />
          <TextInput
            label={t('fields.providerRef')}
            value={providerNo}
            onChange={(event) => setProviderNo(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            required
          />
        </div>
      }
      confirmLabel={t('acts.chargeBack')}
      isDangerous
      isReady={orderNo.trim() !== '' && providerNo.trim() !== ''}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          chargeBackCollection,
          { order_no: orderNo.trim(), provider_order_no: providerNo.trim(), reason, ...stepUp },
          once,
        );
        told(answer, t('states.done'), orderNo.trim());
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
