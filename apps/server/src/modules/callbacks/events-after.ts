import { Refusal } from '@suanpan/domain/errors';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { listEventsAfter } from './callbacks.queries.ts';

export interface MerchantEvent {
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly delivered: boolean;
  /** The envelope exactly as it is sent: JSON text. */
  readonly body: string;
}

/**
 * A merchant's events after one he has (null: from the first), oldest first, for those who pull instead of
 * listening. Refuses notFound when the event named is not his.
 */
export async function eventsAfter(
  db: Kysely<Tables>,
  customerId: bigint,
  afterEventId: string | null,
  limit: number,
): Promise<MerchantEvent[]> {
  const rows = await listEventsAfter(db, customerId, afterEventId, limit);
  if (rows === undefined) throw new Refusal('notFound');
  return rows.map((row) => ({
    eventId: row.event_id,
    type: row.type,
    createdAt: row.created_at,
    delivered: row.status === 'success',
    body: row.body,
  }));
}
