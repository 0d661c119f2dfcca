import { TextInput } from '@mantine/core';
import { restoreReceipt, sendBackReceipt, type ReceiptRow } from '@suanpan/contract/endpoints/receipts';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';

interface EndDialogProps {
  readonly row: ReceiptRow;
  readonly act: 'restore' | 'sendBack';
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Money that no order takes: back to its payer, or to whoever had paid for its order. */
export function EndDialog({ row, act, onDone, onClose }: EndDialogProps) {
  const t = useWords('claims');
  const told = useToldSubmission();
  const [providerNo, setProviderNo] = useState('');
  return (
    <Confirm
      title={`${t(`acts.${act}`)} · ${row.no}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t(`hints.${act}`)}</p>
          <dl className={styles.becomes}>
            <dt>{t('columns.left')}</dt>
            <dd>
              <Money value={row.left} currency={row.currency} isExact />
            </dd>
            <dt>{t('columns.account')}</dt>
            <dd>{row.channel_account?.name ?? '–'}</dd>
            <dt>{t('columns.order')}</dt>
            <dd>{row.order?.no ?? '–'}</dd>
          </dl>
          {act === 'sendBack' && (
            <TextInput
              label={t('fields.providerNo')}
              value={providerNo}
              onChange={(event) => setProviderNo(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              required
              data-autofocus
            />
          )}
        </div>
      }
      confirmLabel={t(`acts.${act}`)}
      isDangerous={act === 'sendBack'}
      isReady={act === 'restore' || providerNo.trim() !== ''}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const asked = { id: row.id, reason, ...stepUp };
        const answer =
          act === 'sendBack'
            ? await call(sendBackReceipt, { ...asked, provider_order_no: providerNo.trim() }, once)
            : await call(restoreReceipt, asked, once);
        told(answer, t('done'), row.no);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
