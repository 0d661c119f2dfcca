import { z } from 'zod';
import { plainLine } from '../plain-text.ts';
import { patterns } from '../patterns.ts';
import { createCollectionInput } from './v2.ts';

/**
 * The form of epay, by which plugins of shops connect: text fields signed with MD5 over the whole form, `money` in major
 * units, `pid` the merchant's number. What a plugin sends besides is signed and passed over.
 */
const v2 = createCollectionInput.shape;
const line = z.string().max(128).regex(plainLine);

export const createEpayInput = z.object({
  pid: z.string().regex(patterns.merchantNo),
  /** alipay, wxpay and the like, or a method of the merchant; without one that he has, the payer chooses. */
  type: z.string().regex(patterns.methodCode).optional(),
  out_trade_no: v2.order_no,
  notify_url: v2.notify_url.unwrap(),
  return_url: v2.return_url,
  name: line.min(1),
  money: v2.amount,
  clientip: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** Comes back with the callback. */
  param: line.optional(),
});

/** An order by the merchant's number; proven by `key` in the old way, or by `sign`. */
export const queryEpayInput = z.object({
  pid: z.string().regex(patterns.merchantNo),
  out_trade_no: v2.order_no,
});
