import { Button } from '@mantine/core';
import { backups, backupTicket, verifyBackup, type BackupRow } from '@suanpan/contract/endpoints/backups';
import { displayCount } from '@suanpan/money/display';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sizeOf } from '../../lib/size-of.ts';
import { startDownload } from '../../lib/start-download.ts';
import { toasts } from '../../lib/toast.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { BackupPlan } from './backup/backup-plan.tsx';

const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));
const MakeDialog = lazy(async () => ({ default: (await import('./backup/make-dialog.tsx')).MakeDialog }));
const RestoreGuide = lazy(async () => ({
  default: (await import('./backup/restore-guide.tsx')).RestoreGuide,
}));
const ScheduleDialog = lazy(async () => ({
  default: (await import('./backup/schedule-dialog.tsx')).ScheduleDialog,
}));

const states: Record<BackupRow['state'], Tone> = {
  queued: 'wait',
  running: 'wait',
  completed: 'ok',
  failed: 'fail',
  removed: 'idle',
};
const trials: Record<NonNullable<BackupRow['verify_state']>, Tone> = {
  queued: 'wait',
  running: 'wait',
  passed: 'ok',
  failed: 'fail',
};
/** While something is being made or tried it is looked at so often. */
const busyLookMs = 2_000;
const rowKey = (row: BackupRow): string => row.id;
const isBusy = ({ state, verify_state: trial }: BackupRow): boolean =>
  [state, trial].some((each) => each === 'queued' || each === 'running');
const changed = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [backups.path] });

/** Copies of the whole database: made, tried, scheduled and fetched; or whose duty they are. */
export function Backups() {
  const t = useWords('backups');
  const may = useMay();
  const list = useScreenList(backups, inputOf(backups, []));
  const { data, refresh } = list;
  const isWorking = data?.items.some(isBusy) === true;
  useEffect(() => {
    if (!isWorking) return undefined;
    const timer = setInterval(refresh, busyLookMs);
    return () => clearInterval(timer);
  }, [isWorking, refresh]);
  const [open, setOpen] = useState<
    | 'make'
    | 'schedule'
    | { readonly act: 'verify' | 'download'; readonly id: string }
    | { readonly act: 'restore'; readonly row: BackupRow; readonly file: string }
    | null
  >(null);
  const close = (): void => setOpen(null);
  const presets = useWorkAndAll<BackupRow>(
    { columns: work, pinned: ['state', 'asked_at'], leaving: ['made_by'] },
    { columns: [...work, 'verified_at', 'finished_at', 'lsn', 'error'], pinned: ['state', 'asked_at'] },
  );
  const summary = data?.summary;
  const isOurs = summary?.duty !== 'database';
  return (
    <ListFrame<typeof backups>
      name="admin.backup"
      list={list}
      columns={useColumns()}
      presets={presets}
      fields={[]}
      rowKey={rowKey}
      emptyText={t('empty')}
      toolbar={summary && <BackupPlan summary={summary} />}
      create={
        isOurs && may('admin.backup.create')
          ? { label: t('acts.create'), run: () => setOpen('make') }
          : undefined
      }
      headActions={
        isOurs &&
        may('admin.backup.create') && (
          <Button variant="default" onClick={() => setOpen('schedule')}>
            {t('acts.schedule')}
          </Button>
        )
      }
      actions={(row) => [
        ...row.actions.map((act) => ({
          key: act,
          label: t(`acts.${act}`),
          run: () => setOpen({ act, id: row.id }),
        })),
        ...(row.file === null
          ? []
          : [
              {
                key: 'restore',
                label: t('acts.restore'),
                run: () => setOpen({ act: 'restore', row, file: row.file ?? '' }),
              },
            ]),
      ]}
    >
      <Suspense fallback={null}>
        {open === 'make' && <MakeDialog onDone={changed} onClose={close} />}
        {open === 'schedule' && summary && (
          <ScheduleDialog schedule={summary.schedule} onDone={changed} onClose={close} />
        )}
        {typeof open === 'object' && open?.act === 'restore' && (
          <RestoreGuide row={open.row} file={open.file} onClose={close} />
        )}
        {typeof open === 'object' && open?.act === 'verify' && (
          <Confirm
            title={t('acts.verify')}
            effect={t('effects.verify')}
            confirmLabel={t('acts.verify')}
            act={async () => {
              await call(verifyBackup, { id: open.id });
              toasts.emit({ tone: 'ok', title: t('said.verify') });
              await changed();
            }}
            onClose={close}
          />
        )}
        {typeof open === 'object' && open?.act === 'download' && (
          <Confirm
            title={t('acts.download')}
            effect={t('effects.download')}
            confirmLabel={t('acts.download')}
            asks={['reason', 'payment_password', 'one_code']}
            act={async ({ reason, stepUp }) => {
              startDownload((await call(backupTicket, { id: open.id, reason, ...stepUp })).url);
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </ListFrame>
  );
}

const work = ['state', 'asked_at', 'bytes', 'verify_state', 'verified', 'made_by', 'note'] as const;

function useColumns() {
  const t = useWords('backups');
  return useMemo(() => {
    const c = columnsOf<BackupRow>();
    const sizeIn = ({ bytes }: BackupRow): string => (bytes === null ? '–' : sizeOf(bytes));
    const rowsIn = ({ verified }: BackupRow): string => (verified ? displayCount(verified.rows) : '–');
    return [
      c.tag(
        'state',
        t('columns.state'),
        ({ error, state }) => ({
          tone: states[state],
          label: t(`states.${state}`),
          hint: error ?? undefined,
        }),
        { width: 104, card: 1 },
      ),
      c.time('asked_at', t('columns.askedAt'), { card: 1 }),
      c.own('bytes', t('columns.bytes'), {
        width: 96,
        isFigure: true,
        card: 2,
        holds: sizeIn,
        cell: (row) => <span className="num">{sizeIn(row)}</span>,
      }),
      c.tag(
        'verify_state',
        t('columns.verified'),
        ({ error, verify_state: trial }) =>
          trial === null
            ? { tone: 'idle', label: t('untried') }
            : { tone: trials[trial], label: t(`trials.${trial}`), hint: error ?? undefined },
        { width: 128, card: 2 },
      ),
      c.own('verified', t('columns.rows'), {
        width: 96,
        isFigure: true,
        card: 3,
        holds: rowsIn,
        cell: (row) => <span className="num">{rowsIn(row)}</span>,
      }),
      c.own('made_by', t('columns.madeBy'), {
        width: 112,
        cell: ({ made_by: by }) => by ?? t('scheduled'),
      }),
      c.text('note', t('columns.note'), { width: 240, card: 3 }),
      c.time('verified_at', t('columns.verifiedAt')),
      c.time('finished_at', t('columns.finishedAt')),
      c.text('lsn', t('columns.lsn'), { width: 120 }),
      c.text('error', t('columns.error'), { width: 240 }),
    ];
  }, [t]);
}
