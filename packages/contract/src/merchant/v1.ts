import { z } from 'zod';
import { beneficiary, createCollectionInput } from './v2.ts';
import { patterns } from '../patterns.ts';

/**
 * The legacy form (merchant API §3): form-urlencoded or flat JSON, every value a string, signed with MD5 over the
 * whole form. An answer's `sign` stands over `code`, `msg` and the fields of `data`, in the same way.
 */
const signed = {
  merchant_no: z.string().regex(patterns.merchantNo),
  timestamp: z.string().regex(patterns.unixSeconds),
  nonce: z.string().regex(patterns.nonce),
  sign: z.string().regex(patterns.md5),
};
const v2 = createCollectionInput.shape;

/** A field that is sent empty is one that is not sent: it takes no part in the signature either. */
export const createV1Input = z.strictObject({
  ...signed,
  out_trade_no: v2.order_no,
  amount: v2.amount,
  currency: v2.currency,
  method: v2.method,
  payer_name: v2.payer.unwrap().shape.name,
  notify_url: v2.notify_url,
  return_url: v2.return_url,
});
export type CreateV1Input = z.output<typeof createV1Input>;

export const transferV1Input = z.strictObject({
  ...signed,
  out_trade_no: v2.order_no,
  amount: v2.amount,
  currency: v2.currency,
  bank_code: beneficiary.shape.bank_code,
  account_no: beneficiary.shape.account_no,
  account_name: beneficiary.shape.name,
  notify_url: v2.notify_url,
});

export const queryV1Input = z.strictObject({ ...signed, out_trade_no: v2.order_no });
export const balanceV1Input = z.strictObject({ ...signed, currency: v2.currency.optional() });
