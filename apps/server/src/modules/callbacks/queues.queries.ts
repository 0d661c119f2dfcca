import { sql } from 'kysely';
import { queueOf } from '../../platform/queue.ts';
import type { Queue } from '../../platform/queue.ts';

/** What is to be sent now. */
export const callbackQueues: readonly Queue[] = [
  queueOf('callbacks', sql`callback WHERE next_at IS NOT NULL AND next_at <= now()`, sql`next_at`),
];
