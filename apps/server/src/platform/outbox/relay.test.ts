import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { transact } from '../db/transact.ts';
import { emit } from './emit.ts';
import type { OutboxEvent } from './event.ts';
import { startOutboxRelay } from './relay.ts';
import type { OutboxRelay } from './relay.ts';

const { database, admin, log } = await testDatabase();
await admin.query('CREATE TABLE heard (event bigint, subject text, n int); GRANT ALL ON heard TO PUBLIC');

const relays: OutboxRelay[] = [];
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await admin.query('TRUNCATE heard; TRUNCATE outbox; TRUNCATE outbox_dead');
});

const numberOf = ({ payload }: OutboxEvent): number => Number((payload as { user_id: string }).user_id);

function start(refuse: (event: OutboxEvent) => boolean = () => false): OutboxRelay {
  const relay = startOutboxRelay({
    db: database.workers,
    log,
    pollMs: 20,
    attempts: 3,
    subscriptions: [
      {
        kinds: ['user.passwordChanged'],
        async handle(tx, events) {
          for (const event of events) {
            if (refuse(event)) throw new Error('poison');
            const n = numberOf(event);
            await sql`INSERT INTO heard VALUES (${event.id}, ${event.subject}, ${n})`.execute(tx);
          }
        },
      },
    ],
  });
  relays.push(relay);
  return relay;
}

const tell = (subject: string, ...numbers: number[]) =>
  transact(database.app, (tx) =>
    emit(
      tx,
      numbers.map((n) => ({ kind: 'user.passwordChanged', subject, payload: { user_id: String(n) } })),
    ),
  );
const heard = async (): Promise<{ subject: string; n: number }[]> =>
  (await admin.query('SELECT subject, n FROM heard ORDER BY event')).rows;

test('committed events are heard in order, exactly once in the database, and leave the outbox', async () => {
  await tell('a', 1, 2);
  await tell('b', 3);
  await start().idle();
  expect(await heard()).toEqual([
    { subject: 'a', n: 1 },
    { subject: 'a', n: 2 },
    { subject: 'b', n: 3 },
  ]);
});

test('an event of a rolled-back transaction never existed', async () => {
  const relay = start();
  await transact(database.app, async (tx) => {
    await emit(tx, [{ kind: 'user.passwordChanged', subject: 'a', payload: { user_id: '1' } }]);
    throw new Error('changed my mind');
  }).catch(() => {});
  await relay.idle();
  expect(await heard()).toEqual([]);
});

test('two relays at once deliver each event once', async () => {
  const [one, other] = [start(), start()];
  await Promise.all(Array.from({ length: 40 }, (_, n) => tell(`s${n % 5}`, n)));
  await Promise.all([one.idle(), other.idle()]);
  const numbers = (await heard()).map(({ n }) => n);
  expect(numbers.length).toBe(40);
  expect(new Set(numbers).size).toBe(40);
});

test('a poison event is parked after its tries, and only its own subject waited for it', async () => {
  await tell('bad', 1);
  await tell('good', 2);
  await tell('bad', 3);
  await start((event) => numberOf(event) === 1).idle();
  expect(new Set((await heard()).map(({ n }) => n))).toEqual(new Set([2, 3]));
  const { rows } = await admin.query('SELECT subject, error, attempts FROM outbox_dead');
  expect(rows).toEqual([{ subject: 'bad', error: 'poison', attempts: 3 }]);
  const times = await admin.query<{ n: number }>('SELECT n FROM heard ORDER BY ctid');
  expect(times.rows[0]?.n).toBe(2);
});

test('an event that nobody asked for is dropped and not kept for ever', async () => {
  await transact(database.app, (tx) =>
    emit(tx, [{ kind: 'user.twoFactorBound', subject: 'x', payload: { user_id: '1' } }]),
  );
  await start().idle();
  const { rows } = await admin.query('SELECT count(*)::int AS n FROM outbox');
  expect(rows[0]).toEqual({ n: 0 });
});
