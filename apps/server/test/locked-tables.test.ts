import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signV2 } from '@suanpan/signing/v2';
import { beforeAll, expect, test } from 'vitest';
import { insertSession } from '../src/modules/sessions/index.ts';
import { apiKeySecretPurpose } from '../src/modules/merchant-api/admission/key-ring.ts';
import { transact } from '../src/platform/db/transact.ts';
import { openHouse } from './open-house.ts';
import { createTenant } from './tenant.ts';
import type { Tenant } from './tenant.ts';

// Somebody holds a whole table for seconds: a forgotten transaction at a console, a migration by hand. Whoever needs the table
// is refused within a bound and let in by nobody; whoever does not goes on as if nothing were.
const house = await openHouse();
const { base, rooms } = house;
const { admin, database, vault } = base;
const heldMs = 10_000;
/** A lock is waited for five seconds, and a turn for three. */
const boundMs = 9_500;
const callers = 40;
const key = {
  key: `ak_live_${randomBytes(8).toString('hex')}`,
  secret: `sk_live_${randomBytes(16).toString('hex')}`,
};
let origin = '';
let tenant: Tenant;
let token = '';
let serial = 0;

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
});

interface Seen {
  readonly status: number;
  readonly ms: number;
}

async function timed(call: () => Promise<Response>): Promise<Seen> {
  const began = performance.now();
  const answer = await call();
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

/** An order of a merchant, which needs none of these tables. */
function order(): Promise<Seen> {
  serial += 1;
  const path = '/api/v2/collections';
  const body = JSON.stringify({ order_no: `LOCK-${serial}`, amount: '1000', currency: 'TWD' });
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

const asBoss = (more: object = {}) => ({ authorization: `Bearer ${token}`, ...more });
const news = {
  content: 'x',
  level: 'info',
  color: 'blue',
  sound: false,
  roles: ['middleman'],
  agent_id: null,
  users: [],
};
const calls: Record<string, () => Promise<Response>> = {
  'looking at oneself': () => fetch(`${origin}/api/users/self`, { headers: asBoss() }),
  'a bot check for a name': () => fetch(`${origin}/api/captcha?username=somebody`),
  'an act that has a key': () =>
    fetch(`${origin}/api/admin/pushSystemMsg`, {
      method: 'POST',
      headers: asBoss({ 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      body: JSON.stringify({ ...news, title: randomUUID() }),
    }),
};

test.each([
  ['the counters of calls', 'firewall_count', 'looking at oneself'],
  ['the sessions', 'session', 'looking at oneself'],
  ['what sign-ins are counted by', 'login_guard', 'a bot check for a name'],
  ['the keys of calls', 'idempotency_key', 'an act that has a key'],
])('while somebody holds %s, %s refuses within its bound, and merchants go on', async (_, table, name) => {
  const call = calls[name];
  if (call === undefined) throw new Error('There is no such call');
  expect((await timed(call)).status).toBe(200);
  expect((await order()).status).toBe(201);

  const client = await admin.connect();
  const merchants: Seen[] = [];
  try {
    await client.query('SET idle_in_transaction_session_timeout = 0');
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const until = performance.now() + heldMs;
    const stuck = Promise.all(Array.from({ length: callers }, () => timed(call)));
    while (performance.now() < until) {
      await sleep(250);
      merchants.push(await order());
    }
    const refused = await stuck;
    // Too long for a lock, or too long for a turn.
    expect(refused.filter(({ status }) => status !== 503 && status !== 504)).toEqual([]);
    expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(boundMs);
    expect(new Set(merchants.map(({ status }) => status))).toEqual(new Set([201]));
    expect(Math.max(...merchants.map(({ ms }) => ms))).toBeLessThan(2_000);
    expect(merchants.length).toBeGreaterThan(15);
  } finally {
    await client.query('ROLLBACK');
    client.release(true);
  }
  expect((await timed(call)).status).toBe(200);
});
