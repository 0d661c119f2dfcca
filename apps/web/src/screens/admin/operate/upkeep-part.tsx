import { Button, NativeSelect } from '@mantine/core';
import { clearAnyCardUsage, unlockAnyOrders } from '@suanpan/contract/endpoints/operate';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { platformZone } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useDemoClock } from '../../../parts/demo/demo-clock.ts';
import { useBusinessClock } from '../../../parts/demo/use-business-clock.ts';
import { ClearUseDialog } from '../../../parts/order/clear-use-dialog.tsx';
import { UnlockDialog } from '../../../parts/order/unlock-dialog.tsx';
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
              <ClockAt />
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

/** It goes on while somebody looks. */
function ClockAt() {
  const t = useWords('operate');
  return t('upkeep.clockAt', { time: useBusinessClock(), zone: platformZone });
}

const scopes = ['payout', 'withdrawal'] as const;

function ClearDialog({ onClose }: { onClose: () => void }) {
  const t = useWords('operate');
  const [scope, setScope] = useState<(typeof scopes)[number]>('payout');
  return (
    <ClearUseDialog
      isOneOnly
      clear={(cardNo, { once, reason, stepUp }) =>
        call(clearAnyCardUsage, { card_no: cardNo, scope, reason, ...stepUp }, once)
      }
      onClose={onClose}
    >
      <NativeSelect
        label={t('upkeep.scope')}
        value={scope}
        onChange={(event) => setScope(event.currentTarget.value === 'withdrawal' ? 'withdrawal' : 'payout')}
        data={scopes.map((each) => ({ value: each, label: t(`upkeep.scopes.${each}`) }))}
      />
    </ClearUseDialog>
  );
}
