import { z } from 'zod';

const transactionId = z.string().regex(/^\d{1,25}$/);

/** Every answer: 0000 is well, whatever else a call means by its own codes. */
export const answer = z.object({ returnCode: z.string() });

/** A page for the payer. */
export const requested = z.object({
  returnCode: z.literal('0000'),
  info: z.object({
    transactionId,
    paymentUrl: z.object({ web: z.url({ protocol: /^https?$/ }) }),
  }),
});

const payment = z.object({
  transactionId,
  orderId: z.string(),
  transactionDate: z.iso.datetime({ offset: true }).optional(),
  payStatus: z.string().optional(),
  currency: z.string(),
  payInfo: z.array(z.object({ amount: z.number().int().nonnegative() })).min(1),
  refundList: z.array(z.object({ refundAmount: z.number().int() })).optional(),
});
/** What became of payments that were asked about. */
export const details = z.object({ returnCode: z.literal('0000'), info: z.array(payment).min(1) });
export type Payment = z.output<typeof payment>;
