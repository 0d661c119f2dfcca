import { channelLimit } from '@suanpan/domain/limits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  amountInput,
  currency,
  done,
  id,
  listOf,
  noSummary,
  paging,
  queriedVersion,
  searchText,
} from '../fields.ts';
import { patterns } from '../patterns.ts';
import { plainLine } from '../plain-text.ts';
import { reason } from '../step-up.ts';
import { submission, waitingActs } from './approvals.ts';
import { channelDirections, channelRow, channelWindow } from './channel-row.ts';
import { stateActs } from './channel-state.ts';
import { latePayments } from './collection-setting.ts';
import { checkOutcomes } from './payout-setting.ts';

const ref = z.object({ id: z.string(), name: z.string() });
export const methodTypes = ['bank_transfer', 'qr', 'redirect', 'cvs'] as const;

/** What a protocol of the product can do. */
const driver = z.object({
  name: z.string(),
  directions: z.array(z.enum(channelDirections)),
  /** It exists to be played with: no real money goes by it. */
  sandbox: z.boolean(),
  /** An order that the provider does not know was never made. */
  not_found_is_final: z.boolean(),
  /** So long after it was asked the provider may still not know an order that it has taken. */
  query_min_delay_s: z.number(),
  fields: z.array(z.object({ name: z.string(), secret: z.boolean() })),
});
export type DriverView = z.output<typeof driver>;

/** The provider's account behind a channel; what it is called by is for those who stand above a merchant. */
const account = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  base_url: z.string(),
  late_payment: z.enum(latePayments),
  notify_networks: z.array(z.string()),
});

export const definitionRow = z.object({
  ...channelRow,
  direction: z.enum(channelDirections),
  integer_only: z.boolean(),
  needs_payer_name: z.boolean(),
  agent: ref.nullable(),
  provider: ref.nullable(),
  driver: driver.nullable(),
  channel_account: account.nullable(),
  /** Merchants that may use it; null for those who may not count them. */
  merchants: z.number().nullable(),
  waiting_acts: waitingActs,
  actions: z.array(z.enum(['update', 'test', ...stateActs, 'delete'])),
});
export type DefinitionRow = z.output<typeof definitionRow>;

/** The channels of one direction that the caller's tree, or the caller himself, may use. */
export const channelDefinitions = endpoint({
  method: 'GET',
  path: '/methods',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    type: z.enum(['collection', 'payment']).default('collection'),
    agentId: id.optional(),
    search: searchText.optional(),
    enabled: z.enum(['yes', 'no']).optional(),
  }),
  output: listOf(definitionRow, noSummary),
});

/** Percent with at most eight decimals, and a sum for each order. */
export const priceInput = z.strictObject({ pct: z.string().trim().max(16), per_item: amountInput });

const limits = {
  name: z.string().trim().min(1).max(64).regex(plainLine),
  weight: z.number().int().min(0).max(channelLimit.weight),
  /** 0 is no limit, here and in the two of the day. */
  min_amount: amountInput,
  max_amount: amountInput,
  balance_limit: amountInput.nullable(),
  daily_amount: amountInput,
  daily_count: z.number().int().min(0).max(channelLimit.dailyCount),
  /** None: always open. */
  windows: z.array(channelWindow).max(channelLimit.windows),
  priority: z.number().int().min(1).max(channelLimit.priority),
  integer_only: z.boolean(),
  needs_payer_name: z.boolean(),
  enabled: z.boolean(),
  endpoint_fee: priceInput,
  reason,
};

/** A channel of a real one. It has a price, so a second person always agrees. */
export const createChannel = endpoint({
  method: 'POST',
  path: '/methods',
  access: { permission: 'admin.methods.create' },
  input: z.strictObject({
    channel_account_id: id,
    code: z.string().regex(patterns.methodCode),
    method_type: z.enum(methodTypes),
    ...limits,
  }),
  output: submission,
});

/** Over the version that was read. Where the price is another, the whole waits for a second person. */
export const updateChannel = endpoint({
  method: 'PUT',
  path: '/methods/{id}',
  access: { permission: 'admin.methods.update' },
  input: z.strictObject({ id, v: z.int32().min(0), ...limits }),
  output: submission,
});

/** Refuses `channelInUse` while merchants may use it, and `invalidState` once an order went by it. */
export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/methods/{id}',
  access: { permission: 'admin.methods.delete' },
  input: z.strictObject({ id, v: queriedVersion, reason }),
  output: done,
});

/** What a test call came to. */
export const testOutcome = z.object({ outcome: z.enum(checkOutcomes), ms: z.number(), message: z.string() });

/** Asks the provider about an order that does not exist: what counts is whether it answers us. */
export const testChannel = endpoint({
  method: 'POST',
  path: '/methods/{id}/test',
  access: { permission: 'admin.methods.test' },
  input: z.strictObject({ id }),
  output: testOutcome,
});

/** The providers and the protocols that the product speaks. */
export const channelProviders = endpoint({
  method: 'GET',
  path: '/providers',
  access: { permission: 'admin.methods.get' },
  whileActing: 'allowed',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        driver: z.string(),
        accounts: z.number(),
      }),
    ),
    drivers: z.array(driver),
  }),
});

export const createProvider = endpoint({
  method: 'POST',
  path: '/providers',
  access: { permission: 'admin.methods.create' },
  input: z.strictObject({
    code: z.string().regex(patterns.methodCode),
    name: z.string().trim().min(1).max(64).regex(plainLine),
    driver: z.string().regex(patterns.methodCode),
  }),
  output: z.object({ id: z.string() }),
});

/** The real channels that a channel can be made of, by a part of their name. */
export const channelAccounts = endpoint({
  method: 'GET',
  path: '/methods/accounts',
  access: { permission: 'admin.methods.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    type: z.enum(['collection', 'payment']),
    search: searchText.optional(),
    id: id.optional(),
  }),
  output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), currency })) }),
});
