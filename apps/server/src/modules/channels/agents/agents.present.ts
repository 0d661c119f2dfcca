import type { AgentChannelsRow } from '@suanpan/contract/endpoints/agent-channels';
import { parseRate } from '@suanpan/money/rate';
import type { Actor } from '../../../platform/http/actor.ts';
import { stateActsOf } from '../health/state-acts.ts';
import { presentChannel, priceOf } from '../present-channel.ts';
import type { AgentChannelListed, AgentNamed, BindingRate } from './agents.queries.ts';

interface Parts {
  readonly methods: readonly AgentChannelListed[];
  readonly bindings: readonly BindingRate[];
  readonly route: 'collectionMethod.agents' | 'paymentMethod.agents';
  readonly at: Date;
}

/** A senior agent with what he has; the platform alone changes it. */
export function presentAgentChannels(
  agent: AgentNamed,
  actor: Actor,
  { at, bindings, methods, route }: Parts,
): AgentChannelsRow {
  const { permissions, scope } = actor;
  const direction = route === 'collectionMethod.agents' ? 'collection' : 'payout';
  const may = (act: 'create' | 'update' | 'systemFee' | 'delete'): boolean =>
    scope.kind === 'platform' && permissions.has(`${route}.${act}`);
  const acts = (['update', 'systemFee'] as const).filter(may);
  const own = bindings.filter(({ agent_id: id }) => id === agent.id);
  return {
    agent: { id: String(agent.id), name: agent.name },
    methods: methods
      .filter(({ agent_id: id }) => id === agent.id)
      .map((row) => ({
        ...presentChannel(row, { scope, at, actions: [] }),
        system_fee: priceOf(parseRate(row.system_pct), row.system_per_item, row),
        merchants: row.merchants,
        actions: [
          ...acts,
          ...stateActsOf(actor, direction, row.runtime),
          ...(may('delete') ? (['delete'] as const) : []),
        ],
      })),
    subagent_methods: own.map((row) => ({
      id: String(row.id),
      user: { id: String(row.sub_agent_id), name: row.sub_agent_name },
      channel: { id: String(row.channel_id), name: row.channel_name },
      customer: { id: String(row.customer_id), name: row.customer_name },
      subagent_rate_f: textOf(rateOf(row)),
      agent_add_f: textOf(addOf(row)),
      customer_subagent_id: String(row.customer_id),
    })),
    subagent_rates: own.map((row) => ({
      customer_subagent_id: String(row.customer_id),
      channel_id: String(row.channel_id),
      sub_agent_fee: rateOf(row),
      agent_add: addOf(row),
    })),
    actions: may('create') ? ['create'] : [],
  };
}

const rateOf = (row: BindingRate) => priceOf(parseRate(row.sub_agent_pct), row.sub_agent_per_item, row);

/** What the senior agent adds to the others' prices: what they leave of the merchant's. */
const addOf = (row: BindingRate) =>
  priceOf(
    parseRate(row.merchant_pct) -
      parseRate(row.endpoint_pct) -
      parseRate(row.sub_agent_pct) -
      parseRate(row.middleman_pct),
    row.merchant_per_item - row.endpoint_per_item - row.sub_agent_per_item - row.middleman_per_item,
    row,
  );

const textOf = ({ pct, per_item }: { readonly pct: string; readonly per_item: string }): string =>
  `${pct}% + ${per_item}`;
