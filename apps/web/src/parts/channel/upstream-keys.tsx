import type { UpstreamKeyRow, UpstreamKeys } from '@suanpan/contract/endpoints/upstream-keys';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridAction, GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { agentNames } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { WaitingMarks } from '../approval/waiting-marks.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { credentialWord } from './credential-word.ts';
import { makeTestCall } from './test-call.ts';

const ContractDialog = lazy(async () => ({
  default: (await import('./contract-dialog.tsx')).ContractDialog,
}));
const RotateDialog = lazy(async () => ({ default: (await import('./rotate-dialog.tsx')).RotateDialog }));
const StandingsDialog = lazy(async () => ({
  default: (await import('../standings/standings-dialog.tsx')).StandingsDialog,
}));
const SettleDialog = lazy(async () => ({ default: (await import('./settle-dialog.tsx')).SettleDialog }));

type E = UpstreamKeys['list'];
const rowKey = (row: UpstreamKeyRow): string => row.id;
const work = ['enabled', 'name', 'agent', 'provider', 'currency', 'masked', 'test_outcome'] as const;
const all = [
  ...work,
  'tested_at',
  'driver',
  'base_url',
  'late_payment',
  'notify_networks',
  'previous_until',
] as const;

interface UpstreamKeyListProps {
  readonly endpoints: UpstreamKeys;
  readonly name: 'admin.agentCollectionKey' | 'admin.agentPaymentKey';
}

/** Senior agents' contracts with providers, and the end of what each is known by. */
export function UpstreamKeyList({ endpoints, name }: UpstreamKeyListProps) {
  const t = useWords('channelDefs');
  const errors = useWords('errors');
  const may = useMay();
  const client = useQueryClient();
  const [editing, setEditing] = useState<UpstreamKeyRow | 'new' | null>(null);
  const [rotating, setRotating] = useState<UpstreamKeyRow | null>(null);
  const [settling, setSettling] = useState<UpstreamKeyRow | null>(null);
  const [standing, setStanding] = useState<UpstreamKeyRow | null>(null);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [endpoints.list.path] });
  const columns = useMemo(() => keyColumns(t), [t]);
  const presets = useWorkAndAll<UpstreamKeyRow>(
    { columns: [...work], pinned: ['enabled', 'name'], leaving: ['provider'] },
    { columns: [...all], pinned: ['enabled', 'name'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.text('search', t('filters.keySearch')),
      f.pick('agent_id', t('columns.agent'), agentNames, { mistake: errors('enterPremiumProxyId') }),
    ];
  }, [t, errors]);
  const toInput = useMemo(() => inputOf(endpoints.list, fields), [endpoints, fields]);
  return (
    <ListScreen<E>
      endpoint={endpoints.list}
      name={name}
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('empty.keys')}
      toInput={toInput}
      headActions={<ExportButton kind={name} endpoint={endpoints.list} toInput={toInput} />}
      create={may(`${name}.create`) ? { label: t('acts.addKey'), run: () => setEditing('new') } : undefined}
      actions={(row) => {
        const acts: GridAction[] = row.actions.map((key) => ({
          key,
          label: key === 'update' ? t('acts.edit') : t(`acts.${key}`),
          run: () => {
            if (key === 'update') setEditing(row);
            else if (key === 'rotate') setRotating(row);
            else if (key === 'settle') setSettling(row);
            else void makeTestCall(() => call(endpoints.test, { id: row.id }), row.name).then(changed);
          },
        }));
        const balances = { key: 'balances', label: t('acts.balances'), run: () => setStanding(row) };
        // What changes nothing stands before what does, behind what is done most.
        return may('admin.reconciliation.get') ? acts.toSpliced(1, 0, balances) : acts;
      }}
    >
      <Suspense fallback={null}>
        {standing !== null && <StandingsDialog account={standing} onClose={() => setStanding(null)} />}
        {editing !== null && (
          <ContractDialog
            endpoints={endpoints}
            row={editing === 'new' ? null : editing}
            onDone={changed}
            onClose={() => setEditing(null)}
          />
        )}
        {rotating !== null && (
          <RotateDialog
            endpoints={endpoints}
            row={rotating}
            onDone={changed}
            onClose={() => setRotating(null)}
          />
        )}
        {settling !== null && (
          <SettleDialog
            endpoints={endpoints}
            row={settling}
            onDone={changed}
            onClose={() => setSettling(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}

const testTones: Readonly<Record<NonNullable<UpstreamKeyRow['test_outcome']> | 'none', Tone>> = {
  accepted: 'ok',
  timeout: 'fail',
  domain: 'fail',
  refused: 'fail',
  none: 'idle',
};

function keyColumns(t: TFunction<'channelDefs'>): readonly GridColumn<UpstreamKeyRow>[] {
  const c = columnsOf<UpstreamKeyRow>();
  const ends = ({ masked }: UpstreamKeyRow): string =>
    Object.entries(masked)
      .map(([field, end]) => `${credentialWord(t, field)} ${end}`)
      .join(' · ');
  return [
    c.tag(
      'enabled',
      t('columns.enabled'),
      ({ enabled, waiting_acts }) => ({
        tone: enabled ? 'ok' : 'idle',
        label: t(enabled ? 'onOff.yes' : 'onOff.no'),
        mark: waiting_acts && <WaitingMarks of={waiting_acts} />,
      }),
      { card: 1 },
    ),
    c.text('name', t('columns.name'), { width: 136, card: 1 }),
    c.said('agent', t('columns.agent'), (row) => row.agent.name, { width: 120, card: 2 }),
    c.said('provider', t('columns.provider'), (row) => row.provider.name, { width: 120, card: 2 }),
    c.text('driver', t('columns.driver'), { width: 96 }),
    c.text('currency', t('columns.currency'), { width: 72 }),
    c.said('masked', t('columns.keys'), ends, { width: 300, card: 3 }),
    c.tag(
      'test_outcome',
      t('columns.tested'),
      ({ test_outcome: outcome }) => ({
        tone: testTones[outcome ?? 'none'],
        label: t(`test.${outcome ?? 'none'}`),
      }),
      { width: 144, card: 3 },
    ),
    c.time('tested_at', t('columns.testedAt')),
    c.text('base_url', t('columns.baseUrl'), { width: 176 }),
    c.said('late_payment', t('columns.latePayment'), (row) => t(`latePayments.${row.late_payment}`), {
      width: 120,
    }),
    c.said('notify_networks', t('columns.networks'), (row) => row.notify_networks.join(', ') || '–', {
      width: 144,
    }),
    c.time('previous_until', t('columns.previousUntil')),
  ];
}
