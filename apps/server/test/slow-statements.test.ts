import { randomBytes, randomUUID } from 'node:crypto';
import { signV2 } from '@suanpan/signing/v2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSession } from '../src/modules/sessions/index.ts';
import { apiKeySecretPurpose } from '../src/modules/merchant-api/admission/key-ring.ts';
import { transact } from '../src/platform/db/transact.ts';
import { openHouse } from './open-house.ts';
import { createTenant } from './tenant.ts';
import type { Tenant } from './tenant.ts';

// A statement that does not come to its end: the server ends it, the caller hears that he may try again, nothing of it stands,
// and those who waited behind it go on.
const house = await openHouse();
const { base, rooms } = house;
const { admin, database, vault } = base;
const limitMs = 15_000;
/** Acts that have a key, and connections for all requests. */
const [atOnce, connections] = [5, 8];
const json = 'application/json; charset=utf-8';
const key = {
  key: `ak_live_${randomBytes(8).toString('hex')}`,
  secret: `sk_live_${randomBytes(16).toString('hex')}`,
};
let origin = '';
let tenant: Tenant;
let token = '';

beforeAll(async () => {
  origin = `http://127.0.0.1:${(await house.listen()).port}`;
  tenant = await createTenant(base, { provider: rooms.bank });
  const boss = await tenant.user('admin', { totp_bound_at: new Date() });
  const session = {
    userId: boss,
    secondFactor: true,
    browserHash: null,
    ip: '198.51.100.1',
    userAgent: 'test',
  };
  token = (await transact(database.app, (tx) => insertSession(tx, session))).token;
  await admin.query(
    `INSERT INTO api_key (customer_id, key, secret_sealed, scopes, created_at)
     VALUES ($1, $2, $3, '{collect,read}', now())`,
    [tenant.merchantId, key.key, vault.seal(key.secret, apiKeySecretPurpose)],
  );
  await admin.query(
    'CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$',
  );
});
afterAll(() => hurry());

const dawdleAt = (table: string) =>
  admin.query(`CREATE TRIGGER dawdles BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION dawdle()`);
async function hurry(): Promise<void> {
  for (const table of ['deposit', 'collection_order'])
    await admin.query(`DROP TRIGGER IF EXISTS dawdles ON ${table}`);
}

interface Seen {
  readonly status: number;
  readonly ms: number;
  readonly type: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

async function timed(call: () => Promise<Response>): Promise<Seen> {
  const began = performance.now();
  const answer = await call();
  const body = (await answer.json()) as Seen['body'];
  return {
    status: answer.status,
    ms: performance.now() - began,
    type: answer.headers.get('content-type'),
    body,
  };
}

/** Somebody says that money was wired for a merchant, under a key of his own. */
const deposit = (idempotencyKey: string, merchantId: bigint | undefined): Promise<Seen> =>
  timed(() =>
    fetch(`${origin}/api/collection/deposits`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({
        owner_id: String(merchantId),
        amount: '500',
        currency: 'TWD',
        method: 'bank',
        payer_last5: '12345',
      }),
    }),
  );
const self = (): Promise<Seen> =>
  timed(() => fetch(`${origin}/api/users/self`, { headers: { authorization: `Bearer ${token}` } }));

/** An order of a merchant by his key. */
function order(orderNo: string): Promise<Seen> {
  const path = '/api/v2/collections';
  const body = JSON.stringify({ order_no: orderNo, amount: '1000', currency: 'TWD' });
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomUUID()];
  const signature = signV2({ method: 'POST', path, query: '', timestamp, nonce, body }, key.secret);
  return timed(() =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': key.key,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signature,
      },
      body,
    }),
  );
}

const sleepers = async (): Promise<number> => {
  const { rows } = await admin.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
  );
  return rows[0]?.n ?? -1;
};
/** How much stands of what was asked: of deposits, their keys, their rows in the log and their news. */
const traces = async (): Promise<unknown> =>
  (
    await admin.query(
      `SELECT (SELECT count(*)::int FROM deposit) AS deposits, (SELECT count(*)::int FROM idempotency_key) AS keys,
              (SELECT count(*)::int FROM audit_log WHERE object_kind = 'deposit') AS rows,
              (SELECT count(*)::int FROM outbox WHERE kind = 'deposit.changed') AS news`,
    )
  ).rows[0];

test('every pool ends what takes too long: requests soonest, proofs last', async () => {
  const limits: (string | undefined)[] = [];
  for (const pool of Object.values(database.pools)) {
    const { rows } = await pool.query<{ statement_timeout: string }>('SHOW statement_timeout');
    limits.push(rows[0]?.statement_timeout);
  }
  expect(Object.fromEntries(Object.keys(database.pools).map((name, n) => [name, limits[n]]))).toEqual({
    api: '15s',
    workers: '15s',
    turns: '15s',
    imports: '5min',
    reports: '2min',
    proofs: '15min',
    health: '3s',
  });
});

test('an act that never ends is ended, leaves nothing, and is done once when it is asked for again', async () => {
  const before = await traces();
  await dawdleAt('deposit');
  const keys = Array.from({ length: atOnce }, () => randomUUID());
  // A merchant each: what is asked for one of them follows each other.
  const merchants = await Promise.all(keys.map(() => tenant.merchant()));
  const slow = keys.map((each, n) => deposit(each, merchants[n]));
  await expect.poll(sleepers, { timeout: 5_000 }).toBe(atOnce);
  // Whoever comes meanwhile with such an act is told so well before the others are ended; whoever reads goes on.
  const [turnedAway, reader] = await Promise.all([deposit(randomUUID(), tenant.merchantId), self()]);
  expect([turnedAway.status, turnedAway.type, turnedAway.body['code']]).toEqual([503, json, 20_501]);
  expect(turnedAway.ms).toBeLessThan(6_000);
  expect([reader.status, reader.ms < 2_000]).toEqual([200, true]);
  // The same key meanwhile is neither done a second time nor waited for.
  const twice = await deposit(keys[0] ?? '', merchants[0]);
  expect([503, 409, 200]).toContain(twice.status);
  expect([20_410, 20_501]).toContain(twice.body['code']);

  for (const seen of await Promise.all(slow)) {
    expect([seen.status, seen.type]).toEqual([504, json]);
    expect(seen.body).toMatchObject({ code: 20_504, data: null, request_id: expect.any(String) });
    expect(JSON.stringify(seen.body)).not.toMatch(/pg_sleep|dawdle|INSERT|57014/i);
    expect(seen.ms).toBeGreaterThan(limitMs - 1_000);
    expect(seen.ms).toBeLessThan(limitMs + 4_000);
  }
  expect(await sleepers()).toBe(0);
  expect(await traces()).toEqual(before);
  const { rows: open } = await admin.query(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
  );
  expect(open).toEqual([]);

  // The pool is whole: as many as it holds are served at once.
  for (const seen of await Promise.all(Array.from({ length: connections * 2 }, () => self()))) {
    expect(seen.status).toBe(200);
    expect(seen.ms).toBeLessThan(3_000);
  }
  expect([database.pool.totalCount <= connections, database.pool.waitingCount]).toEqual([true, 0]);

  await hurry();
  const again = keys[0] ?? '';
  const first = await deposit(again, merchants[0]);
  expect(first.status).toBe(200);
  expect((await deposit(again, merchants[0])).body).toEqual(first.body);
  expect((await admin.query('SELECT id FROM deposit')).rows).toHaveLength(1);
}, 60_000);

test('a merchant’s order that never ends is ended too, and the lane goes on', async () => {
  await dawdleAt('collection_order');
  const seen = await order('SLOW-1');
  expect([503, 504]).toContain(seen.status);
  expect(seen.type).toContain('application/json');
  expect(seen.ms).toBeLessThan(3 * limitMs);
  expect(
    (await admin.query("SELECT id FROM collection_order WHERE merchant_order_no LIKE 'SLOW-%'")).rows,
  ).toEqual([]);
  await hurry();
  expect((await order('SLOW-1')).status).toBe(201);
  expect((await order('SLOW-2')).status).toBe(201);
  expect(
    (await admin.query("SELECT id FROM collection_order WHERE merchant_order_no LIKE 'SLOW-%'")).rows,
  ).toHaveLength(2);
}, 90_000);
