import { z } from 'zod';

/** Money of the merchant API: a decimal string in major units. */
const amount = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/);
const orderNo = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const currency = z.enum(['TWD', 'CNY', 'USD', 'USDT']);
// Which schemes and addresses are allowed is decided when a callback is sent; the form is checked here.
const address = z.url({ protocol: /^https?$/ }).max(512);

export const createCollectionInput = z.strictObject({
  order_no: orderNo,
  amount,
  currency,
  method: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/)
    .optional(),
  product_name: z.string().max(128).optional(),
  payer: z
    .strictObject({
      name: z.string().trim().min(1).max(64).optional(),
      last5: z.string().regex(/^\d{5}$/).optional(),
      account: z.string().max(64).optional(),
      bank_code: z.string().regex(/^\d{3}$/).optional(),
      email: z.email().max(128).optional(),
      phone: z.string().max(32).optional(),
      ip: z.union([z.ipv4(), z.ipv6()]).optional(),
      user_ref: z.string().max(64).optional(),
    })
    .optional(),
  notify_url: address.optional(),
  return_url: address.optional(),
  expires_in: z.number().int().min(60).max(86_400).default(900),
  metadata: z
    .record(z.string().max(64), z.string().max(500))
    .refine((entries) => Object.keys(entries).length <= 20, 'at most 20 keys')
    .optional(),
  locale: z.enum(['zh-TW', 'zh-CN', 'en']).optional(),
});
export type CreateCollectionInput = z.output<typeof createCollectionInput>;

export const merchantCollection = z.object({
  id: z.string(),
  order_no: z.string(),
  status: z.string(),
  currency: z.string(),
  amount: z.string(),
  pay_amount: z.string(),
  paid_amount: z.string().nullable(),
  fee: z.string().nullable(),
  credited_amount: z.string().nullable(),
  rate: z.string().nullable(),
  method: z.string().nullable(),
  checkout_url: z.string(),
  payment: z.record(z.string(), z.unknown()).nullable(),
  payer: z.record(z.string(), z.string()).nullable(),
  expires_at: z.string(),
  created_at: z.string(),
  paid_at: z.string().nullable(),
  callback_status: z.string(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  metadata: z.record(z.string(), z.string()),
  is_test: z.boolean(),
});
export type MerchantCollection = z.output<typeof merchantCollection>;

export const simulateInput = z.strictObject({
  scenario: z.string().regex(/^\d{2}$/),
  amount: amount.optional(),
});

export const collectionQuery = z.strictObject({
  order_no: orderNo.optional(),
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
