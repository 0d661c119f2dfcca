import { Button } from '@mantine/core';
import { approvalPolicy, type Threshold } from '@suanpan/contract/endpoints/approval-policy';
import { IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridAction, GridColumn } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { ListFrame } from '../../../kit/list-frame.tsx';
import { Money } from '../../../kit/money.tsx';
import type { Tone } from '../../../kit/status-tag.tsx';
import { useScreenList } from '../../../lib/use-screen-list.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './approvals.module.css';
import type { ThresholdEdit } from './threshold-dialog.tsx';

const ThresholdDialog = lazy(async () => ({
  default: (await import('./threshold-dialog.tsx')).ThresholdDialog,
}));

const tones: Readonly<Record<Threshold['source'], Tone>> = { own: 'ok', inherited: 'wait', preset: 'idle' };
const rowKey = (row: Threshold): string => `${row.agent?.id ?? 'all'}:${row.act ?? 'all'}:${row.currency}`;
const isZero = (amount: string): boolean => !/[1-9]/.test(amount);
const nothing = () => ({});

/** From which sums on a second person is asked: by currency and act, and for single senior agents. */
export function Policy({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('approvals');
  const common = useWords('common');
  const [edit, setEdit] = useState<ThresholdEdit | null>(null);
  const list = useScreenList(approvalPolicy, nothing);
  const columns = useMemo(() => thresholdColumns(t), [t]);
  const presets = useMemo(() => {
    const shown = ['source', 'currency', 'act', 'agent', 'threshold'] as const;
    return workAndAll<Threshold>(
      common,
      { columns: shown, pinned: ['source'] },
      { columns: [...shown, 'most'], pinned: ['source'] },
    );
  }, [common]);
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
    <ListFrame<typeof approvalPolicy>
      list={list}
      name="admin.approvals.policy"
      columns={columns}
      presets={presets}
      fields={[]}
      rowKey={rowKey}
      emptyText={t('policy.empty')}
      headActions={
        <>
          {choice}
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEdit({ name: 'add', rows: list.data?.items ?? [] })}
            disabled={list.data === undefined}
          >
            {t('policy.add')}
          </Button>
        </>
      }
      toolbar={<p className={styles.intro}>{t('policy.intro')}</p>}
      actions={actions}
    >
      <Suspense fallback={null}>
        {edit && <ThresholdDialog edit={edit} onClose={() => setEdit(null)} />}
      </Suspense>
    </ListFrame>
  );
}

function thresholdColumns(t: TFunction<'approvals'>): readonly GridColumn<Threshold>[] {
  const c = columnsOf<Threshold>();
  return [
    c.tag(
      'source',
      t('policy.columns.source'),
      ({ source }) => ({ tone: tones[source], label: t(`policy.sources.${source}`) }),
      { width: 150, card: 1 },
    ),
    c.text('currency', t('policy.columns.currency'), { width: 80, card: 1 }),
    c.own('act', t('policy.columns.act'), {
      width: 220,
      card: 2,
      cell: ({ act }) => (act === null ? <strong>{t('policy.allActs')}</strong> : t(`acts.${act}`)),
    }),
    c.own('agent', t('policy.columns.agent'), {
      width: 220,
      card: 3,
      cell: ({ agent }) => (agent === null ? t('policy.allAgents') : `${agent.name} · ${agent.id}`),
    }),
    {
      ...c.money('threshold', t('policy.columns.threshold'), { width: 150, card: 2 }),
      cell: ({ threshold }) => (isZero(threshold) ? t('policy.always') : <Money value={threshold} />),
    },
    c.money('most', t('policy.columns.most'), { width: 150 }),
  ];
}
