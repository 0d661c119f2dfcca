import { z } from 'zod';

export const answer = z.object({ result: z.string() });

export const entered = z.object({
  result: z.literal('000'),
  result_object: z.object({ payment_url: z.url({ protocol: /^https?$/ }) }),
});

const money = z.union([z.string(), z.number()]);
const transaction = z.object({
  platform_order_id: z.string().min(1).max(60),
  status: z.number().int(),
  tradeNo: z.string().max(64).nullish(),
  trans_time: z.string().nullish(),
  currency: z.string().nullish(),
  final_price: money.nullish(),
});
export type Transaction = z.output<typeof transaction>;

export const inquired = z.object({
  result: z.literal('000'),
  result_object: z.object({ transactions: z.array(transaction) }),
});

export const notice = z.object({ transaction });
