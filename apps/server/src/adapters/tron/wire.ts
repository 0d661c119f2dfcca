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

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`));

/** What a node tells of a transaction in a block that stands. */
export const transaction = z.object({
  id: hex(64),
  blockTimeStamp: z.number().int().nonnegative(),
  /** Only of one that failed. */
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }),
  log: z
    .array(
      z.object({
        // Twenty bytes, with or without the byte of the network before them.
        address: z.string().regex(/^(41)?[0-9a-f]{40}$/),
        topics: z.array(hex(64)).max(4).default([]),
        // What a coin of ours writes there is one number; others may write what they like.
        data: z
          .string()
          .regex(/^[0-9a-f]*$/)
          .default(''),
      }),
    )
    .default([]),
});

/** What is held by an address: of each token, by its contract, in its own smallest units. */
export const holdings = z.object({
  data: z
    .array(
      z.object({
        trc20: z.array(z.record(z.string(), z.string().regex(/^\d{1,78}$/))).default([]),
      }),
    )
    .max(1),
});
