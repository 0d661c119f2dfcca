import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';

const ref = z.object({ id: z.string(), name: z.string() });

/** How often and how much one account of a payee got from one merchant on a business day, against the limits that hold. */
export const cardRow = z.object({
  id: z.string(),
  customer: ref,
  /** Masked. */
  card: z.string(),
  account_name: z.string(),
  bank_name: z.string(),
  kind: z.literal('payee'),
  /** The last one by which he was paid. */
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
  last_at: instant,
  cleared_at: instant.nullable(),
  /** What this caller may do with it now; never recomputed in the browser. */
  actions: z.array(z.enum(['clearCardUsage'])),
});
export type CardRow = z.output<typeof cardRow>;

export const payoutCards = endpoint({
  method: 'GET',
  path: '/payment/cards',
  access: { permission: 'payment.card.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    kind: z.literal('payee').optional(),
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
  input: z.strictObject({ id: z.string().max(64), reason, ...stepUp }),
  output: z.object({ cleared: z.number() }),
});
