import type {
  AgentChannel,
  AgentChannels,
  AgentChannelsRow,
} from '@suanpan/contract/endpoints/agent-channels';
import type { stateActs } from '@suanpan/contract/endpoints/channel-state';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridAction, GridColumn } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { ShortList } from '../../kit/short-list.tsx';
import { SideDrawer } from '../../kit/side-drawer.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from './channel.module.css';
import { priceText } from './price-fields.tsx';
import { StateConfirm } from './state-confirm.tsx';
import { stateTag } from './state.ts';

type StateAct = (typeof stateActs)[number];

const TermsDialog = lazy(async () => ({ default: (await import('./terms-dialog.tsx')).TermsDialog }));

const shown = {
  columns: ['state', 'name', 'system_fee', 'endpoint_fee', 'merchants'],
  pinned: ['state', 'name'],
} as const;

const bound = {
  columns: ['user', 'customer', 'channel', 'subagent_rate_f', 'agent_add_f'],
  pinned: ['user'],
} as const;

interface AgentDrawerProps {
  readonly endpoints: AgentChannels;
  readonly agentId: string;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** A senior agent's channels one by one, and what his general agents take of them. */
export function AgentDrawer({ endpoints, agentId, onDone, onClose }: AgentDrawerProps) {
  const t = useWords('channelDefs');
  const common = useWords('common');
  const told = useToldSubmission();
  const [editing, setEditing] = useState<AgentChannel | null>(null);
  const [closing, setClosing] = useState<AgentChannel | null>(null);
  const [standing, setStanding] = useState<{ row: AgentChannel; act: StateAct } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [endpoints.list.path, 'one', agentId],
    queryFn: ({ signal }) => call(endpoints.list, { search: agentId }, { signal }),
  });
  const row = data?.items.find(({ agent }) => agent.id === agentId);
  const channels = useMemo(() => channelColumns(t), [t]);
  const acts = useCallback(
    (of: AgentChannel) =>
      channelActs(t, of, {
        edit: () => setEditing(of),
        close: () => setClosing(of),
        stand: (act) => setStanding({ row: of, act }),
      }),
    [t],
  );
  const takes = useMemo(() => row && withRates(row), [row]);
  const bindings = useMemo(() => bindingColumns(t), [t]);
  const channelPresets = useMemo(() => workAndAll<AgentChannel>(common, shown, shown), [common]);
  const bindingPresets = useMemo(() => workAndAll<Binding>(common, bound, bound), [common]);
  const done = async (): Promise<void> => {
    await onDone();
    await refetch();
  };
  return (
    <SideDrawer title={row?.agent.name ?? agentId} size={760} onClose={onClose}>
      <div className={styles.body}>
        <ShortList<AgentChannel>
          name="channel.agentChannels"
          title={t('titles.channels')}
          columns={channels}
          presets={channelPresets}
          rows={row?.methods ?? (data && [])}
          rowKey={(one) => one.id}
          actions={acts}
          fault={error}
          onRetry={() => void refetch()}
          emptyText={t('empty.channels')}
        />
        <ShortList<Binding>
          name="channel.agentBindings"
          title={t('titles.bindings')}
          columns={bindings}
          presets={bindingPresets}
          rows={takes ?? (data && [])}
          rowKey={(one) => one.id}
          emptyText={t('empty.bindings')}
        />
      </div>
      <Suspense fallback={null}>
        {editing !== null && row !== undefined && (
          <TermsDialog
            endpoints={endpoints}
            agent={row.agent}
            row={editing}
            onDone={done}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
      {standing !== null && (
        <StateConfirm
          act={standing.act}
          channel={standing.row}
          onDone={done}
          onClose={() => setStanding(null)}
        />
      )}
      {closing !== null && (
        <Confirm
          title={`${t('acts.close')} · ${closing.name}`}
          effect={t('hints.close')}
          confirmLabel={t('acts.close')}
          isDangerous
          asks={['reason', 'payment_password', 'one_code']}
          act={async ({ once, reason, stepUp }) => {
            const answer = await call(
              endpoints.close,
              { agent_id: agentId, channel_id: closing.channel_id, v: closing.v, reason, ...stepUp },
              once,
            );
            told(answer, t('done.closed'), closing.name);
            await done();
          }}
          onClose={() => setClosing(null)}
        />
      )}
    </SideDrawer>
  );
}

/** What a general agent takes of one merchant's orders by one channel, and what is left of it. */
type Binding = AgentChannelsRow['subagent_methods'][number] & {
  readonly rate: AgentChannelsRow['subagent_rates'][number] | undefined;
};

const withRates = ({
  subagent_methods: bound,
  subagent_rates: rates,
}: AgentChannelsRow): readonly Binding[] =>
  bound.map((binding) => ({
    ...binding,
    rate: rates.find(
      ({ channel_id: channel, customer_subagent_id: merchant }) =>
        channel === binding.channel.id && merchant === binding.customer.id,
    ),
  }));

function channelColumns(t: TFunction<'channelDefs'>): readonly GridColumn<AgentChannel>[] {
  const c = columnsOf<AgentChannel>();
  return [
    c.tag('state', t('columns.state'), (row) => stateTag(t, row), { card: 1 }),
    c.said('name', t('columns.name'), (row) => `${row.name} · ${row.code}`, { width: 168, card: 1 }),
    c.said('system_fee', t('columns.systemFee'), (row) => priceText(row.system_fee), { width: 112, card: 2 }),
    c.said('endpoint_fee', t('columns.endpointFee'), (row) => priceText(row.endpoint_fee), {
      width: 112,
      card: 2,
    }),
    c.count('merchants', t('columns.merchants'), { card: 3 }),
  ];
}

/** What stops or starts a channel comes first: whoever looks for it is in a hurry. */
function channelActs(
  t: TFunction<'channelDefs'>,
  { actions }: AgentChannel,
  run: {
    readonly edit: () => void;
    readonly close: () => void;
    readonly stand: (act: StateAct) => void;
  },
): readonly GridAction[] {
  return [
    ...actions.flatMap((act) =>
      act === 'maintain' || act === 'resume'
        ? [{ key: act, label: t(`acts.${act}`), run: () => run.stand(act) }]
        : [],
    ),
    ...(actions.some((act) => act === 'update' || act === 'systemFee')
      ? [{ key: 'edit', label: t('acts.edit'), run: run.edit }]
      : []),
    ...(actions.includes('delete')
      ? [{ key: 'close', label: t('acts.close'), isDangerous: true, run: run.close }]
      : []),
  ];
}

function bindingColumns(t: TFunction<'channelDefs'>): readonly GridColumn<Binding>[] {
  const c = columnsOf<Binding>();
  return [
    c.said('user', t('columns.subAgent'), (row) => row.user.name, { width: 136, card: 1 }),
    c.said('customer', t('columns.merchant'), ({ customer }) => `${customer.name} · ${customer.id}`, {
      width: 168,
      card: 1,
    }),
    c.said('channel', t('columns.channel'), ({ channel }) => channel.name, { width: 136, card: 2 }),
    c.said(
      'subagent_rate_f',
      t('columns.subAgentRate'),
      ({ rate }) => priceText(rate?.sub_agent_fee ?? null),
      {
        width: 112,
        card: 2,
      },
    ),
    c.said('agent_add_f', t('columns.agentAdd'), ({ rate }) => priceText(rate?.agent_add ?? null), {
      width: 136,
      card: 2,
    }),
  ];
}
