import { payerNameMaxLength } from '@suanpan/domain/limits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, done, id, instant, money, searchText } from '../fields.ts';
import { patterns } from '../patterns.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';
import { payoutRow } from './payouts.ts';

const ref = z.object({ id: z.string(), name: z.string() });
const holder = z.string().trim().max(payerNameMaxLength).regex(plainLine);
/** As it is typed: grouped, or in full-width digits. */
const cardNo = z.string().trim().max(64).regex(plainLine);
const branch = z.string().trim().max(128).regex(plainLine);

/**
 * A payout as a person fills it in: for a payee typed out, or for one that is kept. What of the former is missing is said of each
 * field, 'Please fill in the complete data' of the whole. A merchant need not name himself; without a currency it is his own.
 */
const payoutForm = {
  customer_id: id.optional(),
  payee_id: id.optional(),
  account_name: holder.optional(),
  bank_code: searchText.optional(),
  card_no: cardNo.optional(),
  branch: branch.optional(),
  amount: z.union([amountInput, z.literal('')]).optional(),
  currency: currency.optional(),
  channel_alias: z.string().regex(patterns.methodCode).optional(),
  memo: z.string().trim().max(500).regex(plainLine).optional(),
  order_no: z.string().regex(patterns.orderNo).optional(),
  /** Whoever submits it knows that this payee got this amount within the last day; the reason says why again. */
  duplicate_known: z.boolean().default(false),
  reason: reason.optional(),
};

/**
 * What submitting it would come to now: each guard is asked, and nothing is kept. The hash stands for merchant, currency, amount,
 * payee, order number and fee, which the submission then has to come to.
 */
export const payoutEffect = endpoint({
  method: 'POST',
  path: '/payment/apply/effect',
  access: { session: true },
  input: z.strictObject(payoutForm),
  output: z.object({
    effect: z.array(
      z.object({
        field: z.enum(['amount', 'fee', 'total', 'balance', 'amount_zh']),
        before: z.string().nullable(),
        after: z.string(),
      }),
    ),
    hash: z.string(),
    order_no: z.string(),
    customer: ref,
    currency,
    payee: z.object({
      account_name: z.string(),
      bank_code: z.string(),
      bank_name: z.string(),
      card_no: z.string(),
    }),
    /** The same payee got the same amount within the last day. */
    has_duplicate: z.boolean(),
    /** Why it will wait for a person, once it is submitted. */
    wait_reason: payoutRow.shape.wait_reason,
  }),
});
export type PayoutEffect = z.output<typeof payoutEffect.output>;

/**
 * Submits a payout by hand. The code is spent on exactly what its effect showed: anything else is refused (20412). What the
 * platform submits for a merchant always waits for a second person of the platform.
 */
export const applyPayout = endpoint({
  method: 'POST',
  path: '/payment/apply',
  access: { session: true },
  idempotent: true,
  input: z.strictObject({
    ...payoutForm,
    order_no: z.string().regex(patterns.orderNo),
    effect_hash: z.string().max(64),
    ...stepUp,
  }),
  output: payoutRow,
});

export const payeeStates = ['waiting', 'active'] as const;
export const payeeRow = z.object({
  id: z.string(),
  customer: ref,
  account_name: z.string(),
  bank_code: z.string(),
  bank_name: z.string(),
  /** Never more than its last digits. */
  card_no: z.string(),
  branch: z.string().nullable(),
  alias: z.string().nullable(),
  created_at: instant,
  /** Until then what is paid to him waits for a person. */
  usable_from: instant,
  state: z.enum(payeeStates),
});
export type PayeeRow = z.output<typeof payeeRow>;

/** Payees whom a merchant pays often. */
export const payees = endpoint({
  method: 'GET',
  path: '/payment/payees',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ customer_id: id.optional() }),
  output: z.array(payeeRow),
});
export const savePayee = endpoint({
  method: 'POST',
  path: '/payment/payees',
  access: { session: true },
  input: z.strictObject({
    customer_id: id.optional(),
    account_name: holder.min(1),
    bank_code: searchText.min(1),
    card_no: cardNo.min(1),
    branch: branch.optional(),
    alias: z.string().trim().max(64).regex(plainLine).optional(),
  }),
  output: payeeRow,
});
export const deletePayee = endpoint({
  method: 'DELETE',
  path: '/payment/payees/{id}',
  access: { session: true },
  input: z.strictObject({ id: z.string().max(64) }),
  output: done,
});

/** In which currencies a merchant can pay others now, by which methods, and what he has for it. */
export const payoutWays = endpoint({
  method: 'GET',
  path: '/payment/apply/ways',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ customer_id: id.optional() }),
  output: z.object({
    customer: ref,
    ways: z.array(z.object({ currency, available: money, methods: z.array(z.string()) })),
  }),
});
