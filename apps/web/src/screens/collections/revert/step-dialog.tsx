import { TextInput } from '@mantine/core';
import {
  closeRefund,
  confirmRefund,
  failRefund,
  retryRefund,
  sendRefund,
  winChargeBack,
} from '@suanpan/contract/endpoints/refunds';
import type { RefundRow } from '@suanpan/contract/endpoints/refunds';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { Money } from '../../../kit/money.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

const plain = { send: sendRefund, fail: failRefund, retry: retryRefund, close: closeRefund } as const;

interface StepDialogProps {
  readonly row: RefundRow;
  readonly act: RefundRow['actions'][number];
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** One step of a refund, with what it moves. */
export function StepDialog({ row, act, onDone, onClose }: StepDialogProps) {
  const t = useWords('refunds');
  const s = useWords('statuses');
  const told = useToldSubmission();
  const [providerNo, setProviderNo] = useState('');
  // Money that moved at the provider is named by his number for it.
  const asksNumber = act === 'confirm' || act === 'winBack';
  return (
    <Confirm
      title={`${t(`acts.${act}`)} · ${row.no}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t(`hints.${act}`)}</p>
          <dl className={styles.becomes}>
            <dt>{row.order.no}</dt>
            <dd>
              <Money value={row.amount} currency={row.currency} isExact />
            </dd>
            {row.mix.map(({ account, amount }) => (
              <div key={account}>
                <dt>{s(`account.${account}`)}</dt>
                <dd>
                  <Money value={amount} currency={row.currency} isExact />
                </dd>
              </div>
            ))}
          </dl>
          {asksNumber && (
            <TextInput
              label={t('fields.providerRef')}
              value={providerNo}
              onChange={(event) => setProviderNo(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              required
            />
          )}
        </div>
      }
      confirmLabel={t(`acts.${act}`)}
      isDangerous={act === 'fail' || act === 'close'}
      isReady={!asksNumber || providerNo.trim() !== ''}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const common = { id: row.id, reason, ...stepUp };
        const numbered = { ...common, provider_order_no: providerNo.trim() };
        const answer =
          act === 'confirm' || act === 'winBack'
            ? await call(act === 'confirm' ? confirmRefund : winChargeBack, numbered, once)
            : act === 'ask'
              ? await call(sendRefund, { ...common, by: 'provider' }, once)
              : await call(plain[act], common, once);
        told(answer, t('states.done'), row.no);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
