import { z } from 'zod';
import { collectionStatuses } from '@suanpan/domain/states/collection';
import { payerNameMaxLength } from '@suanpan/domain/limits';
import { endpoint } from '../endpoint.ts';
import { currency, instant, money } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { patterns } from '../patterns.ts';

const payerName = z.string().trim().min(1).max(payerNameMaxLength).regex(plainLine);
const token = z.string().regex(patterns.checkoutToken);

/** How the payer pays: each kind is one form of page. */
export const payment = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('bank_account'),
    bank_code: z.string(),
    bank_name: z.string(),
    branch: z.string(),
    account_no: z.string(),
    holder: z.string(),
    qr: z.string().nullable(),
    /** What the payer writes into his transfer, by which it is found. */
    memo: z.string().optional(),
  }),
  z.object({ type: z.literal('qr'), content: z.string() }),
  z.object({ type: z.literal('redirect'), url: z.string() }),
  /** Sent by POST, field by field as the provider wants them; the page that sends it escapes each. */
  z.object({ type: z.literal('form'), url: z.string(), fields: z.record(z.string(), z.string()) }),
  z.object({ type: z.literal('cvs_code'), code: z.string(), store: z.string() }),
  /** Up to three lines of Code 39, scanned one after the other at the counter of a store. */
  z.object({ type: z.literal('barcode'), barcodes: z.array(z.string()).min(1).max(3) }),
  /** `network` is TRC20 or ERC20: another one loses the money. */
  z.object({ type: z.literal('crypto_address'), network: z.string(), address: z.string() }),
]);
export type Payment = z.output<typeof payment>;

/** All that a payer may know of an order; nothing else of the merchant is in it. */
export const checkoutView = z.object({
  order_no: z.string(),
  merchant_order_no: z.string(),
  merchant_name: z.string(),
  app_name: z.string(),
  logo: z.string(),
  status: z.enum(collectionStatuses),
  /** Which payer page shows this order now. */
  page: z.enum(['checkout', 'paymethod', 'Alipay', 'gateway', 'wxbank', 'payCheckOut']),
  currency,
  amount: money,
  pay_amount: money,
  paid_amount: money.nullable(),
  /** When that was booked; null until then. */
  paid_at: instant.nullable(),
  product_name: z.string().nullable(),
  payer_name: z.string().nullable(),
  method: z.string().nullable(),
  methods: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      kind: z.string(),
      min: money.nullable(),
      max: money.nullable(),
      needs_name: z.boolean(),
    }),
  ),
  payment: payment.nullable(),
  /** The payer says that he has paid; the order waits for the bank. */
  claimed: z.boolean(),
  is_test: z.boolean(),
  /** The house is shut: what the payer is told; nothing new begins, what he has paid is still seen. */
  maintenance: z.string().nullable(),
  locale: z.enum(['zh-TW', 'zh-CN', 'en']).nullable(),
  return_url: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  server_time: instant,
});
export type CheckoutView = z.output<typeof checkoutView>;

export const getCheckout = endpoint({
  method: 'GET',
  path: '/checkout/{t}',
  access: { public: true },
  input: z.strictObject({ t: token }),
  output: checkoutView,
});
export const chooseMethod = endpoint({
  method: 'POST',
  path: '/checkout/{t}/method',
  access: { public: true },
  input: z.strictObject({
    t: token,
    method: z.string().regex(patterns.methodCode),
    name: payerName.optional(),
  }),
  output: checkoutView,
});
export const setPayer = endpoint({
  method: 'POST',
  path: '/checkout/{t}/payer',
  access: { public: true },
  input: z.strictObject({ t: token, name: payerName }),
  output: checkoutView,
});
export const claimPaid = endpoint({
  method: 'POST',
  path: '/checkout/{t}/paid-claim',
  access: { public: true },
  input: z.strictObject({
    t: token,
    last5: z.string().regex(patterns.fiveDigits).optional(),
  }),
  output: checkoutView,
});
export const cancelCheckout = endpoint({
  method: 'POST',
  path: '/checkout/{t}/cancel',
  access: { public: true },
  input: z.strictObject({ t: token }),
  output: checkoutView,
});
