import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, id, instant, listOf, money, noSummary, paging } from '../fields.ts';
import { patterns } from '../patterns.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';
import { channelDirections, price } from './channel-row.ts';

const ref = z.object({ id: z.string(), name: z.string() });
const direction = z.enum(channelDirections);

/** The prices that are agreed with a merchant; the senior agent has what is left, and the rest is set elsewhere. */
export const pricedParties = ['merchant_fee', 'sub_agent_fee', 'middleman_fee'] as const;
export type PricedParty = (typeof pricedParties)[number];

/** Of which amount, and what the senior agent keeps of it: his residual less the system fee. */
const margin = z.object({ amount: money, net: money });

export const scheduledPrice = z.object({
  id: z.string(),
  valid_from: instant,
  merchant_fee: price,
  sub_agent_fee: price,
  middleman_fee: price,
});

/** One channel of one merchant with all that is taken of an order by it. */
export const matrixRow = z.object({
  /** Of the merchant's channel; null where he has not got it yet. */
  id: z.string().nullable(),
  customer: ref,
  channel_id: z.string(),
  channel: z.string(),
  code: z.string(),
  /** The merchant's method. */
  alias: z.string(),
  method_type: z.string(),
  currency,
  enabled: z.boolean(),
  /** Whether somebody stands there to earn it. */
  has_sub_agent: z.boolean(),
  has_middleman: z.boolean(),
  /** Null where he has not got the channel yet. */
  merchant_fee: price.nullable(),
  sub_agent_fee: price.nullable(),
  middleman_fee: price.nullable(),
  /** What is left for the senior agent before the system fee, by percent and per item. */
  agent_fee: price.nullable(),
  endpoint_fee: price,
  system_fee: price,
  allow_loss: z.boolean(),
  /** The amounts by which the margin is told; `max` is the most that can come. */
  min_amount: money,
  mean_amount: money.nullable(),
  max_amount: money,
  margin: z.object({ min: margin, mean: margin.nullable(), max: margin }).nullable(),
  /** Agreed, and not in force yet. */
  scheduled: z.array(scheduledPrice),
  /** 0 where he has not got the channel yet. */
  v: z.number(),
  actions: z.array(z.enum(['edit'])),
});
export type MatrixRow = z.output<typeof matrixRow>;

/** Whose: a merchant's channels, those he might have included, or what all merchants of a senior agent have. */
const whose = {
  customer_id: id.optional(),
  agent_id: id.optional(),
  direction,
  currency,
};

/** The prices of a merchant, or of all merchants of a senior agent. */
export const priceMatrix = endpoint({
  method: 'GET',
  path: '/rates/matrix',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject(whose),
  output: z.object({ agent: ref, customer: ref.nullable(), items: z.array(matrixRow) }),
});

/** As typed: what is no price is refused at its cell. */
const typedPrice = z.strictObject({ pct: z.string().trim().max(16), per_item: z.string().trim().max(24) });
const typedRow = z.strictObject({
  channel_id: id,
  /** Where the merchant has the channel by several methods, or is to have it by another than its own. */
  alias: z.string().regex(patterns.methodCode).optional(),
  /** Of a row of a senior agent's matrix. */
  customer_id: id.optional(),
  merchant_fee: typedPrice,
  sub_agent_fee: typedPrice.optional(),
  middleman_fee: typedPrice.optional(),
  /** The senior agent lets an order by this channel cost him more than it brings. */
  allow_loss: z.boolean().optional(),
  v: z.number().int().min(0),
});
const wished = { ...whose, rows: z.array(typedRow).min(1).max(200) };

/** What a change would do, and the fingerprint that the act sends back. */
export const priceEffect = endpoint({
  method: 'POST',
  path: '/rates/matrix/effect',
  access: { session: true },
  input: z.strictObject({ ...wished, valid_from: instant.optional() }),
  output: z.object({
    effect: z.array(
      z.object({
        customer: z.string(),
        channel: z.string(),
        alias: z.string(),
        field: z.enum([...pricedParties, 'allow_loss']),
        before: z.string().nullable(),
        after: z.string(),
      }),
    ),
    hash: z.string(),
  }),
});

/** Sets prices at once or from a time on; a second person always agrees, and what loses money is refused unless allowed. */
export const setPrices = endpoint({
  method: 'PUT',
  path: '/rates/matrix',
  access: { session: true },
  idempotent: true,
  input: z.strictObject({
    ...wished,
    valid_from: instant.optional(),
    effect_hash: z.string().max(64),
    reason,
    ...stepUp,
  }),
  output: submission,
});

export const priceVersionStates = ['scheduled', 'current', 'past', 'refused', 'withdrawn'] as const;
export const priceVersionRow = z.object({
  id: z.string(),
  /** Null until it is in force. */
  version: z.number().nullable(),
  state: z.enum(priceVersionStates),
  /** Why it did not come into force, in the reader's language. */
  failure: z.string().nullable(),
  party: z.enum(['merchant', 'system', 'endpoint']),
  customer: ref.nullable(),
  channel: ref,
  alias: z.string().nullable(),
  currency,
  /** In the words of figures: `2.8 % + 5.0000 · 0.3 % · 0.1 %`; null where there was, or is, none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  allow_loss: z.boolean(),
  valid_from: instant,
  set_by: z.string().nullable(),
  agreed_by: z.string().nullable(),
  reason: z.string().nullable(),
  approval_id: z.string().nullable(),
  actions: z.array(z.enum(['withdraw'])),
});
export type PriceVersionRow = z.output<typeof priceVersionRow>;

/** Every version there was and those to come, the newest first. */
export const priceVersions = endpoint({
  method: 'GET',
  path: '/rates/matrix/versions',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    ...whose,
    channel_id: id.optional(),
    /** The one that an order was planned by. */
    id: id.optional(),
  }),
  output: listOf(priceVersionRow, noSummary),
});

/** A price that is not in force yet is taken back. */
export const withdrawPrice = endpoint({
  method: 'DELETE',
  path: '/rates/matrix/versions/{id}',
  access: { session: true },
  idempotent: true,
  input: z.strictObject({ id, reason, ...stepUp }),
  output: submission,
});

/** What orders came to. */
const sums = z.object({ orders: z.number(), amount: money, merchant_fee: money, net: money });
// oxlint-disable-next-line unicorn/no-thenable
const compared = { now: sums, then: sums, difference: sums };

/**
 * What the orders that succeeded in the last days brought the senior agent, and what they would have brought by these prices;
 * what others take of them stays as it was.
 */
export const priceWhatIf = endpoint({
  method: 'POST',
  path: '/rates/matrix/whatIf',
  access: { session: true },
  input: z.strictObject({ ...wished, days: z.number().int().min(1).max(7).default(7) }),
  output: z.object({
    ...compared,
    by_merchant: z.array(z.object({ customer: ref, ...compared })),
  }),
});
