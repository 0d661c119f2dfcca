import { z } from 'zod';
import { readPositiveAmount } from '@suanpan/money/amount';
import {
  collectionExpiresMaxS,
  collectionExpiresMinS,
  merchantPageMax,
  metadataMaxKeys,
  metadataMaxLength,
  payerNameMaxLength,
  productNameMaxLength,
  urlMaxLength,
} from '@suanpan/domain/limits';
import { foldCard } from '@suanpan/domain/names/fold-name';
import { payoutNetworks } from '@suanpan/domain/payout-networks';
import { refundStatuses } from '@suanpan/domain/states/collection';
import {
  merchantCollectionStatuses,
  merchantEventTypes,
  merchantPayoutStatuses,
} from '@suanpan/domain/states/wire';
import type { Currency } from '@suanpan/money/currency';
import { payment } from '../endpoints/checkout.ts';
import { plainLine, plainLines } from '../plain-text.ts';
import { patterns } from '../patterns.ts';
import { named } from '../refinement.ts';

/** Money of the merchant API: a decimal string in major units. */
const amount = z.string().regex(patterns.amount);
const orderNo = z.string().regex(patterns.orderNo);
const currency = z.enum(['TWD', 'CNY', 'USD', 'USDT']);
// Which schemes and addresses are allowed is decided when a callback is sent; the form is checked here.
const address = z
  .url({ protocol: /^https?$/ })
  .max(urlMaxLength)
  .regex(plainLine);
const text = (max: number) => z.string().max(max).regex(plainLine);

/** Whether the amount is above zero and has no more decimals than its currency takes. */
const isPayable = (sent: { amount: string; currency: Currency }): boolean =>
  readPositiveAmount(sent.amount, sent.currency) !== null;

/** What the merchant keeps with an order. */
const metadata = z
  .record(z.string().max(64).regex(plainLine), z.string().max(metadataMaxLength).regex(plainLines))
  .refine(
    (entries) => Object.keys(entries).length <= metadataMaxKeys,
    named('fewEntries', { max: String(metadataMaxKeys) }),
  )
  .optional();

export const createCollectionInput = z
  .strictObject({
    order_no: orderNo,
    amount,
    currency,
    method: z.string().regex(patterns.methodCode).optional(),
    product_name: text(productNameMaxLength).optional(),
    payer: z
      .strictObject({
        name: z.string().trim().min(1).max(payerNameMaxLength).regex(plainLine).optional(),
        last5: z.string().regex(patterns.fiveDigits).optional(),
        account: text(64).optional(),
        bank_code: z.string().regex(patterns.threeDigits).optional(),
        email: z.email().max(128).optional(),
        phone: text(32).optional(),
        ip: z.union([z.ipv4(), z.ipv6()]).optional(),
        user_ref: text(64).optional(),
      })
      .optional(),
    notify_url: address.optional(),
    return_url: address.optional(),
    expires_in: z.number().int().min(collectionExpiresMinS).max(collectionExpiresMaxS).optional(),
    metadata,
    locale: z.enum(['zh-TW', 'zh-CN', 'en']).optional(),
  })
  .refine(isPayable, { path: ['amount'], ...named('payable') });
export type CreateCollectionInput = z.output<typeof createCollectionInput>;

/** A bank account as it is typed: spaces, hyphens and full-width digits are folded before it is looked at. */
const accountNo = z
  .string()
  .max(64)
  .transform((text) => foldCard(text))
  .pipe(z.string().regex(patterns.accountNo));

/** Whom a payout pays. */
export const beneficiary = z.strictObject({
  name: z.string().trim().min(1).max(payerNameMaxLength).regex(plainLine),
  account_no: accountNo,
  bank_code: z.string().regex(patterns.threeDigits),
  branch: text(64).optional(),
  province: text(64).optional(),
  city: text(64).optional(),
});

/** An address of a chain that a payout pays; whether it is whole is looked at when it is submitted. */
export const chainBeneficiary = z.strictObject({
  network: z.enum(payoutNetworks),
  address: z.string().trim().min(20).max(64).regex(plainLine),
});

export const createPayoutInput = z
  .strictObject({
    order_no: orderNo,
    amount,
    currency,
    type: z.enum(['bank', 'crypto']),
    /** Of type `bank` an account of a bank, of type `crypto` an address of a chain. */
    beneficiary: z.union([beneficiary, chainBeneficiary]),
    notify_url: address.optional(),
    memo: text(productNameMaxLength).optional(),
    metadata,
    locale: z.enum(['zh-TW', 'zh-CN', 'en']).optional(),
  })
  .refine(isPayable, { path: ['amount'], ...named('payable') })
  .refine(({ beneficiary: to, type }) => 'network' in to === (type === 'crypto'), {
    path: ['beneficiary'],
    ...named('ofItsType'),
  })
  // A chain pays in its own coin alone.
  .refine(({ currency: of, type }) => type !== 'crypto' || of === 'USDT', {
    path: ['currency'],
    ...named('ofItsType'),
  });
export type CreatePayoutInput = z.output<typeof createPayoutInput>;

/** Money as it is answered: at least two decimals, at the most those of the ledger. */
const answered = z.string().regex(patterns.merchantAmount);
/** RFC 3339 UTC to the second. */
const instant = z.iso.datetime();

export const merchantCollection = z.object({
  /** `col_` and our number. */
  id: z.string().regex(patterns.collectionId),
  order_no: orderNo,
  status: z.enum(merchantCollectionStatuses),
  currency,
  amount: answered,
  pay_amount: answered,
  paid_amount: answered.nullable(),
  fee: answered.nullable(),
  credited_amount: answered.nullable(),
  rate: z.string().nullable(),
  method: z.string().nullable(),
  checkout_url: z.string(),
  /** How to pay, only while the order waits for it. */
  payment: payment.nullable(),
  /** What the merchant told of the payer; the account is masked. */
  payer: z.record(z.string(), z.string()).nullable(),
  expires_at: instant,
  created_at: instant,
  paid_at: instant.nullable(),
  callback_status: z.string(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  metadata: z.record(z.string(), z.string()),
  is_test: z.boolean(),
});
export type MerchantCollection = z.output<typeof merchantCollection>;

export const merchantPayout = z.object({
  /** `pay_` and our number. */
  id: z.string().regex(patterns.payoutId),
  order_no: orderNo,
  status: z.enum(merchantPayoutStatuses),
  currency,
  amount: answered,
  /** On top of the amount. */
  fee: answered,
  type: z.enum(['bank', 'crypto']),
  /** The account is masked, and the address of a chain too. */
  beneficiary: z.union([
    z.object({ name: z.string(), account_no: z.string(), bank_code: z.string() }),
    z.object({ network: z.enum(payoutNetworks), address: z.string() }),
  ]),
  /** Over a chain: the transaction that paid it. */
  tx_hash: z.string().nullable(),
  memo: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
  callback_status: z.string(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  metadata: z.record(z.string(), z.string()),
  is_test: z.boolean(),
});
export type MerchantPayout = z.output<typeof merchantPayout>;

/** `refund_no` is the merchant's own number of it; the same request answers the same refund. */
export const createRefundInput = z.strictObject({
  refund_no: orderNo,
  /** All that came, or a part of it, in the currency of the collection. */
  amount,
  reason: text(productNameMaxLength).trim().min(1).optional(),
});

/** `refund_no` answers that one alone. */
export const refundQuery = z.strictObject({ refund_no: orderNo.optional() });

export const merchantRefund = z.object({
  /** `rfd_` and our number, as in the event. */
  id: z.string(),
  /** Null of one that people made. */
  refund_no: orderNo.nullable(),
  kind: z.enum(['refund', 'charge_back']),
  collection_id: z.string().regex(patterns.collectionId),
  order_no: orderNo,
  currency,
  amount: answered,
  /** `preparing` and `refunding` are on their way, `failed` gave the money back to the merchant. */
  status: z.enum(refundStatuses),
  reason: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
});
export type MerchantRefund = z.output<typeof merchantRefund>;

/** Every list of the merchant API: `next_cursor` goes into the next call, null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}

export const simulateInput = z.strictObject({
  scenario: z.string().regex(patterns.scenario),
  amount: amount.optional(),
});

/** A payout is never paid in part: the bank is told what happens to it and no sum. */
export const simulatePayoutInput = simulateInput.pick({ scenario: true }).strict();

/** `order_no` answers that one collection; without it a page, newest first. */
export const collectionQuery = z
  .strictObject({
    order_no: orderNo.optional(),
    cursor: z.string().regex(patterns.collectionId).optional(),
    limit: z.coerce.number().int().min(1).max(merchantPageMax).default(20),
  })
  .refine((query) => query.order_no === undefined || query.cursor === undefined, {
    path: ['cursor'],
    ...named('cursorAlone'),
  });

/** `order_no` answers that one payout; without it a page, newest first. */
export const payoutQuery = z
  .strictObject({
    order_no: orderNo.optional(),
    cursor: z.string().regex(patterns.payoutId).optional(),
    limit: z.coerce.number().int().min(1).max(merchantPageMax).default(20),
  })
  .refine((query) => query.order_no === undefined || query.cursor === undefined, {
    path: ['cursor'],
    ...named('cursorAlone'),
  });

export const noQuery = z.strictObject({});
export const balanceQuery = z.strictObject({ currency: currency.optional() });
export const methodsQuery = z.strictObject({ kind: z.enum(['collection', 'payout']).default('collection') });
export const banksQuery = z.strictObject({
  country: z.string().regex(patterns.country).default('TW'),
});
/** `after` is the id of the last event one has; left out, the list begins with the first. */
export const eventsQuery = z.strictObject({
  after: z.string().regex(patterns.eventId).optional(),
  limit: z.coerce.number().int().min(1).max(merchantPageMax).default(20),
});

export const merchantBalance = z.object({
  currency,
  available: answered,
  frozen: answered,
  unsettled: answered,
  /** available + unsettled. */
  total: answered,
});
export type MerchantBalance = z.output<typeof merchantBalance>;

export const merchantMethod = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  currencies: z.array(currency),
  min: answered.nullable(),
  max: answered.nullable(),
  /** In UTC+8; empty means always. */
  hours: z.array(z.object({ days: z.array(z.number()).optional(), from: z.string(), to: z.string() })),
  /** At the most: percent of the amount and a fixed part. */
  fee: z.object({ pct: z.string(), per_item: answered }),
  required_payer_fields: z.array(z.string()),
});
export type MerchantMethod = z.output<typeof merchantMethod>;

export const merchantBank = z.object({ code: z.string(), name: z.string(), name_en: z.string() });

/** An event as it was or will be sent to the merchant's address. */
export const merchantEvent = z.object({
  id: z.string().regex(patterns.eventId),
  type: z.enum(merchantEventTypes),
  api_version: z.literal('2'),
  created_at: instant,
  data: z.record(z.string(), z.json()),
});
