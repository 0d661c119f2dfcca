import { Button } from '@mantine/core';
import type { OperateView } from '@suanpan/contract/endpoints/operate';
import { lazy, Suspense, useState } from 'react';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { currentLocale } from '../../../lib/locale.ts';
import { useMay } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { asks, change } from './set-operate.ts';
import styles from './operate.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));
const MaintenanceDialog = lazy(async () => ({
  default: (await import('./maintenance-dialog.tsx')).MaintenanceDialog,
}));

/** Whether the house is shut, since when and until when, and what everybody reads meanwhile. */
export function MaintenancePart({ view }: { view: OperateView }) {
  const t = useWords('operate');
  const may = useMay();
  const [open, setOpen] = useState<'set' | 'end' | null>(null);
  const { maintenance } = view;
  const state = maintenance === null ? 'off' : maintenance.is_on ? 'on' : 'planned';
  const tone = { off: 'idle', planned: 'attention', on: 'fail' } as const;
  const close = (): void => setOpen(null);
  return (
    <section className={styles.part} aria-label={t('maintenance.title')}>
      <header className={styles.head}>
        <h2>{t('maintenance.title')}</h2>
        <StatusTag tone={tone[state]} label={t(`maintenance.${state}`)} />
        {may('admin.operate.update') && (
          <span className={styles.acts}>
            <Button variant="default" onClick={() => setOpen('set')}>
              {maintenance === null ? t('maintenance.start') : t('maintenance.edit')}
            </Button>
            {maintenance !== null && (
              <Button color="red" variant="light" onClick={() => setOpen('end')}>
                {t('maintenance.end')}
              </Button>
            )}
          </span>
        )}
      </header>
      {maintenance !== null && (
        <p className={styles.notice}>
          <b className="num">
            {t('maintenance.window', {
              from: showInstant(maintenance.from),
              to: maintenance.to === null ? t('maintenance.open') : showInstant(maintenance.to),
            })}
          </b>
          <span>{maintenance.text[currentLocale()]}</span>
        </p>
      )}
      <p className={styles.quiet}>{t('maintenance.about')}</p>
      <Suspense fallback={null}>
        {open === 'set' && <MaintenanceDialog view={view} onClose={close} />}
        {open === 'end' && (
          <Confirm
            title={t('maintenance.end')}
            effect={t('maintenance.endEffect')}
            confirmLabel={t('maintenance.end')}
            asks={asks}
            act={async (answer) => {
              await change(view, { maintenance: null }, answer);
              toasts.emit({ tone: 'ok', title: t('maintenance.ended') });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}
