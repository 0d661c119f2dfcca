import { Button } from '@mantine/core';
import type { OperateView } from '@suanpan/contract/endpoints/operate';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { asks, change, keyOf, pausesOf } from './set-operate.ts';
import styles from './operate.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));
const PauseDialog = lazy(async () => ({ default: (await import('./pause-dialog.tsx')).PauseDialog }));

type Pause = OperateView['paused'][number];

/** What of the money stands still, for whom, why, and the way to let it go on. */
export function PausesPart({ view }: { view: OperateView }) {
  const t = useWords('operate');
  const may = useMay();
  const mayChange = may('admin.operate.update');
  // As they stood when it was opened: the page is read anew meanwhile, and whoever agrees agrees to what he reads.
  const [open, setOpen] = useState<{ seen: OperateView; lifted?: Pause } | null>(null);
  const close = (): void => setOpen(null);
  const lifted = open?.lifted;
  const whose = ({ name, scope }: Pause): string =>
    name === null ? t(`pauses.scope.${scope}`) : `${t(`pauses.scope.${scope}`)} · ${name}`;
  return (
    <section className={styles.part} aria-label={t('pauses.title')}>
      <header className={styles.head}>
        <h2>{t('pauses.title')}</h2>
        {mayChange && (
          <span className={styles.acts}>
            <Button variant="default" onClick={() => setOpen({ seen: view })}>
              {t('pauses.add')}
            </Button>
          </span>
        )}
      </header>
      {view.paused.length === 0 && <p>{t('pauses.none')}</p>}
      <ul className={styles.pauses} hidden={view.paused.length === 0}>
        {view.paused.map((pause) => (
          <li key={keyOf(pause)}>
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
              <Button size="xs" variant="default" onClick={() => setOpen({ seen: view, lifted: pause })}>
                {t('pauses.lift')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{t('pauses.about')}</p>
      <Suspense fallback={null}>
        {open && !lifted && <PauseDialog view={open.seen} onClose={close} />}
        {open && lifted && (
          <Confirm
            title={t('pauses.lift')}
            effect={t('pauses.liftEffect', { what: t(`pauses.what.${lifted.what}`), scope: whose(lifted) })}
            confirmLabel={t('pauses.lift')}
            asks={asks}
            act={async (answer) => {
              const isOther = (one: Parameters<typeof keyOf>[0]): boolean => keyOf(one) !== keyOf(lifted);
              await change(open.seen, (now) => ({ paused: pausesOf(now).filter(isOther) }), answer);
              toasts.emit({ tone: 'ok', title: t('pauses.lifted') });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}
