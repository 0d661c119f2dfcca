import { channelLimit, urlMaxLength } from '@suanpan/domain/limits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  amountInput,
  currency,
  id,
  instant,
  listOf,
  money,
  noSummary,
  paging,
  searchText,
} from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission, waitingActs } from './approvals.ts';
import { testOutcome } from './channel-definitions.ts';
import { latePayments } from './collection-setting.ts';
import { checkOutcomes } from './payout-setting.ts';

const ref = z.object({ id: z.string(), name: z.string() });

/** A senior agent's contract with a provider. What it is known by is never told whole. */
export const upstreamKeyRow = z.object({
  id: z.string(),
  agent: ref,
  provider: ref,
  driver: z.string(),
  name: z.string(),
  currency,
  base_url: z.string(),
  late_payment: z.enum(latePayments),
  /** From where its provider sends notices; none: from anywhere. */
  notify_networks: z.array(z.string()),
  /** The end of each, by its name. */
  masked: z.record(z.string(), z.string()),
  enabled: z.boolean(),
  /** Until then notices signed with the former ones are believed too. */
  previous_until: instant.nullable(),
  tested_at: instant.nullable(),
  test_outcome: z.enum(checkOutcomes).nullable(),
  v: z.number(),
  waiting_acts: waitingActs,
  actions: z.array(z.enum(['update', 'rotate', 'test', 'settle'])),
});
export type UpstreamKeyRow = z.output<typeof upstreamKeyRow>;

/** Every field that its driver asks for, and no other. */
const credentials = z.record(
  z.string().max(64),
  z.string().min(1).max(channelLimit.credential).regex(plainLine),
);
const contract = {
  name: z.string().trim().min(1).max(64).regex(plainLine),
  base_url: z.url({ protocol: /^https?$/ }).max(urlMaxLength),
  late_payment: z.enum(latePayments),
  notify_networks: z.array(z.string().trim().max(64)).max(channelLimit.networks),
};

/** The calls of one direction; both have the same. */
function keysOf(
  path: 'agent_collection_key' | 'agent_payment_key',
  route: 'admin.agentCollectionKey' | 'admin.agentPaymentKey',
) {
  return {
    list: endpoint({
      method: 'GET',
      path: `/admin/${path}`,
      access: { permission: `${route}.get` as const },
      input: z.strictObject({ ...paging, agent_id: id.optional(), search: searchText.optional() }),
      output: listOf(upstreamKeyRow, noSummary),
    }),
    create: endpoint({
      method: 'POST',
      path: `/admin/${path}`,
      access: { permission: `${route}.create` as const },
      idempotent: true,
      input: z.strictObject({
        agent_id: id,
        provider: id,
        currency,
        ...contract,
        credentials,
        reason,
        ...stepUp,
      }),
      output: submission,
    }),
    update: endpoint({
      method: 'PUT',
      path: `/admin/${path}/{id}`,
      access: { permission: `${route}.update` as const },
      idempotent: true,
      input: z.strictObject({
        id,
        v: z.int32().min(0),
        ...contract,
        enabled: z.boolean(),
        reason,
        ...stepUp,
      }),
      output: submission,
    }),
    rotate: endpoint({
      method: 'POST',
      path: `/admin/${path}/{id}/rotate`,
      access: { permission: `${route}.rotate` as const },
      idempotent: true,
      input: z.strictObject({ id, v: z.int32().min(0), credentials, reason, ...stepUp }),
      output: submission,
    }),
    test: endpoint({
      method: 'POST',
      path: `/admin/${path}/{id}/test`,
      access: { permission: `${route}.test` as const },
      input: z.strictObject({ id }),
      output: testOutcome,
    }),
    /** What by our books lies at the account, and what we owe its provider. */
    clearing: endpoint({
      method: 'GET',
      path: `/admin/${path}/{id}/clearing`,
      access: { permission: `${route}.settle` as const },
      input: z.strictObject({ id }),
      output: z.object({ currency, held: money, owed: money }),
    }),
    /** J17: its provider settled. A second person of the platform always agrees. */
    settle: endpoint({
      method: 'POST',
      path: `/admin/${path}/{id}/settle`,
      access: { permission: `${route}.settle` as const },
      idempotent: true,
      input: z.strictObject({
        id,
        /** What came to our bank, and what the provider kept of it; either may be nothing. */
        arrived: amountInput,
        kept: amountInput,
        /** The number of the statement or of the transfer; it is entered once. */
        statement_ref: z.string().trim().min(1).max(128).regex(plainLine),
        reason,
        ...stepUp,
      }),
      output: submission,
    }),
  };
}
export type UpstreamKeys = ReturnType<typeof keysOf>;

export const collectionKeys = keysOf('agent_collection_key', 'admin.agentCollectionKey');
export const payoutKeys = keysOf('agent_payment_key', 'admin.agentPaymentKey');
