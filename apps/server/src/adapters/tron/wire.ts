import { z } from 'zod';

/** A page of the transfers of tokens to and from an address, as TronGrid answers it. */
export const page = z.object({
  success: z.literal(true).optional(),
  data: z.array(
    z.object({
      transaction_id: z.string().regex(/^[0-9a-f]{64}$/),
      token_info: z.object({ address: z.string(), decimals: z.number().int() }),
      block_timestamp: z.number().int().nonnegative(),
      from: z.string().min(1).max(64),
      to: z.string(),
      type: z.string(),
      value: z.string().regex(/^\d{1,78}$/),
    }),
  ),
  meta: z.object({ fingerprint: z.string().max(500).optional() }).optional(),
});
export type TokenTransfer = z.output<typeof page>['data'][number];
