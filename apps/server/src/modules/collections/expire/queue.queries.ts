import { sql } from 'kysely';
import { queueOf } from '../../../platform/queue.ts';

/** Orders that are to be looked at again and whose time has come. */
export const collectionQueue = queueOf(
  'collectionChecks',
  sql`collection_check WHERE next_at <= now()`,
  sql`next_at`,
);
