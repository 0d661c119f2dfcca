import { beforeAll, expect, test } from 'vitest';
import { prove } from '../src/modules/ledger/index.ts';
import { testDatabase } from './database.ts';
import { createTenant } from './tenant.ts';
import { openMoneyRooms } from './money-rooms.ts';
import { loosen, untold } from './planted/alter-columns.ts';

// As altered-rules.test.ts, of who is who and may what: who makes two persons of one approves his own acts, and who lets his address
// into a merchant's key pays himself.

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);

/** Columns that nothing rests on, and why. */
const idle: Readonly<Record<string, string>> = {
  'app_user.updated_at': 'over another version a save is refused as stale',
  'app_user.last_login_at': 'when somebody came last, for readers',
  'app_user.last_login_ip': 'from where somebody came last, for readers',
  'app_user.totp_pending_sealed': 'bound only with a code of it, which the log tells',
  'role.updated_at': 'over another version a save is refused as stale',
  'webhook_endpoint.paused_at': 'callbacks wait meanwhile, and none is lost',
  'webhook_endpoint.paused_by': 'by whom, for readers',
  'block_entry.hits': 'how often it kept somebody out, for readers',
  'block_entry.last_hit_at': 'when it did last, for readers',
  'channel_account.balance': 'what the provider said last, asked anew every few minutes',
  'channel_account.balance_checked_at': 'when it said so',
  'channel_account.low_water_version': 'over another version a save is refused as stale',
  'channel_account.version': 'over another version a save is refused as stale',
  'channel_account.tested_at': 'when it was tried last, for readers',
  'channel_account.test_outcome': 'what came of it, for readers',
};
const isIdle = (name: string): boolean => Object.hasOwn(idle, name.split(' ')[0] ?? '');
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const idsOf = async (table: string, key: string): Promise<string[]> =>
  (await admin.query<{ id: bigint }>(`SELECT max(${key}) AS id FROM ${table}`)).rows.map(({ id }) =>
    String(id),
  );

const records = [
  ['app_user', 'id', 'user'],
  ['account_change', 'id', 'accountChange'],
  ['role', 'id', 'role'],
  ['shadow_grant', 'id', 'shadowGrant'],
  ['api_key', 'id', 'apiKey'],
  ['webhook_endpoint', 'customer_id', 'webhookEndpoint'],
  ['block_entry', 'id', 'block_entry'],
  ['channel_account', 'id', 'upstreamKey'],
] as const;
const texts = {
  app_user: 'password_hash',
  account_change: 'what',
  role: 'name',
  shadow_grant: 'reason',
  api_key: 'secret_sealed',
  webhook_endpoint: 'url',
  block_entry: 'value',
  channel_account: 'base_url',
};

beforeAll(async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  const merchantId = await tenant.merchant();
  const boss = await tenant.user('admin', { agent_id: null, parent_id: null });
  await admin.query('INSERT INTO account_change (user_id, what, by_id, by_person) VALUES ($1, $2, $3, $3)', [
    merchantId,
    'rights',
    boss,
  ]);
  await admin.query(
    `INSERT INTO role (name, owner_id, permissions, created_at, updated_at) VALUES ('desk', $1, '{admin.approvals.approve}', now(), now())`,
    [boss],
  );
  await admin.query(
    `INSERT INTO shadow_grant (grantee_id, target_id, reason, granted_by, expires_at)
     VALUES ($1, $2, 'to help', $3, now() + interval '1 day')`,
    [tenant.agentId, merchantId, boss],
  );
  await admin.query(
    `INSERT INTO api_key (customer_id, key, secret_sealed, scopes, ip_allowlist, daily_payout_minor, created_at)
     VALUES ($1, 'pk', 'sealed', '{payout}', '{203.0.113.7}', 1000, now())`,
    [merchantId],
  );
  await admin.query(
    `INSERT INTO webhook_endpoint (customer_id, url, secret_sealed, opt_in_events) VALUES ($1, 'https://shop.example/hear', 'sealed', '{payout.paid}')`,
    [merchantId],
  );
  await admin.query(
    `INSERT INTO block_entry (kind, value, shown, note, created_by, created_at) VALUES ('card', 'hash', '…4321', 'fraud', $1, now())`,
    [boss],
  );
  expect(await failing()).toEqual([]);
  for (const [table, key] of records) await loosen(admin, [table], key);
}, 120_000);

test.each(records)(
  'every column of %s that matters is held against the sealed log',
  async (table, key) => {
    const silent = await untold({ admin, database, failing }, table, await idsOf(table, key), key);
    expect(silent.filter((name) => !isIdle(name))).toEqual([]);
  },
  300_000,
);

test.each(records)('a row of %s that goes, comes or changes is told by name', async (table, key, kind) => {
  const [id = ''] = await idsOf(table, key);
  const client = await admin.connect();
  const told = async (): Promise<(string | number)[]> => {
    const check = (await prove(database)).checks.find(({ name }) => name === 'T8');
    return check === undefined ? [] : [check.breaches, ...check.examples.toSorted()];
  };
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(`CREATE TEMP TABLE was AS SELECT * FROM ${table} WHERE ${key} = ${id}`);
    await client.query(`DELETE FROM ${table} WHERE ${key} = ${id}`);
    expect(await told()).toEqual([1, `${kind} ${id} removed`]);
    await client.query(`UPDATE was SET ${key} = 77777`);
    await client.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM was`);
    expect(await told()).toEqual([2, ...[`${kind} ${id} removed`, `${kind} 77777 added`].toSorted()]);
    await client.query(`DELETE FROM ${table} WHERE ${key} = 77777`);
    await client.query(`UPDATE was SET ${key} = ${id}`);
    await client.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM was`);
    const column = texts[table];
    await client.query(`UPDATE ${table} SET ${column} = 'x' || ${column} WHERE ${key} = ${id}`);
    expect(await told()).toEqual([1, `${kind} ${id} altered`]);
    await client.query(`UPDATE ${table} SET ${column} = substr(${column}, 2) WHERE ${key} = ${id}`);
    expect(await told()).toEqual([0]);
  } finally {
    client.release(true);
  }
});

test('who changes a row past the product leaves his login and the columns in the log', async () => {
  await admin.query(
    `UPDATE app_user SET permissions = '{admin.approvals.approve}', last_login_ip = NULL WHERE kind = 'customer'`,
  );
  const { rows } = await admin.query(
    `SELECT actor_id, after ->> 'by' AS login, after ->> 'changed' AS changed, before ? 'print' AS had FROM audit_log
     WHERE act = 'record.note' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toEqual([{ actor_id: null, login: expect.any(String), changed: 'permissions', had: true }]);
  await admin.query(`UPDATE app_user SET last_login_ip = '203.0.113.9', updated_at = now()`);
  const { rows: after } = await admin.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM audit_log WHERE act = 'record.note' AND after ->> 'changed' ~ 'last_login'`,
  );
  expect(after).toEqual([{ n: 0 }]);
  expect(await failing()).toEqual([]);
});
