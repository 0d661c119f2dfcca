import { z } from 'zod';
import { payoutStages, payoutStatuses, payoutWaits, reverseStatuses } from '@suanpan/domain/states/payout';
import { endpoint } from '../endpoint.ts';
import { reason, stepUp } from '../step-up.ts';
import { amountInput, currency, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { callbackStatus, collectionDetail } from './collections.ts';

const ref = z.object({ id: z.string(), name: z.string() });

/** One row of the payout list: the specification's fields, then what the screen needs to act. */
export const payoutRow = z.object({
  id: z.string(),
  merchant_order_no: z.string(),
  order_no: z.string(),
  account_name: z.string(),
  /** Never more than its last digits. */
  card_no: z.string(),
  bank_code: z.string(),
  bank_name: z.string(),
  amount: money,
  fee: money,
  /** Who pays: the channel account, once there is one. Null for those who stand below the senior agent. */
  payer: z.string().nullable(),
  status: z.enum(payoutStatuses),
  callback_status: callbackStatus,
  reverse_status: z.enum(reverseStatuses),
  created_at: instant,
  completed_at: instant.nullable(),
  customer: ref,
  /** Null for those who stand below the senior agent. */
  agent: ref.nullable(),
  currency,
  channel: z.string().nullable(),
  channel_account: ref.nullable(),
  source: z.enum(['api', 'manual', 'batch', 'seed']),
  stage: z.enum(payoutStages).nullable(),
  stage_since: instant.nullable(),
  /** Why it waits for a person. */
  wait_reason: z.enum(payoutWaits).nullable(),
  /** Why it ended unpaid: a name of the error catalogue. */
  failure: z.string().nullable(),
  provider_order_no: z.string().nullable(),
  check_result: z.string().nullable(),
  is_test: z.boolean(),
  /** What this caller may do with this payout now; never recomputed in the browser. */
  actions: z.array(z.string()),
});
export type PayoutListRow = z.output<typeof payoutRow>;

/** Totals of the whole filter, one per currency. */
export const payoutSummary = z.object({
  by_currency: z.array(
    z.object({
      currency,
      count: z.number(),
      paid_count: z.number(),
      amount: money,
      paid_amount: money,
      fee: money,
    }),
  ),
});

export const payoutFilters = {
  merchant_order_no: searchText.optional(),
  order_no: searchText.optional(),
  provider_order_no: searchText.optional(),
  status: z.array(z.enum(payoutStatuses)).max(10).optional(),
  stage: z.array(z.enum(payoutStages)).max(10).optional(),
  callback_status: z.array(callbackStatus).max(3).optional(),
  reverse_status: z.array(z.enum(reverseStatuses)).max(3).optional(),
  /** The whole number; it is looked for by its keyed hash, with its bank. */
  card_no: searchText.optional(),
  account_name: searchText.optional(),
  bank_code: searchText.optional(),
  customer_id: id.optional(),
  agent_id: id.optional(),
  channel: id.optional(),
  amount_min: amountInput.optional(),
  amount_max: amountInput.optional(),
  created_from: instant.optional(),
  created_to: instant.optional(),
  completed_from: instant.optional(),
  completed_to: instant.optional(),
  is_test: z.boolean().optional(),
};

export const searchPayouts = endpoint({
  method: 'POST',
  path: '/payment/transactions/search',
  access: { permission: 'payment.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    ...payoutFilters,
    sort: z.enum(['-created_at', 'created_at', '-amount', 'amount']).default('-created_at'),
  }),
  output: listOf(payoutRow, payoutSummary),
});

const { callbacks, money: moneyPart, provider, route, timeline } = collectionDetail.shape;

/** The whole story of one payout. Parts that the caller may not see are null or left out of their list. */
export const payoutDetail = z.object({
  order: payoutRow,
  timeline,
  route,
  money: moneyPart.pick({ lines: true, journals: true }),
  /** From which of the merchant's money the last hold was taken. */
  holds: z.array(z.object({ account: z.string(), amount: money })),
  /** How often it was given to a provider, and what that said. */
  attempts: z
    .array(
      z.object({ n: z.number(), request_no: z.string(), sent_at: instant, outcome: z.string().nullable() }),
    )
    .nullable(),
  provider,
  callbacks,
  has_audit: z.boolean(),
});
export type PayoutDetail = z.output<typeof payoutDetail>;

export const getPayout = endpoint({
  method: 'GET',
  path: '/payment/transactions/{id}',
  access: { permission: 'payment.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject({ id: z.string().max(64) }),
  output: payoutDetail,
});

const ofPayout = { id: z.string().max(64), reason, ...stepUp };
/** What an act came to: done, or it waits for its second person. */
const acted = z.object({ state: z.enum(['done', 'waiting']), approval_id: z.string().nullable() });

/** Lets a payout go that waits for a person. Never one that the caller submitted himself. */
export const dispatchPayout = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/dispatch',
  access: { permission: 'payment.transactions.take' },
  idempotent: true,
  input: z.strictObject(ofPayout),
  output: acted,
});

/**
 * The payee's whole account number, for whoever speaks to a bank about it. A right of its own; each look stands in the log
 * with its reason, and no answer is kept for a replay.
 */
export const revealPayoutCard = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/reveal',
  access: { permission: 'payment.transactions.reveal' },
  input: z.strictObject(ofPayout),
  output: z.object({ card_no: z.string() }),
});

/** Rejects a payout that no provider can have, and gives its hold back. */
export const rejectPayout = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/reject',
  access: { permission: 'payment.transactions.reject' },
  idempotent: true,
  input: z.strictObject(ofPayout),
  output: acted,
});

/** Lets a payout go by another channel, as long as no provider can have it; what its merchant was charged stands. */
export const switchPayoutChannel = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/switchChannel',
  access: { permission: 'payment.transactions.switchChannel' },
  idempotent: true,
  input: z.strictObject({ ...ofPayout, channel_id: id }),
  output: acted,
});

/** Holds a payout anew that its merchant's server did not confirm, and asks that server once more. */
export const reverifyPayout = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/reverify',
  access: { permission: 'payment.transactions.reverify' },
  idempotent: true,
  input: z.strictObject(ofPayout),
  output: acted,
});
