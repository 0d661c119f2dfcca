import { z } from 'zod';
import { transferRefusals } from '@suanpan/domain/payout-networks';
import { payoutHolds, payoutStages, payoutStatuses, reverseStatuses } from '@suanpan/domain/states/payout';
import { endpoint } from '../endpoint.ts';
import { patterns } from '../patterns.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission, waitingActs } from './approvals.ts';
import { currency, done, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import {
  callbackStatus,
  feeSplit,
  liveAnswer,
  liveIds,
  orderFilters,
  orderFindings,
  orderId,
  orderSort,
  orderStory,
  sentEvent,
} from '../order-fields.ts';

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
  wait_reason: z.enum(payoutHolds).nullable(),
  /** Why it ended unpaid: a name of the error catalogue. */
  failure: z.string().nullable(),
  provider_order_no: z.string().nullable(),
  check_result: z.string().nullable(),
  /** Who has it to himself now, and until when; for those who decide payouts. */
  locked_by: ref.nullable(),
  lock_until: instant.nullable(),
  is_test: z.boolean(),
  /** It stands in the archive; whoever acts on it brings it back. */
  archived: z.literal(true).optional(),
  waiting_acts: waitingActs,
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
      split: feeSplit.optional(),
    }),
  ),
});

export const payoutFilters = {
  ...orderFilters,
  provider_order_no: searchText.optional(),
  status: z.array(z.enum(payoutStatuses)).max(10).optional(),
  stage: z.array(z.enum(payoutStages)).max(10).optional(),
  reverse_status: z.array(z.enum(reverseStatuses)).max(3).optional(),
  /** The whole number; it is looked for by its keyed hash, with its bank. */
  card_no: searchText.optional(),
  account_name: searchText.optional(),
  bank_code: searchText.optional(),
  /** Why it ended unpaid: a name of the error catalogue. */
  failure: searchText.optional(),
};

export const searchPayouts = endpoint({
  method: 'POST',
  path: '/payment/transactions/search',
  access: { permission: 'payment.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, ...payoutFilters, sort: orderSort }),
  output: listOf(payoutRow, payoutSummary).extend(orderFindings),
});

/** As `liveCollections`, of payouts. */
export const livePayouts = endpoint({
  method: 'POST',
  path: '/payment/transactions/live',
  access: { permission: 'payment.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...payoutFilters, ids: liveIds }),
  output: liveAnswer(payoutRow),
});

/** asked: not in a block that stands yet, and asked about again · replaced: another was named in its stead. */
const transferState = z.enum(['asked', 'paid', 'refused', 'replaced']);

/** The whole story of one payout. Parts that the caller may not see are null or left out of their list. */
export const payoutDetail = z.object({
  order: payoutRow,
  timeline: orderStory.shape.timeline,
  route: orderStory.shape.route,
  money: z.object({
    lines: orderStory.shape.lines,
    rate_version: orderStory.shape.rateVersion,
    journals: orderStory.shape.journals,
  }),
  /** From which of the merchant's money the last hold was taken. */
  holds: z.array(z.object({ account: z.string(), amount: money })),
  /** How often it was given to a provider, and what that said. */
  attempts: z
    .array(
      z.object({ n: z.number(), request_no: z.string(), sent_at: instant, outcome: z.string().nullable() }),
    )
    .nullable(),
  provider: orderStory.shape.provider,
  provider_kept: orderStory.shape.providerKept,
  callbacks: orderStory.shape.callbacks,
  /** What two persons said of one that was paid by hand; `slip` names its picture. */
  by_hand: z.object({ third_party_no: z.string().nullable(), slip: z.string().nullable() }).nullable(),
  /** Over a chain: by name, who took it to send it. */
  in_hand_of: z.string().nullable(),
  /** Over a chain: every transaction that a person named for it, the last first, and what the chain told of it. */
  transfers: z.array(
    z.object({
      tx_hash: z.string(),
      state: transferState,
      refusal: z.enum(transferRefusals).nullable(),
      named_by: z.string().nullable(),
      named_at: instant,
    }),
  ),
  has_audit: z.boolean(),
});
export type PayoutDetail = z.output<typeof payoutDetail>;

export const getPayout = endpoint({
  method: 'GET',
  path: '/payment/transactions/{id}',
  access: { permission: 'payment.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject(orderId),
  output: payoutDetail,
});

/** The payouts of every tenant, for the platform alone: the same calls for its own screen. */
export const searchAllPayouts = endpoint({
  method: 'POST',
  path: '/admin/payment/search',
  access: { permission: 'admin.payment.get' },
  input: z.strictObject({ ...paging, ...payoutFilters, sort: orderSort }),
  output: listOf(payoutRow, payoutSummary).extend(orderFindings),
});
export const liveAllPayouts = endpoint({
  method: 'POST',
  path: '/admin/payment/live',
  access: { permission: 'admin.payment.get' },
  input: z.strictObject({ ...payoutFilters, ids: liveIds }),
  output: liveAnswer(payoutRow),
});
export const getAnyPayout = endpoint({
  method: 'GET',
  path: '/admin/payment/{id}',
  access: { permission: 'admin.payment.get' },
  input: z.strictObject(orderId),
  output: payoutDetail,
});

const ofPayout = { ...orderId, reason, ...stepUp };
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

/** Takes the bytes of a PNG, JPEG, WebP or PDF of at most 2 MB; answers `{file}`. A GET below it, by that name, gives the slip. */
export const slipPath = '/payment/slips';
export const slipAnswer = z.object({ file: z.string().regex(patterns.slip) });
export type SlipAnswer = z.output<typeof slipAnswer>;

/**
 * Says that a payout was paid by hand from its channel account, with the number of the transfer or its slip. Two persons of the
 * platform; its hold is used up as if the provider had said so.
 */
export const markPayoutPaid = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/markPaid',
  access: { permission: 'payment.transactions.markPaid' },
  idempotent: true,
  input: z.strictObject({
    ...ofPayout,
    third_party_no: searchText.min(1).optional(),
    slip: z.string().regex(patterns.slip).optional(),
  }),
  output: submission,
});

/**
 * Says by which transaction a payout over a chain was paid. The chain is asked at once, and again until it knows the transaction:
 * what moved exactly the ordered sum from our address to the payee's pays it; anything else is refused by its reason and pays
 * nothing. A transaction pays one order only.
 */
export const namePayoutTransfer = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/transfer',
  access: { permission: 'payment.transactions.markPaid' },
  idempotent: true,
  input: z.strictObject({ ...ofPayout, tx_hash: z.string().trim().regex(patterns.transaction) }),
  output: z.object({ state: transferState, refusal: z.enum(transferRefusals).nullable() }),
});

/**
 * Says that a payout over a chain was never sent: to the queue, where a person lets it go anew, or its hold goes back. Two persons
 * of the platform, of whom the first has it in hand; then the chain is asked, and only its history without such a transfer does it.
 */
export const releaseUnsentPayout = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/notSent',
  access: { permission: 'payment.transactions.markPaid' },
  idempotent: true,
  input: z.strictObject({ ...ofPayout, becomes: z.enum(['queued', 'rejected']) }),
  output: submission,
});

/**
 * Says that a paid payout came back. Its provider is asked at once: what he says was returned is booked, and until he says so
 * the return is pending and nothing is posted.
 */
export const reversePayout = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/reverse',
  access: { permission: 'payment.transactions.reverse' },
  idempotent: true,
  input: z.strictObject(ofPayout),
  output: acted,
});

/** Keeps a payout to oneself for three minutes, or three more: nobody else decides it meanwhile. */
export const lockPayout = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/lock',
  access: { permission: 'payment.transactions.lock' },
  input: z.strictObject(orderId),
  output: z.object({ lock_until: instant }),
});
export const unlockPayout = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/unlock',
  access: { permission: 'payment.transactions.lock' },
  input: z.strictObject(orderId),
  output: done,
});

/** Sends the last event again, unchanged, under the same event id. */
export const reissuePayoutNotice = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/reissue',
  access: { permission: 'payment.transactions.reissue' },
  idempotent: true,
  input: z.strictObject(orderId),
  output: sentEvent,
});

/** Sends the payout's present state as a new event, also before any automatic one. */
export const manualPayoutCallback = endpoint({
  method: 'POST',
  path: '/payment/transactions/{id}/callback',
  access: { permission: 'payment.transactions.callback' },
  idempotent: true,
  input: z.strictObject(orderId),
  output: sentEvent,
});
