import type { EventKind, Events } from '@suanpan/domain/events';
import { sql } from 'kysely';
import { afterCommit } from '../db/transact.ts';
import type { Tx } from '../db/transact.ts';

/** News of one thing; `subject` is what it is about, e.g. `collection:123`, and events of one are dispatched in order. */
export type NewEvent = {
  [Kind in EventKind]: { readonly kind: Kind; readonly subject: string; readonly payload: Events[Kind] };
}[EventKind];

const wakers = new Set<() => void>();

/** Lets a relay of this process hear at once that events were committed; the poll covers all else. */
export function onCommittedEvents(wake: () => void): () => void {
  wakers.add(wake);
  return () => wakers.delete(wake);
}

/** Wakes the relays of this process: for SQL functions that write their outbox rows themselves. */
export function wakeRelays(): void {
  for (const wake of wakers) wake();
}

/** Writes the events in the transaction of the change they tell of: both stand, or neither. */
export async function emit(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const kinds = events.map(({ kind }) => kind);
  const subjects = events.map(({ subject }) => subject);
  const payloads = events.map(({ payload }) => JSON.stringify(payload));
  await sql`
    INSERT INTO outbox (kind, subject, payload, created_at)
    SELECT kind, subject, payload, business_now()
    FROM unnest(${kinds}::text[], ${subjects}::text[], ${payloads}::jsonb[])
      WITH ORDINALITY AS event (kind, subject, payload, place)
    ORDER BY place`.execute(tx);
  afterCommit(tx, wakeRelays);
}
