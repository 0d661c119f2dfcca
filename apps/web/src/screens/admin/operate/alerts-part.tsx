import { Button } from '@mantine/core';
import { alertRules, deleteAlertRule, type AlertRule } from '@suanpan/contract/endpoints/alert-rules';
import { queueNames } from '@suanpan/contract/endpoints/operate';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Fault } from '../../../kit/fault.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { useMay } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { OwnWatches, type AskedOfWatch } from '../../../parts/watch/own-watches.tsx';
import { lookEveryMs } from './look-every.ts';
import styles from './operate.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));
const EditWatch = lazy(async () => ({
  default: (await import('../../../parts/watch/edit-watch.tsx')).EditWatch,
}));
const RemoveWatch = lazy(async () => ({
  default: (await import('../../../parts/watch/remove-watch.tsx')).RemoveWatch,
}));
const AlertDialog = lazy(async () => ({ default: (await import('./alert-dialog.tsx')).AlertDialog }));

/** What people want to be told of, what holds now, and whether its address heard of it. */
export function AlertsPart() {
  const t = useWords('alerts');
  const common = useWords('common');
  const operate = useWords('operate');
  const mayChange = useMay()('admin.operate.update');
  const [open, setOpen] = useState<{
    readonly act: 'edit' | 'remove';
    readonly rule: AlertRule | null;
  } | null>(null);
  const [own, setOwn] = useState<AskedOfWatch | null>(null);
  const closeOwn = (): void => setOwn(null);
  const { data, error, refetch } = useQuery({
    queryKey: [alertRules.path],
    queryFn: ({ signal }) => call(alertRules, {}, { signal, background: true }),
    refetchInterval: lookEveryMs,
  });
  const nameOf = ({ name, shipped }: AlertRule): string =>
    shipped === null ? name : t(`shipped.${shipped}`);
  /** A queue is called as in its own table. */
  const labelOf = (label: string): string => {
    const queue = queueNames.find((name) => name === label);
    return queue === undefined ? label : operate(`queues.names.${queue}`);
  };
  const close = (): void => setOpen(null);
  const done = async (title: string): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: [alertRules.path] });
    toasts.emit({ tone: 'ok', title });
  };
  return (
    <section className={styles.part} aria-label={t('title')}>
      <header className={styles.head}>
        <h2>{t('title')}</h2>
        {mayChange && (
          <span className={styles.acts}>
            <Button variant="default" onClick={() => setOpen({ act: 'edit', rule: null })}>
              {t('add')}
            </Button>
          </span>
        )}
      </header>
      {error instanceof CallFault && <Fault fault={error} onRetry={() => void refetch()} />}
      <ul className={styles.pauses}>
        {data?.items.map((rule) => (
          <li key={rule.id}>
            <StatusTag {...stateOf(rule, t)} />
            <b>{nameOf(rule)}</b>
            <span>
              {t('rule', {
                metric: t(`metrics.${rule.metric}`),
                bound: t(`bounds.${rule.bound}`),
                mark: rule.mark,
                unit: t(`units.${rule.metric}`),
              })}
            </span>
            <span className={styles.quiet}>
              {[
                rule.scope_name ?? labelOf(rule.scope ?? ''),
                ...rule.firing.map(({ label, value }) =>
                  `${labelOf(label)} ${value} ${t(`units.${rule.metric}`)}`.trim(),
                ),
                rule.via.map((via) => t(`via.${via}`)).join(' · '),
                rule.last_fired_at === null
                  ? t('never')
                  : t('lastFired', { time: showInstant(rule.last_fired_at) }),
                rule.last_call !== null && t('lastCall', { outcome: rule.last_call }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {mayChange && (
              <>
                <Button size="xs" variant="default" onClick={() => setOpen({ act: 'edit', rule })}>
                  {common('buttons.edit')}
                </Button>
                {rule.shipped === null && (
                  <Button size="xs" variant="default" onClick={() => setOpen({ act: 'remove', rule })}>
                    {common('buttons.delete')}
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      <OwnWatches onAct={setOwn} />
      <p className={styles.quiet}>{t('about')}</p>
      <p className={styles.quiet}>{t('watch.where')}</p>
      <Suspense fallback={null}>
        {own?.act === 'edit' && <EditWatch watch={own.watch} onClose={closeOwn} />}
        {own?.act === 'delete' && <RemoveWatch watch={own.watch} onClose={closeOwn} />}
        {open?.act === 'edit' && data && (
          <AlertDialog
            rule={open.rule}
            name={open.rule === null ? '' : nameOf(open.rule)}
            contracts={data.contracts}
            onDone={() => done(t('saved'))}
            onClose={close}
          />
        )}
        {open?.act === 'remove' && open.rule !== null && (
          <Confirm
            title={t('remove')}
            effect={`${nameOf(open.rule)}: ${t('removeEffect')}`}
            confirmLabel={t('remove')}
            act={async () => {
              await call(deleteAlertRule, { id: open.rule?.id ?? '' });
              await done(t('removed'));
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}

function stateOf({ enabled, firing }: AlertRule, t: ReturnType<typeof useWords<'alerts'>>) {
  if (!enabled) return { tone: 'idle', label: t('off') } as const;
  return firing.length > 0
    ? ({ tone: 'fail', label: t('firing') } as const)
    : ({ tone: 'ok', label: t('quiet') } as const);
}
