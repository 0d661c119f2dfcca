import { channelDirections } from '@suanpan/contract/endpoints/channel-row';
import { z } from 'zod';

/** Percent as plain decimal text and minor units, both as a plan keeps them. */
const fee = z.strictObject({
  pct: z.string().regex(/^\d{1,4}(\.\d{1,8})?$/),
  per_item: z.string().regex(/^\d{1,18}$/),
});

/** What is agreed with a merchant about one channel. */
export const priceTerms = z.strictObject({ merchant: fee, subAgent: fee, middleman: fee });
export type PriceTerms = z.output<typeof priceTerms>;

/** New prices of merchants of one senior agent, from when (at once where null), made on a version of each row (0: none yet). */
export const priceChange = z.strictObject({
  agent_id: z.string(),
  /** The merchant that it is about; null where it is about several. */
  customer_id: z.string().nullable(),
  direction: z.enum(channelDirections),
  valid_from: z.iso.datetime({ offset: true }).nullable(),
  rows: z.array(
    z.strictObject({
      customer_id: z.string(),
      channel_id: z.string(),
      alias: z.string(),
      prices: priceTerms,
      allow_loss: z.boolean(),
      v: z.number().int(),
    }),
  ),
});
export type PriceChange = z.output<typeof priceChange>;
export type PriceChangeRow = PriceChange['rows'][number];
