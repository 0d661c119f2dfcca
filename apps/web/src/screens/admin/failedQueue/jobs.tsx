import {
  discardFailedJobs,
  failedJobs,
  failedJobsMost,
  retryFailedJobs,
  type FailedJobRow,
} from '@suanpan/contract/endpoints/failed-jobs';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { BulkAct } from '../../../kit/bulk-bar.tsx';
import { fields as fieldsOf, inputOf } from '../../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../../kit/list-screen.tsx';
import { SideDrawer } from '../../../kit/side-drawer.tsx';
import { call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { ExportButton } from '../../../parts/export/export-button.tsx';
import { useWatchOffer } from '../../../parts/watch/use-watch-offer.tsx';
import styles from './jobs.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));

type E = typeof failedJobs;
type Act = FailedJobRow['actions'][number];
const said = { retry: 'retried', discard: 'discarded' } as const;
const rowKey = (row: FailedJobRow): string => row.id;
/** Of what a person put away nobody wants to hear. */
const waiting = { state: 'open' };
const nameOf = (row: FailedJobRow): string => row.subject;
/** All of them or none: whoever was not refused was done. */
async function wholly(answer: Promise<unknown>): Promise<ReadonlyMap<string, string>> {
  await answer;
  void changed();
  return new Map();
}
const changed = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [failedJobs.path] });
const work = ['state', 'job', 'subject', 'error', 'attempts', 'first_at', 'last_at'] as const;

/** News that nobody could be told of: told again, or put away with a reason. */
export function FailedJobs({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('callbacks');
  const [asked, setAsked] = useState<{ readonly act: Act; readonly row: FailedJobRow } | null>(null);
  const [opened, setOpened] = useState<FailedJobRow | null>(null);
  const columns = useMemo(() => {
    const c = columnsOf<FailedJobRow>();
    return [
      c.tag(
        'state',
        t('columns.state'),
        ({ state }) => ({ tone: state === 'open' ? 'fail' : 'idle', label: t(`jobStates.${state}`) }),
        { width: 104, card: 1 },
      ),
      c.text('job', t('columns.job'), { width: 168, card: 1 }),
      c.text('subject', t('columns.subject'), { width: 144, card: 2 }),
      c.text('error', t('columns.error'), { width: 280, card: 3 }),
      c.count('attempts', t('columns.attempts'), { width: 76 }),
      c.time('first_at', t('columns.firstAt'), { card: 2 }),
      c.time('last_at', t('columns.failedAt')),
      c.text('reason', t('columns.reason'), { width: 160 }),
      c.text('operator', t('columns.operator'), { width: 104 }),
    ];
  }, [t]);
  const presets = useWorkAndAll<FailedJobRow>(
    { columns: work, pinned: ['state', 'job'], leaving: ['first_at'] },
    { columns: [...work, 'reason', 'operator'], pinned: ['state', 'job'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.text('job', t('columns.job')),
      f.choice('state', t('columns.state'), {
        open: t('jobStates.open'),
        discarded: t('jobStates.discarded'),
      }),
      f.days(t('filters.range'), { fallback: 'all', queueUnless: ['job', 'state'] }),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(failedJobs, fields), [fields]);
  const watch = useWatchOffer('admin.failedQueue', fields, toInput, waiting);
  const bulk = useMemo(
    (): readonly BulkAct<FailedJobRow>[] => [
      {
        key: 'retry',
        label: t('acts.retry'),
        allows: (row) => row.actions.includes('retry'),
        effect: () => t('effects.retry'),
        run: (row, once) => call(retryFailedJobs, { ids: [row.id] }, once),
        together: {
          most: failedJobsMost,
          run: (rows, once) => wholly(call(retryFailedJobs, { ids: rows.map(rowKey) }, once)),
        },
      },
      {
        key: 'discard',
        label: t('acts.discard'),
        asks: ['reason'],
        allows: (row) => row.actions.includes('discard'),
        effect: () => t('effects.discard'),
        run: (row, once, { reason }) => call(discardFailedJobs, { ids: [row.id], reason }, once),
        together: {
          most: failedJobsMost,
          run: (rows, once, { reason }) =>
            wholly(call(discardFailedJobs, { ids: rows.map(rowKey), reason }, once)),
        },
      },
    ],
    [t],
  );
  return (
    <ListScreen<E>
      endpoint={failedJobs}
      name="admin.failedQueue"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('empty.jobs')}
      moreOfViews={watch.offer}
      headActions={
        <>
          {choice}
          <ExportButton kind="admin.failedQueue" endpoint={failedJobs} toInput={toInput} />
        </>
      }
      onOpen={setOpened}
      actions={(row) =>
        row.actions.map((act) => ({
          key: act,
          label: t(`acts.${act}`),
          isDangerous: act === 'discard',
          run: () => setAsked({ act, row }),
        }))
      }
      bulk={{ nameOf, sum: () => null, acts: bulk }}
    >
      {watch.dialog}
      {opened && (
        <SideDrawer title={opened.job} size={640} onClose={() => setOpened(null)}>
          <div className={styles.panel}>
            <dl className={styles.facts}>
              <dt>{t('columns.subject')}</dt>
              <dd>{opened.subject}</dd>
              <dt>{t('columns.attempts')}</dt>
              <dd>{opened.attempts}</dd>
            </dl>
            <h3>{t('columns.error')}</h3>
            <pre tabIndex={0}>{opened.error}</pre>
            <h3>{t('drawer.payload')}</h3>
            <pre tabIndex={0}>{JSON.stringify(JSON.parse(opened.payload), null, 2)}</pre>
          </div>
        </SideDrawer>
      )}
      {asked && (
        <Suspense fallback={null}>
          <Confirm
            title={`${t(`acts.${asked.act}`)} ${asked.row.job}`}
            effect={`${asked.row.subject} · ${t(`effects.${asked.act}`)}`}
            confirmLabel={t(`acts.${asked.act}`)}
            isDangerous={asked.act === 'discard'}
            asks={asked.act === 'discard' ? ['reason'] : []}
            act={async ({ once, reason }) => {
              const ids = [asked.row.id];
              await (asked.act === 'retry'
                ? call(retryFailedJobs, { ids }, once)
                : call(discardFailedJobs, { ids, reason }, once));
              toasts.emit({ tone: 'ok', title: t(`said.${said[asked.act]}`), text: asked.row.subject });
              await changed();
            }}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </ListScreen>
  );
}
