import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, listOf, noSummary, paging, queriedVersion, searchText } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';
import { priceInput } from './channel-definitions.ts';
import { channelRow, price } from './channel-row.ts';
import { stateActs } from './channel-state.ts';

const ref = z.object({ id: z.string(), name: z.string() });

const agentChannel = z.object({
  ...channelRow,
  /** What the platform takes of the senior agent. */
  system_fee: price,
  /** Merchants of his that may use it. */
  merchants: z.number(),
  actions: z.array(z.enum(['update', 'systemFee', ...stateActs, 'delete'])),
});
export type AgentChannel = z.output<typeof agentChannel>;

/** So many general agents' merchants are told of one senior agent. */
export const bindingsShown = 200;

/** A senior agent with his channels, and what his general agents take of them from each merchant bound to them. */
export const agentChannelsRow = z.object({
  agent: ref,
  methods: z.array(agentChannel),
  subagent_methods: z.array(
    z.object({
      id: z.string(),
      user: ref,
      channel: ref,
      customer: ref,
      /** `_f`: text for display. */
      subagent_rate_f: z.string(),
      agent_add_f: z.string(),
      customer_subagent_id: z.string(),
    }),
  ),
  subagent_rates: z.array(
    z.object({
      customer_subagent_id: z.string(),
      channel_id: z.string(),
      sub_agent_fee: price,
      agent_add: price,
    }),
  ),
  actions: z.array(z.enum(['create'])),
});
export type AgentChannelsRow = z.output<typeof agentChannelsRow>;

/** What a change does, and the fingerprint that the act sends back. */
const effect = z.object({
  effect: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  hash: z.string(),
});

const which = { agent_id: id, channel_id: id };
const terms = { system_fee: priceInput, enabled: z.boolean() };

/** The calls of one direction; both have the same. */
function agentsOf(
  path: 'collection_method' | 'payment_method',
  route: 'collectionMethod.agents' | 'paymentMethod.agents',
) {
  return {
    list: endpoint({
      method: 'GET',
      path: `/${path}/agents`,
      access: { permission: `${route}.get` as const },
      whileActing: 'allowed',
      input: z.strictObject({ ...paging, search: searchText.optional(), method_id: id.optional() }),
      output: listOf(agentChannelsRow, noSummary),
    }),
    /** Opens a channel of his own to a senior agent at a price; a second person always agrees. */
    open: endpoint({
      method: 'POST',
      path: `/${path}/agents`,
      access: { permission: `${route}.create` as const },
      idempotent: true,
      input: z.strictObject({ ...which, ...terms, reason, ...stepUp }),
      output: submission,
    }),
    effect: endpoint({
      method: 'POST',
      path: `/${path}/agents/{agent_id}/{channel_id}/effect`,
      access: { permission: `${route}.update` as const },
      input: z.strictObject({ ...which, v: z.int32().min(0), ...terms }),
      output: effect,
    }),
    /** By its effect's fingerprint. Another price waits for a second person. */
    update: endpoint({
      method: 'PUT',
      path: `/${path}/agents/{agent_id}/{channel_id}`,
      access: { permission: `${route}.update` as const },
      idempotent: true,
      input: z.strictObject({
        ...which,
        v: z.int32().min(0),
        ...terms,
        effect_hash: z.string().max(64),
        reason,
        ...stepUp,
      }),
      output: submission,
    }),
    /** Refuses `channelInUse` while merchants of his may use it. */
    close: endpoint({
      method: 'DELETE',
      path: `/${path}/agents/{agent_id}/{channel_id}`,
      access: { permission: `${route}.delete` as const },
      idempotent: true,
      input: z.strictObject({ ...which, v: queriedVersion, reason, ...stepUp }),
      output: submission,
    }),
  };
}
export type AgentChannels = ReturnType<typeof agentsOf>;

export const collectionAgents = agentsOf('collection_method', 'collectionMethod.agents');
export const payoutAgents = agentsOf('payment_method', 'paymentMethod.agents');
