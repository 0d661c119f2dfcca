import { rateCurrencies } from '@suanpan/contract/endpoints/currency-rates';
import { z } from 'zod';

/** A new version: whose, of which pair, from when (at once where null). Rates are plain decimal text. */
export const rateChange = z.strictObject({
  agent_id: z.string().nullable(),
  base: z.enum(rateCurrencies),
  quote: z.enum(rateCurrencies),
  collection_rate: z.string().regex(/^\d{1,4}(\.\d{1,8})?$/),
  payment_rate: z.string().regex(/^\d{1,4}(\.\d{1,8})?$/),
  valid_from: z.iso.datetime({ offset: true }).nullable(),
  allow_loss: z.boolean(),
});
export type RateChange = z.output<typeof rateChange>;
