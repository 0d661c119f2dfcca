import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { adapters } from '../adapters/registry.ts';
import { openCallbacks } from '../modules/callbacks/index.ts';
import { createChannels } from '../modules/channels/index.ts';
import { openCollections, toldCollections } from '../modules/collections/index.ts';
import { toldPayouts } from '../modules/payouts/index.ts';
import { prove } from '../modules/ledger/index.ts';
import { ratesOver } from '../modules/rates/index.ts';
import { wallClock } from '../platform/clock.ts';
import { verifyPassword } from '../platform/crypto/passwords.ts';
import { createOutbound } from '../platform/outbound.ts';
import { startOutboxRelay } from '../platform/outbox/relay.ts';
import { readDemoAccounts, showDemoAccounts, writeDemoAccounts } from './demo-accounts.ts';
import { createDemoSecrets } from './demo-secrets.ts';
import { readClockOffsetUs } from './history/history.queries.ts';
import { seedHistory } from './history/seed-history.ts';
import { seedTenants } from './tenants/seed-tenants.ts';

const base = await testDatabase();
const { database: db, vault, log } = base;
const secrets = createDemoSecrets(vault);
const outbound = createOutbound({ trustedOrigins: [], allowHttp: true });
const channels = createChannels({ db, vault, outbound, adapters, production: false });
const collections = openCollections({ db, channels, vault, log, publicUrl: 'http://127.0.0.1:3000' });
// Never started: callbacks queue and nothing is sent.
const callbacks = openCallbacks({
  orders: { collection: toldCollections, payout: toldPayouts },
  db,
  vault,
  outbound,
  log,
});
const relay = startOutboxRelay({ db: db.workers, subscriptions: callbacks.subscriptions, log });
const folder = mkdtempSync(join(tmpdir(), 'suanpan-demo-'));
const origins = { bankOrigin: 'http://127.0.0.1:4010', echoShopOrigin: 'http://127.0.0.1:4020' };
const tenants = { db, vault, secrets, ...origins };
const orders = 300;

const history = (isStopping: () => boolean = () => false) =>
  seedHistory({
    db,
    collections,
    clock: wallClock,
    orders,
    echoShopOrigin: origins.echoShopOrigin,
    print: () => {},
    onProgress: () => {},
    isStopping,
    beforeEnd: async () => {},
  });
const count = async (what: ReturnType<typeof sql>): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${what}`.execute(db.app)).rows[0]?.n ?? -1;

beforeAll(async () => {
  await seedTenants(tenants);
  let instants = 0;
  // Interrupted on the way, as a start that is stopped is.
  expect(await history(() => (instants += 1) > 60)).toBe('stopped');
  expect(await count(sql`collection_order`)).toBeLessThan(orders);
  expect(await readClockOffsetUs(db.app)).toBeLessThan(0n);
  expect(await history()).toBe('made');
  await relay.idle();
}, 120_000);

afterAll(async () => {
  await relay.stop();
  await callbacks.stop();
  await collections.close();
  await outbound.close();
  rmSync(folder, { recursive: true, force: true });
});

it('an interrupted history is continued to the number of orders asked for, and the clock ends at the wall', async () => {
  expect(await count(sql`collection_order`)).toBe(orders);
  expect(await count(sql`collection_order WHERE source = 'seed'`)).toBe(orders - 200);
  expect(await count(sql`collection_order WHERE source = 'demo'`)).toBe(200);
  expect(await readClockOffsetUs(db.app)).toBe(0n);
});

it('a database that holds users is filled once, and a history that is complete is left alone', async () => {
  expect(await seedTenants(tenants)).toBe(false);
  expect(await history()).toBe('complete');
  expect(await count(sql`collection_order`)).toBe(orders);
});

it('a clock with history before it moves only forward', async () => {
  const back = sql`UPDATE business_clock SET offset_us = offset_us - 1`.execute(db.app);
  await expect(back).rejects.toThrow('the business clock only moves forward');
});

it('the books of the history are proven', async () => {
  const proof = await prove(db);
  expect(proof.checks.filter((check) => !check.passed)).toEqual([]);
  expect(proof.passed).toBe(true);
});

it('rates of the pair follow each other by day, and none was laid after it began', async () => {
  const now = new Date();
  const over = await ratesOver(
    db.app,
    { kind: 'platform' },
    { base: 'USDT', quote: 'TWD', from: new Date(now.getTime() - 31 * 86_400_000), to: now },
  );
  const days = new Set(over.map(({ valid_from }) => valid_from.toISOString().slice(0, 10)));
  expect(days.size).toBe(4);
  expect(await count(sql`exchange_rate WHERE agent_id IS NOT NULL`)).toBe(2);
  expect(await count(sql`exchange_rate WHERE valid_from < created_at OR maker_id IS NULL`)).toBe(0);
});

it('owners have accounts that have rested meanwhile, and prices stand for what goes there', async () => {
  const usable = sql`withdraw_account WHERE usable_from <= business_now() AND NOT refused`;
  expect(await count(usable)).toBe(await count(sql`withdraw_account`));
  expect(
    await count(
      sql`(SELECT owner_id FROM withdraw_account GROUP BY 1 HAVING count(DISTINCT type) = 2) AS two`,
    ),
  ).toBe(4);
  const told = sql`audit_log WHERE act IN ('withdraws.fee.create', 'withdraws.apply.createAccount')`;
  expect(await count(told)).toBe((await count(sql`withdraw_account`)) + (await count(sql`withdraw_fee`)));
  expect(await count(sql`withdraw_fee WHERE by_agent`)).toBe(1);
});

it('history has orders of many states on many days, most of them paid', async () => {
  const { rows } = await sql<{ status: string; n: number }>`
    SELECT status, count(*)::int AS n FROM collection_order GROUP BY status`.execute(db.app);
  const by = new Map(rows.map(({ status, n }) => [status, n]));
  expect(by.get('success')).toBeGreaterThan(orders * 0.65);
  expect(by.get('expired')).toBeGreaterThan(orders * 0.05);
  expect(
    await count(sql`(SELECT DISTINCT business_day(created_at) FROM collection_order) AS days`),
  ).toBeGreaterThan(20);
  expect(await count(sql`collection_order WHERE completed_at < created_at`)).toBe(0);
  expect(await count(sql`collection_order WHERE created_at > now()`)).toBe(0);
});

it('every senior agent has an order of each matter and of every status', async () => {
  const { rows: agents } = await sql<{ username: string; id: bigint }>`
    SELECT username, id FROM app_user WHERE kind = 'agent' ORDER BY id`.execute(db.app);
  expect(agents).toHaveLength(3);
  const kept: Record<string, string[]> = {};
  for (const { username, id } of agents) {
    const { rows } = await sql<{ matter: string }>`
      SELECT 'status ' || o.status AS matter FROM collection_order o WHERE o.agent_id = ${id} AND o.source = 'demo'
      UNION SELECT 'flag ' || f.reason FROM collection_flag f JOIN collection_order o ON o.id = f.order_id
      WHERE o.agent_id = ${id}
      UNION SELECT 'receipt of ' || o.status FROM receipt r JOIN collection_order o ON o.id = r.order_id
      WHERE o.agent_id = ${id} AND r.closed_at IS NULL
      UNION SELECT 'told at ' || substring(c.url FROM '/as/.*$') FROM callback c JOIN collection_order o ON o.id = c.order_id
      WHERE o.agent_id = ${id} AND c.url LIKE '%/as/%' AND c.next_at IS NOT NULL`.execute(db.app);
    kept[username] = rows.map(({ matter }) => matter);
  }
  const matters = [
    ...['success', 'expired', 'amount_mismatch', 'abnormal', 'test_supplied'].map(
      (status) => `status ${status}`,
    ),
    'flag paid_twice',
    'flag reversed',
    'receipt of amount_mismatch',
    'receipt of abnormal',
    'receipt of success',
    'told at /as/410',
    'told at /as/500',
  ];
  for (const { username } of agents)
    expect(kept[username], username).toEqual(expect.arrayContaining(matters));
});

it('money of past days is released when its day had come, and only then', async () => {
  expect(await count(sql`settlement_due WHERE settle_at < now() - interval '10 minutes'`)).toBe(0);
  expect(await count(sql`journal WHERE event = 'collection.release'`)).toBeGreaterThan(50);
});

it('every order has its audit rows: its birth, and its end if it has ended', async () => {
  expect(await count(sql`audit_entry WHERE act = 'collection.create'`)).toBe(orders);
  const ended = await count(sql`collection_order WHERE status <> 'pending'`);
  const ends = await count(sql`audit_log WHERE object_kind = 'collection' AND to_status <> 'pending'`);
  // An order that was paid late ended twice.
  expect(ends).toBeGreaterThanOrEqual(ended);
});

it('old orders were told in their own time, the last two hundred wait for the network', async () => {
  const ended = sql`collection_order o WHERE o.status <> 'pending' AND o.source =`;
  expect(await count(sql`${ended} 'seed' AND o.callback_status = 'success'`)).toBe(
    await count(sql`${ended} 'seed'`),
  );
  expect(await count(sql`callback WHERE source = 'seed' AND next_at IS NOT NULL`)).toBe(0);
  const waiting = await count(sql`callback WHERE source = 'live' AND next_at IS NOT NULL`);
  expect(waiting).toBeGreaterThanOrEqual(await count(sql`${ended} 'demo'`));
  expect(await count(sql`outbox_event`)).toBe(0);
  expect(await count(sql`outbox_dead`)).toBe(0);
});

it('every role has an account, all but one have a second factor, and every merchant has a key', async () => {
  const accounts = await readDemoAccounts(db, vault, secrets);
  const roles = new Map<string, number>();
  for (const { role } of accounts) roles.set(role, (roles.get(role) ?? 0) + 1);
  expect(Object.fromEntries(roles)).toEqual({
    admin: 2,
    manager: 2,
    agent: 3,
    subAgent: 5,
    middleman: 1,
    customer: 12,
    staffSub: 2,
    customerSub: 2,
  });
  expect(
    accounts.filter((account) => account.totp_secret === undefined).map(({ username }) => username),
  ).toEqual(['manager.new']);
  const { rows } = await sql<{ username: string; hash: string | null }>`
    SELECT username, payment_password_hash AS hash FROM app_user WHERE username IN ('admin.lin', 'manager.new')`.execute(
    db.app,
  );
  const hashOf = (username: string) => rows.find((row) => row.username === username)?.hash;
  expect(await verifyPassword(hashOf('admin.lin'), secrets.paymentPassword('admin.lin'))).toBe(true);
  expect(hashOf('manager.new')).toBeNull();
  for (const account of accounts.filter(({ role }) => role === 'customer')) {
    expect(account.api_key).toMatch(/^ak_live_[0-9a-f]{24}$/);
    expect(account.api_secret).toMatch(/^sk_live_[0-9a-f]{32}$/);
    expect(account.webhook_secret).toBe(secrets.webhook(account.username));
  }
});

it('the file of the accounts is for its owner alone', async () => {
  const accounts = await readDemoAccounts(db, vault, secrets);
  const file = writeDemoAccounts(folder, accounts);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(accounts);
  const shown = showDemoAccounts(accounts, file);
  expect(shown).toContain('admin.lin');
  expect(shown).not.toContain('sk_live_');
});
