import { z } from 'zod';

/** What the sandbox bank says of a charge when asked. */
export const charge = z.object({
  charge_no: z.string(),
  merchant_order_no: z.string(),
  status: z.enum(['pending', 'paid', 'failed', 'expired', 'reversed']),
  amount: z.string(),
  paid_amount: z.string().nullable(),
  currency: z.string(),
  paid_at: z.iso.datetime({ offset: true }).nullable(),
  simulated: z.boolean(),
});

export const createdCharge = z.object({
  charge_no: z.string(),
  merchant_order_no: z.string(),
  payment: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('bank_account'),
      bank_code: z.string(),
      bank_name: z.string(),
      branch: z.string(),
      account_no: z.string(),
      holder: z.string(),
    }),
    z.object({ type: z.literal('qr'), content: z.string() }),
    z.object({ type: z.literal('redirect'), url: z.string() }),
    z.object({ type: z.literal('cvs_code'), code: z.string(), store: z.string() }),
  ]),
});

export const notice = z.object({
  event_id: z.string().min(1).max(64),
  merchant_order_no: z.string().min(1).max(64),
  status: z.enum(['pending', 'paid', 'failed', 'expired', 'reversed']),
});

/** What the sandbox bank says of a payout when asked. */
export const payout = z.object({
  payout_no: z.string(),
  merchant_order_no: z.string(),
  status: z.enum(['processing', 'paid', 'failed', 'returned']),
  amount: z.string(),
  currency: z.string(),
  returned_amount: z.string().nullable(),
});

export const payoutNotice = z.object({
  event_id: z.string().min(1).max(64),
  merchant_order_no: z.string().min(1).max(64),
  status: z.enum(['processing', 'paid', 'failed', 'returned']),
});

/** What the sandbox bank says of a refund, when it takes it and when asked. */
export const refund = z.object({
  bank_no: z.string(),
  refund_no: z.string(),
  status: z.enum(['processing', 'paid', 'failed']),
  amount: z.string(),
  currency: z.string(),
});

/** What the sandbox bank holds for a merchant. */
export const balance = z.object({ currency: z.string(), available: z.string() });
