import { toldCollections } from '../../src/modules/collections/index.ts';
import { toldPayouts } from '../../src/modules/payouts/index.ts';
import { randomToken } from '../../src/platform/crypto/tokens.ts';
import { openCallbacks } from '../../src/modules/callbacks/index.ts';
import { createOutbound } from '../../src/platform/outbound.ts';
import { businessNow } from '../../src/platform/clock.ts';
import { startOutboxRelay } from '../../src/platform/outbox/relay.ts';
import { prove } from '../../src/modules/ledger/index.ts';
import { afterAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../database.ts';
import { createDice } from '../fuzz/dice.ts';
import { openMoneyRooms } from '../money-rooms.ts';
import type { Attempt } from './attempts.ts';
import { Books } from './books.ts';
import type { LookUp } from './books.ts';
import { makeCast } from './cast.ts';
import { compare } from './compare.ts';
import { openListeners } from './listeners.ts';
import { playSteps, releaseAll, writeScript } from './play.ts';
import { readOrders, sumsDiffer } from './read.ts';
import { createHolder, cutConnection } from './trouble.ts';

// A hundred thousand operations with MODEL_OPERATIONS=100000. The same seed draws the same operations for the same books;
// which of two rivals comes first stays chance.
const seed = process.env['MODEL_SEED'] ?? randomToken(6);
const operations = Number(process.env['MODEL_OPERATIONS'] ?? '3000');
const phaseOperations = Math.min(5_000, Math.ceil(operations / 6));
const concurrency = 48;
console.log(`MODEL_SEED=${seed} MODEL_OPERATIONS=${operations}`);

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const processes = [rooms.collections, rooms.second()];
const outbound = createOutbound({ trustedOrigins: [], allowHttp: false });
// Queues what merchants are to be told, and sends nothing.
const callbacks = openCallbacks({
  orders: { collection: toldCollections, payout: toldPayouts },
  db: database,
  vault: base.vault,
  outbound,
  log: base.log,
});
afterAll(async () => {
  await callbacks.stop();
  await outbound.close();
});

const failingChecks = async (except: readonly string[] = []): Promise<string[]> =>
  (await prove(database)).checks
    .filter(({ name, passed }) => !passed && !except.includes(name))
    .map(({ examples, name }) => `${name}: ${examples.join()}`);

/** Every order that the attempts of a phase name. */
const keysOf = (attempts: readonly Attempt[]): string[] =>
  attempts.flatMap((attempt) => {
    if (attempt.act === 'create') return [attempt.wanted.key];
    if (attempt.act === 'expire') return attempt.keys;
    return attempt.act === 'edit' ? [] : [attempt.key];
  });

/** What the database knows of answers that were lost. */
async function lookUp(): Promise<LookUp> {
  const expired = await admin.query("SELECT object_id FROM audit_log WHERE act = 'collection.expire'");
  const receipts = await admin.query('SELECT provider_ref, order_id, amount, reason FROM receipt');
  const edits = await admin.query('SELECT reason FROM balance_edit');
  const [ended, booked, edited] = [
    new Set(expired.rows.map((row) => row.object_id)),
    new Set(receipts.rows.map((row) => `${row.provider_ref} ${row.order_id} ${row.amount} ${row.reason}`)),
    new Set(edits.rows.map((row) => row.reason)),
  ];
  return {
    wasExpired: ({ id }) => ended.has(String(id)),
    wasBooked: ({ paid, reason, ref }, { id }) => booked.has(`${ref} ${id} ${paid} ${reason}`),
    wasEdited: ({ word }) => edited.has(word),
  };
}

test(
  'a model in plain memory agrees with the core after every phase of random operations',
  { timeout: 120_000 + operations * 60 },
  async () => {
    const dice = createDice(seed);
    const books = new Books();
    const cast = await makeCast(base, rooms.bank);
    const subscriptions = [...(await openListeners(admin, dice)), ...callbacks.subscriptions];
    const relays = [0, 1].map(() => startOutboxRelay({ db: database.workers, subscriptions, log: base.log }));
    const holder = createHolder(admin, dice, operations > 10_000 ? 2_000 : 500);
    try {
      for (let done = 0, phase = 0; done < operations; done += phaseOperations, phase += 1) {
        const isCalm = phase % 3 !== 2;
        const found: string[] = [];
        const { attempts, steps } = writeScript(
          {
            dice,
            books,
            cast,
            database,
            processes,
            hold: holder.hold,
            lookAtSums: async () => void found.push(...(await sumsDiffer(admin))),
            crash: async () => {
              if (!isCalm) await cutConnection(admin);
            },
          },
          phaseOperations,
        );
        const playing = playSteps(steps, concurrency);
        // Proven in the midst of it: only what waits for its night may be late there.
        if (isCalm) found.push(...(await failingChecks(['D3'])));
        await playing;
        await holder.letGo();
        await Promise.all(relays.map((relay) => relay.idle()));

        // The nights between phases, so that what waits for its day is released.
        if (phase % 2 === 1) await moveBusinessClock(database, 36 * 3_600_000);
        const now = await businessNow(database.workers);
        await releaseAll(database);
        books.absorb(attempts, await readOrders(admin, keysOf(attempts)), await lookUp(), isCalm);
        books.releaseUntil(now);
        found.push(...(await compare(admin, books)), ...(await failingChecks()));
        expect(found.slice(0, 20), `MODEL_SEED=${seed}, phase ${phase}`).toEqual([]);
      }
    } finally {
      await Promise.all(relays.map((relay) => relay.stop()));
    }
    const { rows } = await admin.query(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0n }]);
    const count = (status: string): number =>
      [...books.orders.values()].filter((order) => order.status === status).length;
    console.log(
      `${books.orders.size} orders: ${count('success')} settled, ${count('expired')} expired, ${books.receipts.size} receipts, ${books.journals.size} journals`,
    );
  },
);
