import { deleteExport, exportsList, type ExportRow } from '@suanpan/contract/endpoints/exports';
import type { ExportState } from '@suanpan/domain/exports/kinds';
import { exportFileDays } from '@suanpan/domain/limits';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { GridAction, GridColumn } from '../../kit/grid/grid-column.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { now } from '../../lib/clock.ts';
import { pagingOf } from '../../lib/list-paging.ts';
import { useMay } from '../../lib/own-user.ts';
import { dayMs, platformZone } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { shortName } from '../../parts/export/short-name.ts';
import { useFetchExport } from '../../parts/export/use-fetch-export.ts';
import { Instant } from '../../kit/instant.tsx';
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
      columns={useColumns(fetchFile.mutate)}
      fields={[]}
      toInput={pagingOf}
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
              await client.invalidateQueries({ queryKey: [exportsList.path] });
            }}
            onClose={() => setRemoving(null)}
          />
        </Suspense>
      )}
    </ListScreen>
  );
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function sizeOf(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

function useColumns(onFetch: (file: string) => void): readonly GridColumn<ExportRow>[] {
  const t = useWords('exports');
  const s = useWords('statuses');
  const titles = useWords('screens');
  return useMemo(
    () => [
      {
        key: 'kind',
        title: t('list.list'),
        width: 170,
        card: 'head',
        cell: (row) => <b className={styles.kind}>{titles(`titles.${row.kind}`)}</b>,
      },
      {
        key: 'status',
        title: t('list.status'),
        width: 120,
        card: 'line',
        cell: (row) => (
          <StatusTag
            tone={tones[row.status]}
            label={s(`export.${row.status}`)}
            {...(row.error === undefined ? {} : { hint: row.error })}
          />
        ),
      },
      {
        key: 'progress',
        title: t('list.progress'),
        width: 210,
        card: 'line',
        cell: (row) => <Progress row={row} onFetch={onFetch} />,
      },
      {
        key: 'rows',
        title: t('list.rows'),
        width: 100,
        isFigure: true,
        card: 'line',
        cell: (row) => (row.rows === null ? '–' : row.rows.toLocaleString('en-US')),
      },
      {
        key: 'size',
        title: t('list.size'),
        width: 100,
        isFigure: true,
        card: 'line',
        cell: (row) => (row.bytes === null ? '–' : sizeOf(row.bytes)),
      },
      {
        key: 'created_at',
        title: `${t('list.created')} (${platformZone})`,
        width: 170,
        card: 'line',
        cell: (row) => <Instant at={row.created_at} />,
      },
      {
        key: 'expires_at',
        title: t('list.expires'),
        width: 150,
        card: 'line',
        cell: (row) => {
          if (row.expires_at === null || row.status !== 'completed') return '–';
          const days = Math.ceil((Date.parse(row.expires_at) - now()) / dayMs);
          return <span>{days <= 1 ? t('list.expiresToday') : t('list.expiresIn', { days })}</span>;
        },
      },
      {
        key: 'file',
        title: t('list.file'),
        width: 300,
        isHidden: true,
        cell: (row) => <span title={row.file}>{shortName(row.file)}</span>,
      },
    ],
    [t, s, titles, onFetch],
  );
}

interface ProgressProps {
  readonly row: ExportRow;
  readonly onFetch: (file: string) => void;
}

/** A bar while it is at work, the file when it is done, and the reason when there is none. */
function Progress({ row, onFetch }: ProgressProps) {
  const t = useWords('exports');
  if (row.error !== undefined) return <span title={row.error}>{row.error}</span>;
  if (row.status === 'completed') {
    return (
      <button type="button" className={styles.download} onClick={() => onFetch(row.file)}>
        <IconDownload size={15} aria-hidden />
        {t('list.download')}
      </button>
    );
  }
  if (!isOpen(row)) return '–';
  return (
    <span className={styles.progress}>
      <progress max={100} value={row.progress} aria-label={`${row.progress}%`} />
      <span className="num">{row.progress}%</span>
    </span>
  );
}
