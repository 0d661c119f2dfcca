import { Textarea } from '@mantine/core';
import type { unlockAnyOrders } from '@suanpan/contract/endpoints/operate';
import type { unlockPayouts } from '@suanpan/contract/endpoints/payout-setting';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { call } from '../../lib/api.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import dialogs from '../user/dialogs.module.css';

interface UnlockDialogProps {
  /** Payouts of one's own tree, or orders of both kinds in every tree. */
  readonly endpoint: typeof unlockPayouts | typeof unlockAnyOrders;
  readonly onClose: () => void;
}

/** Frees orders that somebody keeps to himself, by their numbers. */
export function UnlockDialog({ endpoint, onClose }: UnlockDialogProps) {
  const t = useWords('payment');
  const [text, setText] = useState('');
  const named = [...new Set(text.split(/[\s,;，、]+/).filter((each) => each !== ''))];
  return (
    <Confirm
      title={t('setting.unlock')}
      effect={
        <div className={dialogs.effect}>
          <p className={dialogs.hint}>{t('setting.unlockEffect')}</p>
          <Textarea
            label={t('setting.orderIds')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={2}
            required
            data-autofocus
          />
        </div>
      }
      confirmLabel={t('setting.unlock')}
      isReady={named.length > 0 && named.length <= 200}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const { cleared } = await call(endpoint, { order_ids: named, reason, ...stepUp }, once);
        toasts.emit({ tone: 'ok', title: t('setting.unlocked', { count: cleared }) });
      }}
      onClose={onClose}
    />
  );
}
