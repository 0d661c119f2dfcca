import { Button, TextInput } from '@mantine/core';
import { clearPayoutCardUsage, unlockPayouts } from '@suanpan/contract/endpoints/payout-setting';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { UnlockDialog } from '../../../parts/order/unlock-dialog.tsx';
import dialogs from '../../../parts/user/dialogs.module.css';
import styles from './setting.module.css';

const asks = ['reason', 'paymentPassword', 'code'] as const;

/** Orders that somebody keeps to himself are freed, and the use of cards is counted anew. */
export function Upkeep({ customerId }: { customerId: string | undefined }) {
  const t = useWords('payment');
  const may = useMay();
  const [open, setOpen] = useState<'unlock' | 'clear' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <section aria-label={t('setting.acts')}>
      <fieldset className={styles.part}>
        <legend>{t('setting.acts')}</legend>
        <div className={styles.line}>
          {may('payment.setting.unlockOrders') && (
            <Button variant="default" onClick={() => setOpen('unlock')}>
              {t('setting.unlock')}
            </Button>
          )}
          {may('payment.setting.clearCardUsage') && (
            <Button variant="default" onClick={() => setOpen('clear')}>
              {t('setting.clear')}
            </Button>
          )}
        </div>
      </fieldset>
      {open === 'unlock' && <UnlockDialog endpoint={unlockPayouts} onClose={close} />}
      {open === 'clear' && <ClearDialog customerId={customerId} onClose={close} />}
    </section>
  );
}

interface ClearDialogProps {
  /** Whose use of cards is meant; everybody's of the tree without one. */
  readonly customerId?: string | undefined;
  readonly onDone?: () => Promise<void>;
  readonly onClose: () => void;
}

/** Counts the use of one card, or of all of them, anew; the reason stands in the log. */
export function ClearDialog({ customerId, onClose, onDone }: ClearDialogProps) {
  const t = useWords('payment');
  const [cardNo, setCardNo] = useState('');
  return (
    <Confirm
      title={t('setting.clear')}
      effect={
        <div className={dialogs.effect}>
          <p className={dialogs.hint}>{t('setting.clearEffect')}</p>
          <TextInput
            label={t('setting.clearCard')}
            description={t('setting.clearAll')}
            value={cardNo}
            onChange={(event) => setCardNo(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        </div>
      }
      confirmLabel={t('setting.clear')}
      asks={asks}
      act={async ({ idempotencyKey, oneCode, paymentPassword, reason }) => {
        const { cleared } = await call(
          clearPayoutCardUsage,
          {
            scope: 'payout',
            ...(cardNo.trim() !== '' && { card_no: cardNo.trim() }),
            ...(customerId !== undefined && { customer_id: customerId }),
            reason,
            payment_password: paymentPassword,
            one_code: oneCode,
          },
          { idempotencyKey },
        );
        toasts.emit({ tone: 'ok', title: t('setting.cleared', { count: cleared }) });
        await onDone?.();
      }}
      onClose={onClose}
    />
  );
}
