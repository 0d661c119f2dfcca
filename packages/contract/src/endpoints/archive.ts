import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, nothing } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';

/** Days: for how long an order stays online at the least, where orders are archived at all, and at the most. */
export const onlineDaysLimits = { least: 120, most: 3650 } as const;
/** The same of what was said to providers and merchants' servers about archived orders. */
export const exchangeDaysLimits = { least: 30, most: 3650 } as const;

const daysOrNever = ({ least, most }: { least: number; most: number }) =>
  z.union([z.literal(0), z.int32().min(least).max(most)]);

export const archiveView = z.object({
  /** Days of the business after which what has ended moves to the archive; 0: nothing moves. */
  online_days: z.number(),
  /** Days for which exchanges about archived orders are kept; 0: for ever. */
  exchange_days: z.number(),
  version: z.number(),
  /** Orders in the archive now. */
  archived: z.object({ collection: z.number(), payout: z.number() }),
  /** When the oldest order that is online was made; null while there is none. */
  oldest_online: instant.nullable(),
  last_run_at: instant.nullable(),
  next_run_at: instant.nullable(),
});
export type ArchiveView = z.output<typeof archiveView>;

/** What lies in the archive, and what goes there. */
export const getArchive = endpoint({
  method: 'GET',
  path: '/admin/operate/archive',
  access: { permission: 'admin.operate.get' },
  whileActing: 'allowed',
  input: nothing,
  output: archiveView,
});

/** Sets how long orders stay online and how long exchanges are kept. Refuses `staleEdit` where somebody else did meanwhile. */
export const setArchive = endpoint({
  method: 'PUT',
  path: '/admin/operate/archive',
  access: { permission: 'admin.operate.archive' },
  idempotent: true,
  input: z.strictObject({
    online_days: daysOrNever(onlineDaysLimits),
    exchange_days: daysOrNever(exchangeDaysLimits),
    version: z.int32().min(0),
    reason,
    ...stepUp,
  }),
  output: z.object({ state: z.literal('done'), version: z.number() }),
});
