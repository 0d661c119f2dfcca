import { z } from 'zod';

const text = z.string().max(200).nullish();

/** What an account tells of what came in to it, oldest first. */
export const transfers = z.object({
  currency: z.string(),
  transfers: z.array(
    z.object({
      id: z.string().min(1).max(100),
      account_no: z.string().regex(/^\d{1,20}$/),
      at: z.iso.datetime({ offset: true }),
      amount: z.string(),
      payer_name: text,
      payer_account: text,
      memo: text,
    }),
  ),
  /** Where to go on reading; null at the end. */
  next: z.string().max(200).nullable(),
});
