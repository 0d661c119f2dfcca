import type { AgentChannels, AgentChannelsRow } from '@suanpan/contract/endpoints/agent-channels';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { collectionChannelNames, payoutChannelNames } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { AgentDrawer } from './agent-drawer.tsx';
import { priceText } from './price-fields.tsx';

const TermsDialog = lazy(async () => ({ default: (await import('./terms-dialog.tsx')).TermsDialog }));

type E = AgentChannels['list'];
const rowKey = (row: AgentChannelsRow): string => row.agent.id;
const all = ['agent', 'methods', 'methods.system_fee', 'subagent_methods'] as const;

interface AgentChannelListProps {
  readonly endpoints: AgentChannels;
  readonly name: 'collectionMethod.agents' | 'paymentMethod.agents';
}

/** Senior agents with the channels that are open to them, and what the platform takes on each. */
export function AgentChannelList({ endpoints, name }: AgentChannelListProps) {
  const t = useWords('channelDefs');
  const client = useQueryClient();
  const [openedId, setOpened] = useState<string | null>(null);
  const [opening, setOpening] = useState<AgentChannelsRow | null>(null);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [endpoints.list.path] });
  const columns = useMemo(() => agentColumns(t), [t]);
  const presets = useWorkAndAll<AgentChannelsRow>(
    { columns: [...all], pinned: ['agent'] },
    { columns: [...all], pinned: ['agent'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    const channels = name === 'collectionMethod.agents' ? collectionChannelNames : payoutChannelNames;
    return [f.text('search', t('filters.agentSearch')), f.pick('method_id', t('titles.channels'), channels)];
  }, [t, name]);
  const toInput = useMemo(() => inputOf(endpoints.list, fields), [endpoints, fields]);
  return (
    <ListScreen<E>
      endpoint={endpoints.list}
      name={name}
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('empty.agents')}
      headActions={<ExportButton kind={name} endpoint={endpoints.list} toInput={toInput} />}
      onOpen={(row) => setOpened(row.agent.id)}
      actions={(row) =>
        row.actions.map((key) => ({ key, label: t('acts.open'), run: () => setOpening(row) }))
      }
    >
      {openedId !== null && (
        <AgentDrawer
          endpoints={endpoints}
          agentId={openedId}
          onDone={changed}
          onClose={() => setOpened(null)}
        />
      )}
      <Suspense fallback={null}>
        {opening !== null && (
          <TermsDialog
            endpoints={endpoints}
            agent={opening.agent}
            row={null}
            onDone={changed}
            onClose={() => setOpening(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}

function agentColumns(t: TFunction<'channelDefs'>): readonly GridColumn<AgentChannelsRow>[] {
  const c = columnsOf<AgentChannelsRow>();
  return [
    c.said('agent', t('columns.agent'), ({ agent }) => `${agent.name} · ${agent.id}`, {
      width: 200,
      card: 1,
    }),
    c.said(
      'methods',
      t('columns.channels'),
      ({ methods }) => `${methods.filter(({ enabled }) => enabled).length} / ${methods.length}`,
      { width: 96, card: 2 },
    ),
    {
      key: 'methods.system_fee',
      title: t('columns.systemFee'),
      width: 320,
      card: 3,
      words: feesOf,
      cell: (row) => <span title={feesOf(row)}>{feesOf(row)}</span>,
    },
    c.own('subagent_methods', t('columns.subAgent'), {
      width: 120,
      isFigure: true,
      holds: subAgentsOf,
      cell: (row) => <span className="num">{subAgentsOf(row)}</span>,
    }),
  ];
}

/** How many general agents may use a channel of his. */
const subAgentsOf = ({ subagent_methods: bound }: AgentChannelsRow): string =>
  String(new Set(bound.map(({ user }) => user.id)).size);

/** The fee of each channel in one line. */
function feesOf({ methods }: AgentChannelsRow): string {
  return methods.map(({ name, system_fee: fee }) => `${name} ${priceText(fee)}`).join(', ') || '–';
}
