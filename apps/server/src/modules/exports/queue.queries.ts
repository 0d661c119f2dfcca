import { sql } from 'kysely';
import { queueOf } from '../../platform/queue.ts';

/** Files that are to be written. */
export const exportQueue = queueOf(
  'exports',
  sql`export_job WHERE status IN ('queued', 'running')`,
  sql`created_at - (business_now() - now())`,
);
