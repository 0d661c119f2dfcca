import { Button, NativeSelect, TextInput } from '@mantine/core';
import { clearAnyCardUsage, unlockAnyOrders } from '@suanpan/contract/endpoints/operate';
import { lazy, Suspense, useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { platformZone, showInstant } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useDemoClock } from '../../../parts/demo/demo-clock.ts';
import { UnlockDialog } from '../../../parts/order/unlock-dialog.tsx';
import dialogs from '../../../parts/user/dialogs.module.css';
import { asks } from './set-operate.ts';
import styles from './operate.module.css';

const ClockDialog = lazy(async () => ({
  default: (await import('../../../parts/demo/clock-dialog.tsx')).ClockDialog,
}));

/** Orders that somebody keeps to himself, cards that were used up, and in a demo the business clock. */
export function UpkeepPart() {
  const t = useWords('operate');
  const may = useMay();
  const clock = useDemoClock();
  const [open, setOpen] = useState<'unlock' | 'clear' | 'clock' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <section className={styles.part} aria-label={t('upkeep.title')}>
      <h2>{t('upkeep.title')}</h2>
      <div className={styles.line}>
        {may('admin.operate.unlockOrders') && (
          <Button variant="default" onClick={() => setOpen('unlock')}>
            {t('upkeep.unlock')}
          </Button>
        )}
        {may('admin.operate.clearCardUsage') && (
          <Button variant="default" onClick={() => setOpen('clear')}>
            {t('upkeep.clear')}
          </Button>
        )}
        {clock !== null && (
          <>
            <Button
              variant="default"
              disabled={!may('admin.operate.update')}
              onClick={() => setOpen('clock')}
            >
              {t('upkeep.clock')}
            </Button>
            <span className={`${styles.quiet} num`}>
              {t('upkeep.clockAt', { time: showInstant(clock.now), zone: platformZone })}
            </span>
          </>
        )}
      </div>
      {open === 'unlock' && <UnlockDialog endpoint={unlockAnyOrders} onClose={close} />}
      {open === 'clear' && <ClearDialog onClose={close} />}
      <Suspense fallback={null}>{open === 'clock' && <ClockDialog onClose={close} />}</Suspense>
    </section>
  );
}

const scopes = ['payout', 'withdrawal'] as const;

function ClearDialog({ onClose }: { onClose: () => void }) {
  const t = useWords('operate');
  const [cardNo, setCardNo] = useState('');
  const [scope, setScope] = useState<(typeof scopes)[number]>('payout');
  return (
    <Confirm
      title={t('upkeep.clear')}
      effect={
        <div className={dialogs.effect}>
          <p className={dialogs.hint}>{t('upkeep.clearEffect')}</p>
          <TextInput
            label={t('upkeep.card')}
            value={cardNo}
            onChange={(event) => setCardNo(event.currentTarget.value)}
            autoComplete="off"
            required
            data-autofocus
          />
          <NativeSelect
            label={t('upkeep.scope')}
            value={scope}
            onChange={(event) =>
              setScope(event.currentTarget.value === 'withdrawal' ? 'withdrawal' : 'payout')
            }
            data={scopes.map((each) => ({ value: each, label: t(`upkeep.scopes.${each}`) }))}
          />
        </div>
      }
      confirmLabel={t('upkeep.clear')}
      isReady={cardNo.trim() !== ''}
      asks={asks}
      act={async ({ idempotencyKey, oneCode, paymentPassword, reason }) => {
        const { cleared } = await call(
          clearAnyCardUsage,
          {
            card_no: cardNo.trim(),
            scope,
            reason,
            payment_password: paymentPassword,
            one_code: oneCode,
          },
          { idempotencyKey },
        );
        toasts.emit({ tone: 'ok', title: t('upkeep.cleared', { count: cleared }) });
      }}
      onClose={onClose}
    />
  );
}
