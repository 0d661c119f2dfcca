import { mixKinds } from '@suanpan/domain/journals/mix';
import { refundStatuses } from '@suanpan/domain/states/collection';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission, waitingActs } from './approvals.ts';

export const refundKinds = ['refund', 'charge_back'] as const;
export const refundActs = ['send', 'confirm', 'fail', 'retry', 'close', 'winBack', 'ask'] as const;

export const refundRow = z.object({
  id: z.string(),
  no: z.string(),
  kind: z.enum(refundKinds),
  order: z.object({ id: z.string(), no: z.string(), merchant_order_no: z.string() }),
  customer: z.object({ id: z.string(), name: z.string() }),
  amount: money,
  currency,
  refund_status: z.enum(refundStatuses),
  /** Of the payment back at the provider; null until there is one. */
  provider_order_no: z.string().nullable(),
  /** From which of the merchant's money it is paid. */
  mix: z.array(z.object({ account: z.enum(mixKinds), amount: money })),
  attempts: z.number(),
  /** Who asked for it; null for those who stand below him. */
  operator: z.string().nullable(),
  reason: z.string(),
  failure: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
  /** When the provider took a charge-back back, and his number of that; null while it stands. */
  won_at: instant.nullable(),
  won_ref: z.string().nullable(),
  /** What this caller may do with it now; never recomputed in the browser. */
  waiting_acts: waitingActs,
  actions: z.array(z.enum(refundActs)),
});
export type RefundRow = z.output<typeof refundRow>;

/** Refunds and charge-backs, newest first. Without a state, a number or a time: all that is open, and what was closed today. */
export const searchRefunds = endpoint({
  method: 'POST',
  path: '/collection/revert/search',
  access: { permission: 'collections.revert.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    no: searchText.optional(),
    order_no: searchText.optional(),
    merchant_order_no: searchText.optional(),
    kind: z.enum(refundKinds).optional(),
    refund_status: z.array(z.enum(refundStatuses)).max(refundStatuses.length).optional(),
    customer_id: id.optional(),
    currency: currency.optional(),
    created_from: instant.optional(),
    created_to: instant.optional(),
    /** When the order was made that is paid back. */
    ordered_from: instant.optional(),
    ordered_to: instant.optional(),
    agent_id: id.optional(),
    channel: id.optional(),
  }),
  output: listOf(
    refundRow,
    z.object({ by_currency: z.array(z.object({ currency, count: z.number(), amount: money })) }),
  ),
});

/** What can be paid back of an order now: `"0.0000"` where nothing can. */
export const refundableOf = endpoint({
  method: 'GET',
  path: '/collection/transactions/{id}/refund',
  access: { permission: 'collections.transactions.refund' },
  input: z.strictObject({ id }),
  output: z.object({ order_no: z.string(), currency, left: money }),
});

/**
 * The order is set as refund, which cannot be undone: its money is reserved at once. From a threshold on a second person
 * agrees.
 */
export const refundCollection = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/refund',
  access: { permission: 'collections.transactions.refund' },
  idempotent: true,
  input: z.strictObject({
    id,
    /** The last six of the order's own number, typed by whoever means it. */
    confirm: z.string().trim().max(32).regex(plainLine),
    /** A part of what is left; all of it where it is left out. */
    amount: amountInput.optional(),
    reason,
    ...stepUp,
  }),
  output: submission,
});

/** So many orders one call takes. */
export const refundedMost = 200;

/** The same for many at once with one proof, each whole; each that cannot be is told with the reason, and stops no other. */
export const refundCollections = endpoint({
  method: 'POST',
  path: '/collection/transactions/bulkRefund',
  access: { permission: 'collections.transactions.refund' },
  idempotent: true,
  input: z.strictObject({
    ids: z.array(id).min(1).max(refundedMost),
    /** How many they are, typed by whoever means it. */
    confirm: z.string().trim().max(32).regex(plainLine),
    reason,
    ...stepUp,
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        outcome: z.enum(['done', 'waiting', 'refused']),
        message: z.string().nullable(),
      }),
    ),
  }),
});

const ofRefund = { id, reason, ...stepUp };

/** It is being paid back at the provider: by a person there, or by the provider itself, where it does that for us. */
export const sendRefund = endpoint({
  method: 'POST',
  path: '/collection/revert/{id}/send',
  access: { permission: 'collections.revert.send' },
  idempotent: true,
  input: z.strictObject({ ...ofRefund, by: z.enum(['hand', 'provider']).default('hand') }),
  output: submission,
});

/** The provider has paid it back. Said by another person than asked for it or sent it. */
export const confirmRefund = endpoint({
  method: 'POST',
  path: '/collection/revert/{id}/confirm',
  access: { permission: 'collections.revert.confirm' },
  idempotent: true,
  input: z.strictObject({
    ...ofRefund,
    provider_order_no: z.string().trim().min(1).max(128).regex(plainLine),
  }),
  output: submission,
});

/** The provider definitely has not: the money goes back. Said by another person than asked for it or sent it. */
export const failRefund = endpoint({
  method: 'POST',
  path: '/collection/revert/{id}/fail',
  access: { permission: 'collections.revert.fail' },
  idempotent: true,
  input: z.strictObject(ofRefund),
  output: submission,
});

/** One that failed is tried once more. */
export const retryRefund = endpoint({
  method: 'POST',
  path: '/collection/revert/{id}/retry',
  access: { permission: 'collections.revert.retry' },
  idempotent: true,
  input: z.strictObject(ofRefund),
  output: submission,
});

/** One that failed is given up: its order is a success again. */
export const closeRefund = endpoint({
  method: 'POST',
  path: '/collection/revert/{id}/close',
  access: { permission: 'collections.revert.close' },
  idempotent: true,
  input: z.strictObject(ofRefund),
  output: submission,
});

/** The provider took the money of an order back; two persons of the platform look at its evidence. */
export const chargeBackCollection = endpoint({
  method: 'POST',
  path: '/collection/revert/chargeBack',
  access: { permission: 'collections.revert.chargeBack' },
  idempotent: true,
  input: z.strictObject({
    order_no: searchText.min(1),
    /** Of the charge-back at the provider. */
    provider_order_no: z.string().trim().min(1).max(128).regex(plainLine),
    reason,
    ...stepUp,
  }),
  output: submission,
});

/** A charge-back that the provider took back, the dispute being won; two persons of the platform look at its evidence. */
export const winChargeBack = endpoint({
  method: 'POST',
  path: '/collection/revert/{id}/winBack',
  access: { permission: 'collections.revert.winBack' },
  idempotent: true,
  input: z.strictObject({
    ...ofRefund,
    /** Of the money that the provider paid again. */
    provider_order_no: z.string().trim().min(1).max(128).regex(plainLine),
  }),
  output: submission,
});
