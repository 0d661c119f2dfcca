import { Button } from '@mantine/core';
import type { OperateView } from '@suanpan/contract/endpoints/operate';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { asks, change, pausesOf } from './set-operate.ts';
import styles from './operate.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));
const PauseDialog = lazy(async () => ({ default: (await import('./pause-dialog.tsx')).PauseDialog }));

/** What of the money stands still, for whom, why, and the way to let it go on. */
export function PausesPart({ view }: { view: OperateView }) {
  const t = useWords('operate');
  const may = useMay();
  const mayChange = may('admin.operate.update');
  const [open, setOpen] = useState<'add' | number | null>(null);
  const close = (): void => setOpen(null);
  const lifted = typeof open === 'number' ? view.paused[open] : undefined;
  const whose = ({ name, scope }: OperateView['paused'][number]): string =>
    name === null ? t(`pauses.scope.${scope}`) : `${t(`pauses.scope.${scope}`)} · ${name}`;
  return (
    <section className={styles.part} aria-label={t('pauses.title')}>
      <header className={styles.head}>
        <h2>{t('pauses.title')}</h2>
        {mayChange && (
          <span className={styles.acts}>
            <Button variant="default" onClick={() => setOpen('add')}>
              {t('pauses.add')}
            </Button>
          </span>
        )}
      </header>
      {view.paused.length === 0 && <p>{t('pauses.none')}</p>}
      <ul className={styles.pauses} hidden={view.paused.length === 0}>
        {view.paused.map((pause, n) => (
          <li key={`${pause.what} ${pause.scope} ${pause.id ?? ''}`}>
            <StatusTag tone="fail" label={t(`pauses.what.${pause.what}`)} />
            <b>{whose(pause)}</b>
            <span>{pause.reason}</span>
            <span className={styles.quiet}>
              {pause.until === null
                ? t('pauses.untilLifted')
                : t('pauses.untilShown', { time: showInstant(pause.until) })}
              {' · '}
              {t('pauses.by', { name: pause.by, time: showInstant(pause.at) })}
            </span>
            {mayChange && (
              <Button size="xs" variant="default" onClick={() => setOpen(n)}>
                {t('pauses.lift')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{t('pauses.about')}</p>
      <Suspense fallback={null}>
        {open === 'add' && <PauseDialog view={view} onClose={close} />}
        {lifted && (
          <Confirm
            title={t('pauses.lift')}
            effect={t('pauses.liftEffect', { what: t(`pauses.what.${lifted.what}`), scope: whose(lifted) })}
            confirmLabel={t('pauses.lift')}
            asks={asks}
            act={async (answer) => {
              await change(view, { paused: pausesOf(view).filter((_, n) => n !== open) }, answer);
              toasts.emit({ tone: 'ok', title: t('pauses.lifted') });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}
