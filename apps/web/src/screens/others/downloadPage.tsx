import { deleteExport, exportsList, type ExportRow } from '@suanpan/contract/endpoints/exports';
import type { ExportState } from '@suanpan/domain/exports/kinds';
import { exportFileDays } from '@suanpan/domain/limits';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { businessNow } from '../../lib/clock.ts';
import { useMay } from '../../lib/own-user.ts';
import { dayMs } from '../../lib/platform-time.ts';
import { sizeOf } from '../../lib/size-of.ts';
import { useWords } from '../../lib/use-words.ts';
import { shortName } from '../../parts/export/short-name.ts';
import { removeFinishedExport } from '../../parts/export/finished-exports.ts';
import { useFetchExport } from '../../parts/export/use-fetch-export.ts';
import styles from './downloadPage/download-page.module.css';

const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

const tones: Readonly<Record<ExportState, Tone>> = {
  queued: 'idle',
  running: 'wait',
  completed: 'ok',
  failed: 'fail',
  expired: 'reversed',
};
const rowKey = (row: ExportRow): string => row.id;
const isOpen = ({ status }: ExportRow): boolean => status === 'queued' || status === 'running';

/** One's own exports: how far they are, how long they stay, and the files themselves. */
export function DownloadPage() {
  const t = useWords('exports');
  const may = useMay();
  const client = useQueryClient();
  const fetchFile = useFetchExport();
  const presets = useWorkAndAll<ExportRow>(
    {
      columns: ['status', 'kind', 'progress', 'rows', 'bytes', 'created_at', 'expires_at'],
      pinned: ['status', 'kind'],
    },
    {
      columns: ['kind', 'status', 'progress', 'rows', 'bytes', 'created_at', 'expires_at', 'file'],
      pinned: ['kind'],
    },
  );
  const [removing, setRemoving] = useState<ExportRow | null>(null);

  const actions = (row: ExportRow): GridAction[] => [
    ...(row.status === 'completed'
      ? [
          {
            key: 'download',
            label: t('list.download'),
            run: () => fetchFile.mutate(row.file),
          },
        ]
      : []),
    ...(may('downloadPage.delete')
      ? [
          {
            key: 'remove',
            label: isOpen(row) ? t('list.cancel') : t('list.remove'),
            isDangerous: true,
            run: () => setRemoving(row),
          },
        ]
      : []),
  ];

  return (
    <ListScreen
      endpoint={exportsList}
      name="downloadPage"
      columns={useColumns()}
      presets={presets}
      fields={[]}
      rowKey={rowKey}
      emptyText={t('list.empty')}
      toolbar={() => <span>{t('list.keep', { days: exportFileDays })}</span>}
      actions={actions}
    >
      {removing && (
        <Suspense fallback={null}>
          <Confirm
            title={isOpen(removing) ? t('list.cancel') : t('list.remove')}
            effect={t(isOpen(removing) ? 'list.cancelEffect' : 'list.removeEffect', {
              file: shortName(removing.file),
            })}
            confirmLabel={isOpen(removing) ? t('list.cancel') : t('list.remove')}
            isDangerous
            act={async () => {
              await call(deleteExport, { id: removing.id });
              removeFinishedExport(removing.file);
              await client.invalidateQueries({ queryKey: [exportsList.path] });
            }}
            onClose={() => setRemoving(null)}
          />
        </Suspense>
      )}
    </ListScreen>
  );
}

function useColumns() {
  const t = useWords('exports');
  const s = useWords('statuses');
  const titles = useWords('screens');
  return useMemo(() => {
    const c = columnsOf<ExportRow>();
    const sizeIn = ({ bytes }: ExportRow): string => (bytes === null ? '–' : sizeOf(bytes));
    const keptFor = ({ expires_at, status }: ExportRow): string => {
      if (expires_at === null || status !== 'completed') return '–';
      const days = Math.ceil((Date.parse(expires_at) - businessNow()) / dayMs);
      return days <= 1 ? t('list.expiresToday') : t('list.expiresIn', { days });
    };
    return [
      c.tag(
        'status',
        t('list.status'),
        (row) => ({ tone: tones[row.status], label: s(`export.${row.status}`), hint: row.error }),
        { card: 1 },
      ),
      c.own('kind', t('list.list'), {
        width: 190,
        card: 2,
        cell: (row) => <b title={titles(`titles.${row.kind}`)}>{titles(`titles.${row.kind}`)}</b>,
      }),
      c.own('progress', t('list.progress'), {
        width: 180,
        card: 3,
        cell: (row) => <Progress row={row} />,
      }),
      c.count('rows', t('list.rows'), { card: 2 }),
      c.own('bytes', t('list.size'), {
        width: 88,
        isFigure: true,
        card: 3,
        holds: sizeIn,
        cell: (row) => <span className="num">{sizeIn(row)}</span>,
      }),
      c.time('created_at', t('list.created'), { card: 1 }),
      c.said('expires_at', t('list.expires'), keptFor, { width: 120 }),
      c.own('file', t('list.file'), {
        width: 300,
        cell: (row) => <span title={row.file}>{shortName(row.file)}</span>,
      }),
    ];
  }, [t, s, titles]);
}

/** A bar while it is at work, and the reason when there is no file. */
function Progress({ row }: { readonly row: ExportRow }) {
  if (row.error !== undefined) return <span title={row.error}>{row.error}</span>;
  if (!isOpen(row)) return '–';
  return (
    <span className={styles.progress}>
      <progress max={100} value={row.progress} aria-label={`${row.progress}%`} />
      <span className="num">{row.progress}%</span>
    </span>
  );
}
