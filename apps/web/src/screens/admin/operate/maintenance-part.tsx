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
  // As it stood when it was opened: the page is read anew meanwhile, and nobody overwrites what he has not read.
  const [open, setOpen] = useState<{ as: 'set' | 'end'; seen: OperateView } | null>(null);
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
            <Button variant="default" onClick={() => setOpen({ as: 'set', seen: view })}>
              {maintenance === null ? t('maintenance.start') : t('maintenance.edit')}
            </Button>
            {maintenance !== null && (
              <Button color="red" variant="light" onClick={() => setOpen({ as: 'end', seen: view })}>
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
        {open?.as === 'set' && <MaintenanceDialog view={open.seen} onClose={close} />}
        {open?.as === 'end' && (
          <Confirm
            title={t('maintenance.end')}
            effect={t('maintenance.endEffect')}
            confirmLabel={t('maintenance.end')}
            asks={asks}
            act={async (answer) => {
              await change(open.seen, () => ({ maintenance: null }), answer);
              toasts.emit({ tone: 'ok', title: t('maintenance.ended') });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}
