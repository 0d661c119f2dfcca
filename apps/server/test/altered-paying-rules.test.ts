import { beforeAll, expect, test } from 'vitest';
import { prove } from '../src/modules/ledger/index.ts';
import { testDatabase } from './database.ts';
import { createTenant } from './tenant.ts';
import { openMoneyRooms } from './money-rooms.ts';
import { loosen, untold } from './planted/alter-columns.ts';

// As altered-rules.test.ts, of rules by which money leaves: who raises what one person may approve by himself, or switches off the
// server that confirms payouts, needs no second person any more.

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);

/** Columns that nothing rests on, and why. */
const idle: Readonly<Record<string, string>> = {
  'payout_setting.version': 'over another version a save is refused as stale',
  'payout_setting.bound': 'whoever sets a rule beyond it is named in the log with his rule',
  'audit_setting.version': 'over another version a save is refused as stale',
  'audit_setting.key_set_at': 'when the key was set, for readers',
  'audit_setting.last_result': 'what a test call came to, for readers',
  'withdraw_rule.version': 'over another version a save is refused as stale',
  'withdraw_rule.bound': 'whoever sets a rule beyond it is named in the log with his rule',
};
const isIdle = (name: string): boolean => Object.hasOwn(idle, name.split(' ')[0] ?? '');
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));

let merchantId: bigint;
let rules: string[];
beforeAll(async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  merchantId = await tenant.merchant();
  const boss = await tenant.user('admin', { agent_id: null, parent_id: null });
  const rule = { max_amount: 500_0000, daily_count: 3 };
  for (const known of [0, 1])
    await admin.query(
      `SELECT set_withdraw_rule($1, NULL, 'TWD', $2::jsonb || '{"card_usage_limit": null}', $3, $4, NULL, 'as agreed', 'r')`,
      [merchantId, JSON.stringify({ ...rule, daily_count: 3 + known }), known, boss],
    );
  for (const known of [0, 1])
    await admin.query('SELECT edit_payout_setting($1, $2, $3, NULL)', [
      { owner_id: String(merchantId), currency: 'TWD', manual_from: 100_0000 + known, daily_count: 5 },
      known,
      boss,
    ]);
  for (const known of [0, 1])
    await admin.query(
      `SELECT edit_audit_setting($1, true, 'https://shop.example/ask', 'sealed', '{payout}', $2, $3, NULL, 'r')`,
      [merchantId, known, boss],
    );
  const { rows } = await admin.query<{ id: bigint }>(
    "SELECT id FROM withdraw_rule WHERE owner_id IS NOT NULL OR (role = 'customer' AND currency = 'TWD')",
  );
  rules = rows.map(({ id }) => String(id));
  expect(await failing()).toEqual([]);
  await admin.query('ALTER TABLE payout_setting DROP CONSTRAINT payout_setting_pkey');
  for (const [table, key] of [
    ['payout_setting', 'owner_id'],
    ['audit_setting', 'user_id'],
    ['withdraw_rule', 'id'],
  ] as const)
    await loosen(admin, [table], key);
}, 120_000);

test.each([
  ['payout_setting', 'owner_id', () => [String(merchantId)]],
  ['audit_setting', 'user_id', () => [String(merchantId)]],
  ['withdraw_rule', 'id', () => rules],
])(
  'every column of %s that matters is held against the sealed log',
  async (table, key, ids) => {
    const silent = await untold({ admin, database, failing }, table, ids(), key);
    expect(silent.filter((name) => !isIdle(name))).toEqual([]);
  },
  300_000,
);

test.each([
  [
    'a rule that was shipped is loosened',
    'UPDATE payout_setting SET payee_hour_count = 0 WHERE owner_id = 0',
  ],
  ['a rule is taken away', 'DELETE FROM payout_setting WHERE owner_id > 0'],
  ['the server that confirms is taken away', 'DELETE FROM audit_setting'],
  ['a rule of withdrawals is taken away', 'DELETE FROM withdraw_rule WHERE owner_id IS NOT NULL'],
  [
    'a rule that nobody set stands there',
    "INSERT INTO withdraw_rule (owner_id, currency, max_amount) SELECT owner_id, 'USD', 0 FROM withdraw_rule WHERE owner_id IS NOT NULL",
  ],
])('%s: it is told', async (_what, forgery) => {
  const client = await admin.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    for (const table of ['payout_setting', 'audit_setting', 'withdraw_rule'])
      await client.query(`CREATE TEMP TABLE was_${table} AS SELECT * FROM ${table}`);
    await client.query(forgery);
    expect(await failing()).toEqual(['T7']);
    for (const table of ['payout_setting', 'audit_setting', 'withdraw_rule']) {
      await client.query(`DELETE FROM ${table}`);
      const overriding = table === 'withdraw_rule' ? 'OVERRIDING SYSTEM VALUE' : '';
      await client.query(`INSERT INTO ${table} ${overriding} SELECT * FROM was_${table}`);
    }
    expect(await failing()).toEqual([]);
  } finally {
    client.release(true);
  }
});
