import { sql } from 'kysely';
import { queueOf } from '../../../platform/queue.ts';
import type { Queue } from '../../../platform/queue.ts';

/** News that is to be handed on, one or many in a row, and what nobody could be told of. */
export const ownQueues: readonly Queue[] = [
  queueOf(
    'news',
    sql`(SELECT created_at FROM outbox UNION ALL SELECT created_at FROM outbox_batch) AS news`,
    sql`created_at - (business_now() - now())`,
  ),
  queueOf('failedJobs', sql`outbox_dead WHERE discarded_at IS NULL`, sql`parked_at`),
];
