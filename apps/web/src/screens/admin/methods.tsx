import { Button } from '@mantine/core';
import {
  channelDefinitions,
  deleteChannel,
  testChannel,
} from '@suanpan/contract/endpoints/channel-definitions';
import type { DefinitionRow } from '@suanpan/contract/endpoints/channel-definitions';
import type { stateActs } from '@suanpan/contract/endpoints/channel-state';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { call } from '../../lib/api.ts';
import { agentNames } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { WaitingMarks } from '../../parts/approval/waiting-marks.tsx';
import { priceText } from '../../parts/channel/price-fields.tsx';
import { StateConfirm } from '../../parts/channel/state-confirm.tsx';
import { stateTag } from '../../parts/channel/state.ts';
import { makeTestCall } from '../../parts/channel/test-call.ts';
import { windowsText } from '../../parts/channel/windows-field.tsx';
import { ReplayOfAll } from '../../parts/routing/replay-of-all.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';

const ChannelDialog = lazy(async () => ({
  default: (await import('./methods/channel-dialog.tsx')).ChannelDialog,
}));
const ProviderDialog = lazy(async () => ({
  default: (await import('./methods/provider-dialog.tsx')).ProviderDialog,
}));

type E = typeof channelDefinitions;
type StateAct = (typeof stateActs)[number];
const rowKey = (row: DefinitionRow): string => row.id;
const work = [
  'state',
  'name',
  'code',
  'agent',
  'channel_account',
  'currency',
  'min_amount',
  'max_amount',
  'endpoint_fee',
  'windows',
] as const;
const all = [
  ...work,
  'provider',
  'driver',
  'priority',
  'method_type',
  'weight',
  'daily_amount',
  'daily_count',
  'balance_limit',
  'merchants',
] as const;

/** Every channel of the platform: what it is made of, what it may take, and what it costs. */
export function ChannelDefinitions() {
  const t = useWords('channelDefs');
  const errors = useWords('errors');
  const may = useMay();
  const client = useQueryClient();
  const { search } = useScreenPlace();
  const type = search['type'] === 'payment' ? 'payment' : 'collection';
  const [editing, setEditing] = useState<DefinitionRow | 'new' | null>(null);
  const [dropping, setDropping] = useState<DefinitionRow | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [standing, setStanding] = useState<{ row: DefinitionRow; act: StateAct } | null>(null);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [channelDefinitions.path] });
  const columns = useMemo(() => definitionColumns(t), [t]);
  const presets = useWorkAndAll<DefinitionRow>(
    { columns: [...work], pinned: ['state', 'name'], leaving: ['windows', 'channel_account'] },
    { columns: [...all], pinned: ['state', 'name'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.choice(
        'type',
        t('filters.type'),
        { collection: t('directions.collection'), payment: t('directions.payment') },
        'collection',
      ),
      f.text('search', t('filters.search')),
      f.pick('agentId', t('columns.agent'), agentNames, { mistake: errors('enterPremiumProxyId') }),
      f.choice('enabled', t('columns.enabled'), { yes: t('onOff.yes'), no: t('onOff.no') }),
    ];
  }, [t, errors]);
  const toInput = useMemo(() => inputOf(channelDefinitions, fields), [fields]);
  return (
    <ListScreen<E>
      endpoint={channelDefinitions}
      name="admin.methods"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('empty.methods')}
      headActions={
        <>
          <ReplayOfAll direction={type === 'payment' ? 'payout' : 'collection'} />
          <ExportButton kind="admin.methods" endpoint={channelDefinitions} toInput={toInput} />
          {may('admin.methods.create') && (
            <Button variant="default" onClick={() => setAdding(true)}>
              {t('acts.addProvider')}
            </Button>
          )}
        </>
      }
      create={
        may('admin.methods.create') ? { label: t('acts.create'), run: () => setEditing('new') } : undefined
      }
      actions={(row) =>
        row.actions.map((key) => ({
          key,
          label: key === 'update' ? t('acts.edit') : t(`acts.${key}`),
          ...(key === 'delete' && { isDangerous: true }),
          run: () => {
            if (key === 'test') void makeTestCall(() => call(testChannel, { id: row.id }), row.name);
            else if (key === 'update') setEditing(row);
            else if (key === 'delete') setDropping(row);
            else setStanding({ row, act: key });
          },
        }))
      }
    >
      <Suspense fallback={null}>
        {editing !== null && (
          <ChannelDialog
            row={editing === 'new' ? null : editing}
            type={type}
            onDone={changed}
            onClose={() => setEditing(null)}
          />
        )}
        {isAdding && <ProviderDialog onClose={() => setAdding(false)} />}
      </Suspense>
      {standing !== null && (
        <StateConfirm
          act={standing.act}
          channel={standing.row}
          onDone={changed}
          onClose={() => setStanding(null)}
        />
      )}
      {dropping !== null && (
        <Confirm
          title={`${t('acts.delete')} · ${dropping.name}`}
          effect={t('hints.delete')}
          confirmLabel={t('acts.delete')}
          isDangerous
          asks={['reason']}
          act={async ({ reason }) => {
            await call(deleteChannel, { id: dropping.id, v: dropping.v, reason });
            toasts.emit({ tone: 'ok', title: t('done.deleted'), text: dropping.name });
            await changed();
          }}
          onClose={() => setDropping(null)}
        />
      )}
    </ListScreen>
  );
}

function definitionColumns(t: TFunction<'channelDefs'>): readonly GridColumn<DefinitionRow>[] {
  const c = columnsOf<DefinitionRow>();
  return [
    c.tag(
      'state',
      t('columns.state'),
      (row) => ({ ...stateTag(t, row), mark: row.waiting_acts && <WaitingMarks of={row.waiting_acts} /> }),
      { width: 112, card: 1 },
    ),
    c.text('name', t('columns.name'), { width: 144, card: 1 }),
    c.text('code', t('columns.code'), { width: 128, card: 2 }),
    c.said('agent', t('columns.agent'), (row) => row.agent?.name ?? '–', { width: 120, card: 3 }),
    c.said('provider', t('columns.provider'), (row) => row.provider?.name ?? '–', { width: 112 }),
    c.said('driver', t('columns.driver'), (row) => row.driver?.name ?? '–', { width: 96 }),
    c.said('channel_account', t('columns.account'), (row) => row.channel_account?.name ?? '–', {
      width: 136,
      card: 2,
    }),
    c.said(
      'method_type',
      t('columns.methodType'),
      ({ method_type: kind }) =>
        kind === 'bank_transfer' || kind === 'qr' || kind === 'redirect' || kind === 'cvs'
          ? t(`methodTypes.${kind}`)
          : kind,
      { width: 96 },
    ),
    c.text('currency', t('columns.currency'), { width: 72 }),
    c.money('min_amount', t('columns.minAmount'), { width: 104, card: 3 }),
    c.money('max_amount', t('columns.maxAmount'), { width: 104, card: 3 }),
    c.money('daily_amount', t('columns.dailyAmount'), { width: 112 }),
    c.count('daily_count', t('columns.dailyCount')),
    c.money('balance_limit', t('columns.balanceLimit'), { width: 112 }),
    c.said('endpoint_fee', t('columns.endpointFee'), (row) => priceText(row.endpoint_fee), {
      width: 112,
      card: 2,
    }),
    c.said('windows', t('columns.windows'), (row) => windowsText(t, row.windows), { width: 136 }),
    c.count('priority', t('columns.priority')),
    c.count('weight', t('columns.weight')),
    c.count('merchants', t('columns.merchants')),
  ];
}
