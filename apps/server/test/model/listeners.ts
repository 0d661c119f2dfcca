import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '../../src/platform/db/transact.ts';
import type { OutboxEvent } from '../../src/platform/outbox/event.ts';
import type { Subscription } from '../../src/platform/outbox/relay.ts';
import type { Dice } from '../fuzz/dice.ts';

const kinds = ['created', 'succeeded', 'expired', 'amount_mismatch', 'abnormal', 'flagged'].map(
  (state) => `collection.${state}`,
);
/** Fewer than it takes to park an event. */
const mostFailures = 3;

/** A steady listener and one that fails at random, before or after it has written what it heard. */
export async function openListeners(admin: pg.Pool, dice: Dice): Promise<readonly Subscription[]> {
  await admin.query(`
    CREATE TABLE heard (
      place bigint GENERATED ALWAYS AS IDENTITY, listener text, event_id bigint, kind text, subject text,
      PRIMARY KEY (listener, event_id));
    GRANT ALL ON heard TO PUBLIC;`);
  const failed = new Map<bigint, number>();

  async function write(tx: Tx, listener: string, events: readonly OutboxEvent[]): Promise<void> {
    await sql`
      INSERT INTO heard (listener, event_id, kind, subject)
      SELECT ${listener}, id, kind, subject
      FROM unnest(${events.map(({ id }) => id)}::bigint[], ${events.map(({ kind }) => kind)}::text[],
        ${events.map(({ subject }) => subject)}::text[]) WITH ORDINALITY AS e (id, kind, subject, n) ORDER BY n`.execute(
      tx,
    );
  }
  function failAtRandom(events: readonly OutboxEvent[]): void {
    const [first] = events;
    if (first === undefined || dice.below(100) >= (events.length === 1 ? 15 : 25)) return;
    if (events.length === 1) {
      const times = (failed.get(first.id) ?? 0) + 1;
      failed.set(first.id, times);
      if (times > mostFailures) return;
    }
    throw new Error('this listener has a bad day');
  }

  return [
    { kinds, handle: (tx, events) => write(tx, 'steady', events) },
    {
      kinds,
      async handle(tx, events) {
        failAtRandom(events);
        await write(tx, 'moody', events);
        failAtRandom(events);
      },
    },
  ];
}
