import { z } from 'zod';

/**
 * Why a replica for reports is not read from although it is set: it does not answer, it is further behind than it may be, or it is no
 * replica of our cluster (any more).
 */
export const replicaFaults = ['away', 'behind', 'foreign'] as const;
export type ReplicaFault = (typeof replicaFaults)[number];

/** From where figures were read; told only where a replica for reports is set. */
export const readFrom = z.object({
  source: z.enum(['replica', 'primary']),
  /** By how much they may be older than the primary's, in whole seconds; 0 of the primary. */
  lag_s: z.number(),
  /** Why it was the primary; `cancelled` where the replica broke this one reading off for what came in. Null of the replica. */
  reason: z.enum([...replicaFaults, 'cancelled']).nullable(),
});
export type ReadFrom = z.output<typeof readFrom>;
