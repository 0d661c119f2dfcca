import { Button } from '@mantine/core';
import { approvalPolicy, type Threshold } from '@suanpan/contract/endpoints/approval-policy';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { DataGrid } from '../../../kit/grid/data-grid.tsx';
import type { GridAction, GridColumn } from '../../../kit/grid/grid-column.ts';
import { useGridLayout } from '../../../kit/grid/grid-layout.ts';
import { ListPage } from '../../../kit/list-page.tsx';
import { Money } from '../../../kit/money.tsx';
import { StatusTag, type Tone } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './approvals.module.css';
import type { ThresholdEdit } from './threshold-dialog.tsx';

const ThresholdDialog = lazy(async () => ({
  default: (await import('./threshold-dialog.tsx')).ThresholdDialog,
}));

const tones: Readonly<Record<Threshold['source'], Tone>> = { own: 'ok', inherited: 'wait', preset: 'idle' };
const rowKey = (row: Threshold): string => `${row.agent?.id ?? 'all'}:${row.act ?? 'all'}:${row.currency}`;
const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

interface PolicyProps {
  readonly title: string;
  readonly choice: ReactNode;
}

/** From which sums on a second person is asked: by currency and act, and for single senior agents. */
export function Policy({ title, choice }: PolicyProps) {
  const t = useWords('approvals');
  const common = useWords('common');
  const [edit, setEdit] = useState<ThresholdEdit | null>(null);
  const policy = useQuery({
    queryKey: [approvalPolicy.path],
    queryFn: ({ signal }) => call(approvalPolicy, {}, { signal }),
  });
  const columns = useMemo<readonly GridColumn<Threshold>[]>(
    () => [
      {
        key: 'currency',
        title: t('policy.columns.currency'),
        width: 100,
        card: 'head',
        cell: (row) => row.currency,
      },
      {
        key: 'act',
        title: t('policy.columns.act'),
        width: 220,
        card: 'head',
        cell: (row) => (row.act === null ? <strong>{t('policy.allActs')}</strong> : t(`acts.${row.act}`)),
      },
      {
        key: 'agent',
        title: t('policy.columns.agent'),
        width: 220,
        card: 'line',
        cell: (row) => (row.agent === null ? t('policy.allAgents') : `${row.agent.name} · ${row.agent.id}`),
      },
      {
        key: 'threshold',
        title: t('policy.columns.threshold'),
        width: 170,
        isFigure: true,
        card: 'line',
        cell: (row) => (isZero(row.threshold) ? t('policy.always') : <Money value={row.threshold} />),
      },
      {
        key: 'source',
        title: t('policy.columns.source'),
        width: 170,
        card: 'line',
        cell: (row) => <StatusTag tone={tones[row.source]} label={t(`policy.sources.${row.source}`)} />,
      },
    ],
    [t],
  );
  const layout = useGridLayout('admin.approvals.policy', columns);
  const actions = (row: Threshold): readonly GridAction[] => [
    { key: 'edit', label: common('buttons.edit'), run: () => setEdit({ name: 'edit', row }) },
    ...(row.source === 'own'
      ? [
          {
            key: 'remove',
            label: t('policy.remove'),
            isDangerous: true,
            run: () => setEdit({ name: 'remove', row }),
          },
        ]
      : []),
  ];
  return (
    <ListPage
      title={title}
      actions={
        <>
          {choice}
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEdit({ name: 'add', rows: policy.data?.items ?? [] })}
            disabled={policy.data === undefined}
          >
            {t('policy.add')}
          </Button>
        </>
      }
    >
      <p className={styles.intro}>{t('policy.intro')}</p>
      <DataGrid
        label={title}
        columns={columns}
        layout={layout}
        rows={policy.error ? [] : policy.data?.items}
        rowKey={rowKey}
        message={
          policy.error instanceof CallFault ? (
            <Fault fault={policy.error} onRetry={() => void policy.refetch()} />
          ) : (
            <EmptyState kind="none" text={t('policy.empty')} />
          )
        }
        actions={actions}
      />
      <Suspense fallback={null}>
        {edit && <ThresholdDialog edit={edit} onClose={() => setEdit(null)} />}
      </Suspense>
    </ListPage>
  );
}
