import { collectionStatuses } from '@suanpan/domain/states/collection';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, done, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { patterns } from '../patterns.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission, waitingActs } from './approvals.ts';
import { supplyEffect } from './collection-supply.ts';

/** Why money lies unidentified. */
export const receiptReasons = [
  'amount_mismatch',
  'abnormal',
  'paid_elsewhere',
  'paid_twice',
  'unidentified',
] as const;
export const receiptAbouts = ['amount_mismatch', 'abnormal', 'ended'] as const;
/** Money that lies unidentified, or payouts and withdrawals that wait for a person's hand. */
const claimQueues = ['receipts', 'manual'] as const;
const claimKinds = ['receipt', 'payout', 'withdrawal'] as const;
export const receiptActs = ['claim', 'release', 'match', 'restore', 'sendBack'] as const;
const ref = z.object({ id: z.string(), name: z.string() });
/** What a pattern of counts takes. */
const mostAgeS = 999_999_999;

export const receiptRow = z.object({
  kind: z.enum(claimKinds),
  id: z.string(),
  /** The provider's number of a payment; our own of a payout and a withdrawal. */
  no: z.string(),
  /** Null while nothing sends it, and for those who stand below the senior agent. */
  channel_account: ref.nullable(),
  currency,
  amount: money,
  /** What no order took of a receipt, and did not go back; of the others the whole amount. */
  left: money,
  /** Who paid a receipt, or who is to be paid; null where it is not known, or not told to this caller. */
  payer: z.string().nullable(),
  /** The end of his account, as far as it is known. */
  last5: z.string().nullable(),
  /** Why a receipt lies aside; null for the others. */
  reason: z.enum(receiptReasons).nullable(),
  /** Where a payout or withdrawal stands; null for a receipt. */
  stage: z.string().nullable(),
  /** Since when it waits. */
  received_at: instant,
  age_s: z.number(),
  closed_at: instant.nullable(),
  /** For which order a receipt came. */
  order: z
    .object({
      id: z.string(),
      no: z.string(),
      merchant_order_no: z.string(),
      status: z.enum(collectionStatuses),
      amount: money,
      customer: ref,
    })
    .nullable(),
  /** Who has it to himself now, and until when. */
  claimed_by: ref.nullable(),
  lock_until: instant.nullable(),
  waiting_acts: waitingActs,
  /** What this caller may do with it now, by the calls of its kind; never recomputed in the browser. */
  actions: z.array(z.string()),
});
export type ReceiptRow = z.output<typeof receiptRow>;

/**
 * What waits for a hand, the oldest first. `receipts`: unidentified money that lies open, or was closed today. `manual`: payouts
 * that nobody sends on by itself and withdrawals that nobody ended, as far as the caller may see the one and take the other.
 */
export const searchReceipts = endpoint({
  method: 'GET',
  path: '/claimOrder',
  access: { permission: 'claimOrder.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    queue: z.enum(claimQueues).default('receipts'),
    /** Of receipts alone. */
    state: z.enum(['open', 'closed']).optional(),
    no: searchText.optional(),
    currency: currency.optional(),
    amount_min: amountInput.optional(),
    amount_max: amountInput.optional(),
    /** Only what has waited so many seconds. */
    age: z
      .union([z.number().int().min(0).max(mostAgeS), z.string().regex(patterns.count).transform(Number)])
      .optional(),
    /** Of receipts alone. */
    reason: z.enum(receiptReasons).optional(),
    /** Of receipts alone: how the order stands for which one came; `ended` is every other, and none. */
    about: z.enum(receiptAbouts).optional(),
    id: id.optional(),
  }),
  output: listOf(
    receiptRow,
    z.object({
      by_currency: z.array(z.object({ currency, count: z.number(), amount: money })),
      /** How many the caller keeps to himself, and how many he may. */
      open: z.number(),
      most: z.number(),
    }),
  ),
});

/** Keeps one to oneself for a few minutes; again keeps it longer. */
export const claimReceipt = endpoint({
  method: 'POST',
  path: '/claimOrder/{id}/claim',
  access: { permission: 'claimOrder.claim' },
  input: z.strictObject({ id }),
  output: z.object({ lock_until: instant }),
});

export const releaseReceipt = endpoint({
  method: 'POST',
  path: '/claimOrder/{id}/release',
  access: { permission: 'claimOrder.release' },
  input: z.strictObject({ id }),
  output: done,
});

/** Orders that may have been meant, the likeliest first; a number looks for others. */
export const receiptCandidates = endpoint({
  method: 'GET',
  path: '/claimOrder/{id}/candidates',
  access: { permission: 'claimOrder.match' },
  input: z.strictObject({ id, no: searchText.optional() }),
  output: z.object({
    items: z.array(
      z.object({
        order_id: z.string(),
        no: z.string(),
        merchant_order_no: z.string(),
        customer: ref,
        amount: money,
        status: z.enum(collectionStatuses),
        created_at: instant,
        /** What speaks for it. */
        why: z.array(z.enum(['own', 'amount', 'time'])),
      }),
    ),
  }),
});

const matched = { id, order_id: id, amount: amountInput };

export const matchReceiptEffect = endpoint({
  method: 'POST',
  path: '/claimOrder/{id}/match/effect',
  access: { permission: 'claimOrder.match' },
  input: z.strictObject(matched),
  output: supplyEffect.output,
});

/** Settles an order with this money, which is then taken; from a threshold on a second person agrees. */
export const matchReceipt = endpoint({
  method: 'POST',
  path: '/claimOrder/{id}/match',
  access: { permission: 'claimOrder.match' },
  idempotent: true,
  input: z.strictObject({ ...matched, reason, ...stepUp, effect_hash: z.string().max(64) }),
  output: submission,
});

/** It went back to its payer at the provider, by the provider's own number for that; two persons always. */
export const sendBackReceipt = endpoint({
  method: 'POST',
  path: '/claimOrder/{id}/sendBack',
  access: { permission: 'claimOrder.sendBack' },
  idempotent: true,
  input: z.strictObject({
    id,
    provider_order_no: z.string().trim().min(1).max(128).regex(plainLine),
    reason,
    ...stepUp,
  }),
  output: submission,
});

/** Its order was supplied before it came: it goes to whoever had paid for it; two persons always. */
export const restoreReceipt = endpoint({
  method: 'POST',
  path: '/claimOrder/{id}/restore',
  access: { permission: 'claimOrder.restore' },
  idempotent: true,
  input: z.strictObject({ id, reason, ...stepUp }),
  output: submission,
});
