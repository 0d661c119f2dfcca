import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { transact } from '../db/transact.ts';
import type { Tx } from '../db/transact.ts';
import { wakeRelays } from './emit.ts';
import type { OutboxEvent } from './event.ts';
import { startOutboxRelay } from './relay.ts';
import type { OutboxRelay } from './relay.ts';
import { takeOutbox, unfoldBatches } from './take.ts';

const { database, admin, log } = await testDatabase();
await admin.query(
  'CREATE TABLE heard (place bigserial, event bigint, subject text, n int, note text); GRANT ALL ON heard, heard_place_seq TO PUBLIC',
);

const relays: OutboxRelay[] = [];
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await admin.query('TRUNCATE heard, outbox, outbox_batch, outbox_dead');
});

interface News {
  readonly order_id: string;
  readonly n: number;
  readonly note: string;
}

/** Hears news of orders, refuses what `isBad` says and keeps what it was handed at once. */
function start(isBad: (news: News) => boolean = () => false, handed: OutboxEvent[][] = []): OutboxRelay {
  const relay = startOutboxRelay({
    db: database.workers,
    log,
    pollMs: 20,
    attempts: 3,
    subscriptions: [
      {
        kinds: ['order.paid'],
        async handle(tx, events) {
          handed.push([...events]);
          for (const { id, payload, subject } of events) {
            const { n, note } = payload as News;
            await sql`INSERT INTO heard (event, subject, n, note) VALUES (${id}, ${subject}, ${n}, ${note})`.execute(
              tx,
            );
            if (isBad(payload as News)) throw new Error('poison');
          }
        },
      },
    ],
  });
  relays.push(relay);
  return relay;
}

/** The news of a batch as SQL functions write it: one order a number. */
async function tellBatch(orders: readonly string[], numbers: readonly number[]): Promise<void> {
  const payload = JSON.stringify({ order_id: orders, n: numbers, note: 'the same' });
  await sql`
    INSERT INTO outbox_batch (kind, ids, payload, created_at)
    SELECT 'order.paid', array_agg(nextval('outbox_id_seq') ORDER BY n), ${payload}, business_now()
    FROM generate_series(1, ${orders.length}) AS n`.execute(database.app);
  wakeRelays();
}
async function tellOne(order: string, n: number): Promise<void> {
  const payload = JSON.stringify({ order_id: order, n, note: 'one' });
  await sql`
    INSERT INTO outbox (kind, subject, payload, created_at)
    VALUES ('order.paid', ${`order:${order}`}, ${payload}, business_now())`.execute(database.app);
  wakeRelays();
}

const heard = async (): Promise<{ subject: string; n: number; note: string }[]> =>
  (await admin.query('SELECT subject, n, note FROM heard ORDER BY place')).rows;
const numbers = async (): Promise<number[]> => (await heard()).map(({ n }) => n);
/** Until somebody waits for what another transaction holds. */
async function waitsForLock(): Promise<void> {
  const look = async () =>
    (
      await admin.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(look).toBe(1);
}
const dead = async () => (await admin.query('SELECT subject, error, attempts FROM outbox_dead')).rows;

test('a batch is told event by event, in its place among single events, and handed over at once', async () => {
  await tellOne('1', 0);
  await tellBatch(['1', '2', '3'], [1, 2, 3]);
  await tellOne('2', 4);
  const handed: OutboxEvent[][] = [];
  await start(undefined, handed).idle();
  expect(await heard()).toEqual([
    { subject: 'order:1', n: 0, note: 'one' },
    { subject: 'order:1', n: 1, note: 'the same' },
    { subject: 'order:2', n: 2, note: 'the same' },
    { subject: 'order:3', n: 3, note: 'the same' },
    { subject: 'order:2', n: 4, note: 'one' },
  ]);
  expect(handed.length).toBe(1);
});

test('the view shows each waiting event as the relay tells it', async () => {
  await tellOne('1', 0);
  await tellBatch(['1', '2'], [1, 2]);
  const { rows } = await admin.query('SELECT * FROM outbox_event ORDER BY id');
  const handed: OutboxEvent[][] = [];
  await start(undefined, handed).idle();
  expect(rows).toEqual(handed.flat().map(({ createdAt, ...event }) => ({ ...event, created_at: createdAt })));
});

test('one bad event of a batch is parked alone: its neighbours are told, and its own order in its order', async () => {
  await tellBatch(['1', '2', '3'], [1, 2, 3]);
  await tellBatch(['2', '3'], [4, 5]);
  await tellOne('2', 6);
  await start(({ n }) => n === 2).idle();
  expect(await numbers()).toEqual([1, 3, 5, 4, 6]);
  expect(await dead()).toEqual([{ subject: 'order:2', error: 'poison', attempts: 3 }]);
});

test('a batch that comes while an event rests does not overtake it', async () => {
  await tellOne('2', 1);
  let tries = 0;
  const relay = start(({ n }) => n === 1 && (tries += 1) < 3);
  await expect.poll(() => tries).toBeGreaterThan(0);
  await tellBatch(['1', '2'], [2, 3]);
  await relay.idle();
  expect(await numbers()).toEqual([2, 1, 3]);
  expect(await dead()).toEqual([]);
});

test('two relays at once tell each event of a batch once', async () => {
  const [one, other] = [start(), start()];
  for (let batch = 0; batch < 20; batch += 1) {
    await tellBatch(['1', '2', '3'], [batch * 3, batch * 3 + 1, batch * 3 + 2]);
  }
  await Promise.all([one.idle(), other.idle()]);
  expect(await numbers()).toEqual(Array.from({ length: 60 }, (_, n) => n));
});

test('a relay unfolds what failed behind another one that has taken over, and neither waits for the other', async () => {
  await tellBatch(['1', '2'], [1, 2]);
  await tellBatch(['3'], [3]);
  const { rows } = await admin.query<{ id: bigint }>('SELECT id FROM outbox_batch ORDER BY id');
  const [first = 0n, second = 0n] = rows.map(({ id }) => id);
  const forget = (tx: Tx, id: bigint) => sql`DELETE FROM outbox_batch WHERE id = ${id}`.execute(tx);
  let unfolding: Promise<void> = Promise.resolve();
  await transact(database.app, async (tx) => {
    await takeOutbox(tx, ['order:0'], 0);
    await forget(tx, second);
    unfolding = transact(database.app, (other) => unfoldBatches(other, [first, second]));
    await waitsForLock();
    await forget(tx, first);
  });
  await unfolding;
  expect((await admin.query('SELECT FROM outbox_event')).rowCount).toBe(0);
});

test('more batches than one take holds are told to the end', async () => {
  const orders = Array.from({ length: 200 }, (_, n) => String(n));
  for (let batch = 0; batch < 4; batch += 1) {
    await tellBatch(
      orders,
      Array.from({ length: 200 }, (_, n) => batch * 200 + n),
    );
  }
  const handed: OutboxEvent[][] = [];
  await start(undefined, handed).idle();
  expect(handed.map((events) => events.length)).toEqual([600, 200]);
});

test('a batch is taken apart once and not once an event', async () => {
  const many = Array.from({ length: 20_000 }, (_, n) => n);
  await tellBatch(many.map(String), many);
  // Once an event would be 20,000 readings of a megabyte, far past the limit of a statement.
  const { rows } = await admin.query(
    "SELECT count(*) AS n, max(payload ->> 'note') AS note FROM outbox_event",
  );
  expect(rows).toEqual([{ n: 20_000n, note: 'the same' }]);
});
