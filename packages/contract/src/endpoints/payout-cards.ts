import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, done, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';

const ref = z.object({ id: z.string(), name: z.string() });

export const cardKinds = ['payee', 'payer'] as const;

/**
 * How often and how much one account of a payee got from one merchant on a business day, or one card of a payout channel paid,
 * against the limits that hold.
 */
export const cardRow = z.object({
  id: z.string(),
  /** Null for a payer's card. */
  customer: ref.nullable(),
  /** Masked. */
  card: z.string(),
  account_name: z.string(),
  bank_name: z.string(),
  kind: z.enum(cardKinds),
  /** The last one by which he was paid, or the one that pays by it. */
  channel: z.string().nullable(),
  day: z.string(),
  currency,
  /** Since it was cleared, where it was. */
  count: z.number(),
  amount: money,
  /** 0 is no limit. */
  limit_count: z.number(),
  limit_amount: money,
  /** False once the next payout would be refused. */
  enabled: z.boolean(),
  /** Of a payer's card: whether it is to be used at all, and which state of it was read. */
  is_on: z.boolean(),
  version: z.number(),
  /** Null for a payer's card that paid nothing on that day. */
  last_at: instant.nullable(),
  cleared_at: instant.nullable(),
  /** What this caller may do with it now; never recomputed in the browser. */
  actions: z.array(z.enum(['clearCardUsage', 'update', 'delete'])),
});
export type CardRow = z.output<typeof cardRow>;

export const payoutCards = endpoint({
  method: 'GET',
  path: '/payment/cards',
  access: { permission: 'payment.card.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    /** Payees without one. */
    kind: z.enum(cardKinds).optional(),
    /** The whole number; it is looked for by its keyed hash. */
    card_no: searchText.optional(),
    customer_id: id.optional(),
    channel_id: id.optional(),
    /** Today without one. */
    day: z.iso.date().optional(),
  }),
  output: listOf(
    cardRow,
    z.object({
      day: z.string(),
      by_currency: z.array(z.object({ currency, count: z.number(), uses: z.number(), amount: money })),
    }),
  ),
});
/** The same with a body: a card that is looked for stands in no address. */
export const searchPayoutCards = endpoint({ ...payoutCards, method: 'POST', path: '/payment/cards/search' });

/** Counts the use of one account anew; its orders stand. */
export const clearCard = endpoint({
  method: 'POST',
  path: '/payment/cards/{id}/clear',
  access: { permission: 'payment.card.clearCardUsage' },
  idempotent: true,
  input: z.strictObject({ id: z.string().max(64), kind: z.enum(cardKinds).optional(), reason, ...stepUp }),
  output: z.object({ cleared: z.number() }),
});

/** Limits of a payer's card for a business day; 0 is none. */
const cardLimits = {
  limit_count: z.number().int().min(0).max(100_000),
  limit_amount: amountInput,
  enabled: z.boolean(),
};

/** A card from which a payout channel of one's tree pays. Refuses `duplicateEntry` for one that it has already. */
export const addPayerCard = endpoint({
  method: 'POST',
  path: '/payment/cards',
  access: { permission: 'payment.card.create' },
  idempotent: true,
  input: z.strictObject({
    channel_id: id,
    account_name: searchText.min(1).max(100),
    bank_code: searchText.min(1).max(20),
    card_no: searchText.min(1).max(40),
    ...cardLimits,
  }),
  output: z.object({ id: z.string() }),
});

/** Over the version that was read; refuses `staleEdit` where it has moved on. */
export const updatePayerCard = endpoint({
  method: 'PUT',
  path: '/payment/cards/{id}',
  access: { permission: 'payment.card.update' },
  input: z.strictObject({ id, ...cardLimits, version: z.number().int().min(1).max(1_000_000_000) }),
  output: done,
});

/** Takes it out of use for good; what it paid stands. */
export const deletePayerCard = endpoint({
  method: 'DELETE',
  path: '/payment/cards/{id}',
  access: { permission: 'payment.card.delete' },
  input: z.strictObject({ id }),
  output: done,
});
