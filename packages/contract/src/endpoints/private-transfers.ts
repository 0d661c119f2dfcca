import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, done, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { patterns } from '../patterns.ts';
import { plainLine, plainLines } from '../plain-text.ts';

const payerName = z.string().trim().min(1).max(64).regex(plainLine);
const lastFive = z.string().regex(patterns.fiveDigits);

/** In what an order or another transfer is alike. */
export const likenesses = ['name', 'last5', 'amount'] as const;

export const privateTransferRow = z.object({
  id: z.string(),
  customer: z.object({ id: z.string(), name: z.string() }).nullable(),
  real_name: z.string(),
  last5: z.string(),
  amount: money,
  currency,
  paid_at: instant,
  note: z.string().nullable(),
  /** Orders and other transfers of a day before or after that agree in two things at least. */
  matches: z.array(
    z.object({
      kind: z.enum(['order', 'transfer']),
      id: z.string(),
      no: z.string(),
      amount: money,
      at: instant,
      why: z.array(z.enum(likenesses)),
    }),
  ),
  operator: z.string().nullable(),
  created_at: instant,
  actions: z.array(z.enum(['delete'])),
});
export type PrivateTransferRow = z.output<typeof privateTransferRow>;

export const privateTransferFilters = {
  real_name: searchText.optional(),
  last5: lastFive.optional(),
  amount: amountInput.optional(),
  created_from: instant.optional(),
  created_to: instant.optional(),
};

const listed = listOf(
  privateTransferRow,
  z.object({ by_currency: z.array(z.object({ currency, count: z.number(), amount: money })) }),
);

export const privateTransfers = endpoint({
  method: 'GET',
  path: '/collection/private',
  access: { permission: 'collections.private.get' },
  whileActing: 'allowed',
  input: z.strictObject(paging),
  output: listed,
});

/** Private transfers that look alike; names however they are written. */
export const searchPrivateTransfers = endpoint({
  method: 'POST',
  path: '/collection/private/search',
  access: { permission: 'collections.private.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, ...privateTransferFilters }),
  output: listed,
});

/** What a transfer would look like beside what is there already; keeps nothing. */
export const checkPrivateTransfer = endpoint({
  method: 'POST',
  path: '/collection/private/check',
  access: { permission: 'collections.private.create' },
  input: z.strictObject({
    real_name: payerName,
    last5: lastFive,
    amount: amountInput,
    currency: currency.default('TWD'),
    paid_at: instant,
  }),
  output: z.object({ matches: privateTransferRow.shape.matches }),
});

export const addPrivateTransfer = endpoint({
  method: 'POST',
  path: '/collection/private',
  access: { permission: 'collections.private.create' },
  idempotent: true,
  input: z.strictObject({
    /** A merchant of the caller's tree; a merchant leaves it out. */
    customer_id: id.optional(),
    real_name: payerName,
    last5: lastFive,
    amount: amountInput,
    currency: currency.default('TWD'),
    paid_at: instant,
    note: z.string().trim().max(500).regex(plainLines).optional(),
  }),
  output: privateTransferRow,
});

export const deletePrivateTransfer = endpoint({
  method: 'DELETE',
  path: '/collection/private/{id}',
  access: { permission: 'collections.private.delete' },
  input: z.strictObject({ id }),
  output: done,
});
