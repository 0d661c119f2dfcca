import { z } from 'zod';

/** NewebPay writes numbers sometimes as such, sometimes as text. */
const figure = z.union([z.string(), z.int().nonnegative()]).transform(String);

/** What a notice says once it is decrypted. */
export const noticeBody = z.object({
  Status: z.string().min(1).max(20),
  Result: z.object({
    MerchantID: z.string(),
    MerchantOrderNo: z.string().min(1).max(30),
    TradeNo: figure,
    PayTime: z.string().optional(),
  }),
});

/** What it answers about an order. */
export const queryAnswer = z.object({
  Status: z.literal('SUCCESS'),
  Result: z.object({
    MerchantID: z.string(),
    MerchantOrderNo: z.string(),
    Amt: figure,
    TradeNo: figure,
    TradeStatus: figure,
    PayTime: z.string().nullish(),
    CheckCode: z.string(),
  }),
});

export const refusedAnswer = z.object({ Status: z.string() });
