import { sql } from 'kysely';
import type { Tx } from '../db/transact.ts';
import type { OutboxEvent } from './event.ts';

/** What one look took out of the outbox, oldest first. */
export interface Taken {
  readonly events: readonly OutboxEvent[];
  /** The batches among them, for unfolding when they cannot be told as a whole. */
  readonly batches: readonly bigint[];
}

/** A single event, or a batch: then `ids` are its events, and a list in the payload has one value an event. */
interface TakenRow extends OutboxEvent {
  readonly ids: readonly bigint[] | null;
}

/**
 * Takes up to about `most` events out of the outbox in this transaction, in one statement; nothing when another relay
 * is at it. Events of the subjects that rest stay where they are.
 */
export async function takeOutbox(tx: Tx, resting: readonly string[], most: number): Promise<Taken> {
  const { rows } = await sql<TakenRow>`
    SELECT id, ids, kind, subject, payload, created_at AS "createdAt"
    FROM take_outbox(${resting}::text[], ${most})`.execute(tx);
  return {
    events: rows.flatMap(({ ids, ...row }) => (ids === null ? row : eventsOf(row, ids))),
    batches: rows.filter(({ ids }) => ids !== null).map(({ id }) => id),
  };
}

/** Takes one event for itself; answers false when it is not there any more or another relay is at it. */
export async function takeEvent(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM outbox WHERE id = ${id} AND pg_try_advisory_xact_lock(outbox_lock()) RETURNING id`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Puts batches back as single events, those that nobody else has taken meanwhile. It waits for the relay that is at it: two
 * that take away the same batches, each in its own order, would wait for each other.
 */
export async function unfoldBatches(tx: Tx, batches: readonly bigint[]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(outbox_lock())`.execute(tx);
  await sql`SELECT unfold_outbox(${batches}::bigint[])`.execute(tx);
}

/** The same as SQL's events_of_batch(), without asking the database. */
function eventsOf({ kind, payload, createdAt }: OutboxEvent, ids: readonly bigint[]): OutboxEvent[] {
  const fields = Object.entries(payload as Readonly<Record<string, unknown>>);
  const lists = fields.filter((field): field is [string, readonly unknown[]] => Array.isArray(field[1]));
  const common = Object.fromEntries(fields.filter(([, value]) => !Array.isArray(value)));
  const noun = kind.slice(0, kind.indexOf('.'));
  return ids.map((id, place) => {
    const own: Record<string, unknown> = { ...common };
    for (const [name, values] of lists) own[name] = values[place];
    return { id, kind, subject: `${noun}:${String(own['order_id'])}`, payload: own, createdAt };
  });
}
