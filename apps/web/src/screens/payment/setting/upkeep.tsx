import { Button } from '@mantine/core';
import { clearPayoutCardUsage, unlockPayouts } from '@suanpan/contract/endpoints/payout-setting';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { ClearUseDialog } from '../../../parts/order/clear-use-dialog.tsx';
import { UnlockDialog } from '../../../parts/order/unlock-dialog.tsx';
import styles from './setting.module.css';

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
      {open === 'clear' && (
        <ClearUseDialog
          clear={(cardNo, { once, reason, stepUp }) =>
            call(
              clearPayoutCardUsage,
              {
                scope: 'payout',
                ...(cardNo !== '' && { card_no: cardNo }),
                ...(customerId !== undefined && { customer_id: customerId }),
                reason,
                ...stepUp,
              },
              once,
            )
          }
          onClose={close}
        />
      )}
    </section>
  );
}
