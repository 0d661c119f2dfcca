import {
  productNameMaxLength,
  payerNameMaxLength,
  collectionExpiresMaxS,
  collectionExpiresMinS,
} from '@suanpan/domain/limits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, id, money } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUpCode, typedPassword } from '../step-up.ts';
import { collectionRow } from './collections.ts';

/** By which screen an order is made; each has a right of its own. */
export const manualVias = ['create', 'counter'] as const;
const via = z.enum(manualVias).default('create');

/** What a merchant's payers can pay with now, for whoever makes an order by hand. A merchant need not name himself. */
export const manualMethods = endpoint({
  method: 'GET',
  path: '/collection/create/methods',
  access: { session: true },
  input: z.strictObject({
    customer_id: id.optional(),
    via,
    is_test: z.enum(['true', 'false']).default('false'),
  }),
  output: z.object({
    customer: z.object({ id: z.string(), name: z.string() }),
    currencies: z.array(currency),
    methods: z.array(
      z.object({
        code: z.string(),
        kind: z.string(),
        currency,
        /** Null where there is no limit. */
        min: money.nullable(),
        max: money.nullable(),
        needs_name: z.boolean(),
      }),
    ),
  }),
});

/**
 * An order made by hand: the row, the payer's link, and why no channel took it, if none did; the payer may then still choose
 * on his page. It brings money in and moves none, so payment password and code are proven where they are sent and not asked for.
 */
export const createByHand = endpoint({
  method: 'POST',
  path: '/collection/create',
  access: { session: true },
  idempotent: true,
  input: z.strictObject({
    customer_id: id.optional(),
    amount: amountInput,
    currency,
    channel_alias: z.string().trim().min(1).max(64).regex(plainLine).optional(),
    real_name: z.string().trim().min(1).max(payerNameMaxLength).regex(plainLine).optional(),
    product_name: z.string().trim().min(1).max(productNameMaxLength).regex(plainLine).optional(),
    /** Seconds. */
    expires_in: z.number().int().min(collectionExpiresMinS).max(collectionExpiresMaxS).optional(),
    is_test: z.boolean().default(false),
    via,
    reason: reason.optional(),
    payment_password: typedPassword.optional(),
    one_code: stepUpCode.optional(),
  }),
  output: collectionRow.extend({ checkout_url: z.string(), refusal: z.string().nullable() }),
});

/** One that the caller made: enough to show its payer the code again, or to print the receipt. */
const counterOrder = collectionRow
  .pick({
    id: true,
    order_no: true,
    merchant_order_no: true,
    customer_name: true,
    product_name: true,
    order_amount: true,
    currency: true,
    status: true,
    created_at: true,
  })
  .extend({ checkout_url: z.string() });

/** What the caller made at the counter on a business day; `sum` is what was really paid, and of `orders` there are the latest. */
export const counterDay = endpoint({
  method: 'GET',
  path: '/counter/day',
  access: { permission: 'counter.get' },
  whileActing: 'allowed',
  input: z.strictObject({ day: z.iso.date().optional() }),
  output: z.object({
    day: z.string(),
    by_currency: z.array(z.object({ currency, count: z.number(), paid: z.number(), sum: money })),
    orders: z.array(counterOrder),
  }),
});
