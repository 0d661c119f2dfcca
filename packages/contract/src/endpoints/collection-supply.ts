import { supplySources } from '@suanpan/domain/journals/collection-supply';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, id, instant, money } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';

/** With what an order could be settled by hand: whose money the caller may give, and the payments that lie aside for it. */
export const supplyOptions = endpoint({
  method: 'GET',
  path: '/collection/transactions/{id}/supply',
  access: { permission: 'collections.transactions.supply' },
  input: z.strictObject({ id }),
  output: z.object({
    order_no: z.string(),
    currency,
    amount: money,
    /** None where the order cannot be supplied. */
    sources: z.array(z.enum(supplySources)),
    receipts: z.array(
      z.object({
        id: z.string(),
        /** The provider's number of the payment. */
        no: z.string(),
        /** What no order took of it. */
        left: money,
        received_at: instant,
      }),
    ),
  }),
});

const wished = {
  id,
  /** What was really paid. */
  amount: amountInput,
  source: z.enum(supplySources),
  /** Of the source `receipt`. */
  receipt_id: id.optional(),
};

/** What a supply would do, and the fingerprint that the act sends back. */
export const supplyEffect = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/supply/effect',
  access: { permission: 'collections.transactions.supply' },
  input: z.strictObject(wished),
  output: z.object({
    currency,
    effect: z.array(
      z.object({
        field: z.enum(['status', 'actual_amount', 'fee', 'accounted_amount']),
        before: z.string().nullable(),
        after: z.string(),
      }),
    ),
    hash: z.string(),
  }),
});

/** Settles the order with what was really paid, once; from a threshold on a second person agrees. */
export const supplyCollection = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/supply',
  access: { permission: 'collections.transactions.supply' },
  idempotent: true,
  input: z.strictObject({ ...wished, reason, ...stepUp, effect_hash: z.string().max(64) }),
  output: submission,
});
