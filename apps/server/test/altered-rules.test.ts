import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportLists } from '../src/export-lists.ts';
import { bindCollectionSetting } from '../src/modules/collections/index.ts';
import { prove } from '../src/modules/ledger/index.ts';
import { bindAlerts } from '../src/modules/operations/alerts/alerts.routes.ts';
import { bindWatches } from '../src/modules/operations/watches/watches.routes.ts';
import { createOutbound } from '../src/platform/outbound.ts';
import { testDatabase } from './database.ts';
import { actorOf, openHttp } from './http.ts';
import { openMoneyRooms } from './money-rooms.ts';
import { loosen, untold } from './planted/alter-columns.ts';
import { createTenant } from './tenant.ts';

// As `altered-columns`, of rules that move no money by themselves: which sum pays an order, and who is told of what.

const base = await testDatabase();
const { admin, database, log, vault } = base;
const rooms = await openMoneyRooms(base);
const http = openHttp(base);
bindCollectionSetting(http.app, database);
const filter = createOutbound({ trustedOrigins: [], allowHttp: false });
afterAll(() => filter.close());
bindAlerts(http.app, database, filter);
bindWatches(http.app, database, { lists: exportLists(vault), actorNow: async () => null }, filter, log);

/** Columns that nothing rests on, and why. */
const idle: Readonly<Record<string, string>> = {
  'collection_setting.version': 'over another version a save is refused as stale',
  'alert_rule.version': 'over another version a save is refused as stale',
  'list_watch.created_at': 'when it was kept, for nobody',
  'list_watch.asked_at': 'when it was asked last, each minute anew; far ahead it is named',
  'list_watch.found': 'what it found then',
  'list_watch.since': 'since when it finds more than its mark; far ahead it is named',
  'list_watch.told_at': 'when its owner was told last; far ahead it is named',
};
const isIdle = (name: string): boolean => Object.hasOwn(idle, name.split(' ')[0] ?? '');
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const idsOf = async (table: string, key = 'id'): Promise<string[]> =>
  (await admin.query<{ id: bigint }>(`SELECT ${key} AS id FROM ${table} ORDER BY 1`)).rows.map(({ id }) =>
    String(id),
  );

beforeAll(async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  const merchantId = await tenant.merchant();
  const boss = actorOf('admin', await tenant.user('admin', { agent_id: null, parent_id: null }));
  const done = async (asked: ReturnType<typeof http.post>) => {
    const answer = await asked;
    expect([answer, answer.code]).toEqual([expect.anything(), 0]);
    return answer.data;
  };
  const set = (userId: bigint | null, more: object, v = 0) =>
    done(
      http.send(boss, 'PUT', '/collection/setting', {
        ...(userId !== null && { user_id: String(userId) }),
        v,
        expires_in_s: null,
        same_name: { minutes: null, count: null },
        late_payment: null,
        callback: { delays_s: null, hold_after_8h: null },
        ring_new_orders: null,
        tolerance: null,
        ...more,
      }),
    );
  await set(null, { tolerance: '5' });
  await set(tenant.agentId, { expires_in_s: 600, callback: { delays_s: [0, 60], hold_after_8h: true } });
  await set(tenant.agentId, { late_payment: 'abnormal', tolerance: '0.000001' }, 1);
  await set(merchantId, { same_name: { minutes: 30, count: 2 }, ring_new_orders: true });

  const rule = (more: object) => ({
    name: 'Ours',
    metric: 'callback_backlog',
    scope: null,
    bound: 'over',
    mark: '5',
    min_orders: 1,
    window_min: 30,
    cool_down_min: 10,
    via: ['bell'],
    url: null,
    enabled: true,
    ...more,
  });
  const hook = { via: ['bell', 'webhook'], url: 'https://ops.example/hook/secret' };
  const { id } = await done(http.post(boss, '/alertRules', rule(hook)));
  await done(http.send(boss, 'PUT', `/alertRules/${id}`, rule({ mark: '7.5', version: 1 })));
  const { id: gone } = await done(http.post(boss, '/alertRules', rule({})));
  await done(http.send(boss, 'DELETE', `/alertRules/${gone}`));
  const shipped = (await done(http.get(boss, '/alertRules'))).items.find(
    (one: { shipped: string }) => one.shipped === 'newsAge',
  );
  const off = rule({ metric: 'queue_age', scope: 'news', enabled: false, version: shipped.version });
  await done(http.send(boss, 'PUT', `/alertRules/${shipped.id}`, off));

  const watch = {
    kind: 'collections.transactions',
    name: 'waiting too long',
    filter: { status: ['pending'] },
    search: { status: 'pending' },
    window_min: 600,
    older_min: 5,
    mark: 0,
    ...hook,
  };
  const { id: kept } = await done(http.post(boss, '/watches', watch));
  const { kind: _kind, ...anew } = watch;
  await done(http.send(boss, 'PUT', `/watches/${kept}`, { ...anew, mark: 7 }));
  const { id: dropped } = await done(http.post(boss, '/watches', watch));
  await done(http.send(boss, 'DELETE', `/watches/${dropped}`));
  expect(await failing()).toEqual([]);
  await loosen(admin, ['collection_setting'], 'owner_id');
  await loosen(admin, ['alert_rule', 'list_watch']);
}, 120_000);

const tables = [
  ['collection_setting', 'owner_id', 'T5'],
  ['alert_rule', 'id', 'T6'],
  ['list_watch', 'id', 'T6'],
] as const;

describe('every column that matters', () => {
  test.each(tables)(
    'of %s is held against the sealed log',
    async (table, key) => {
      const ids = await idsOf(table, key);
      expect(ids).not.toEqual([]);
      const silent = await untold({ admin, database, failing }, table, ids, key);
      expect(silent.filter((name) => !isIdle(name))).toEqual([]);
    },
    300_000,
  );

  test.each(tables)('of %s a row that is taken away is missed', async (table, key, name) => {
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    const overriding = key === 'id' ? 'OVERRIDING SYSTEM VALUE' : '';
    for (const id of await idsOf(table, key)) {
      await client.query(`CREATE TEMP TABLE gone AS SELECT * FROM ${table} WHERE ${key} = ${id}`);
      await client.query(`DELETE FROM ${table} WHERE ${key} = ${id}`);
      expect([table, id, await failing()]).toEqual([table, id, [name]]);
      await client.query(`INSERT INTO ${table} ${overriding} SELECT * FROM gone`);
      await client.query('DROP TABLE gone');
    }
    client.release(true);
    expect(await failing()).toEqual([]);
  });

  test.each(tables)('of %s a row that nobody set is named', async (table, key, name) => {
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query(`CREATE TEMP TABLE more AS SELECT * FROM ${table} ORDER BY ${key} LIMIT 1`);
    await client.query(`UPDATE more SET ${key} = 900000`);
    await client.query(
      `INSERT INTO ${table} ${key === 'id' ? 'OVERRIDING SYSTEM VALUE' : ''} SELECT * FROM more`,
    );
    expect(await failing()).toEqual([name]);
    await client.query(`DELETE FROM ${table} WHERE ${key} = 900000`);
    client.release(true);
  });
});

const later = "business_now() + interval '1 day'";

test.each([
  ['a search that is not asked', `UPDATE list_watch SET asked_at = ${later}`],
  ['a search of which its owner is said to be told', `UPDATE list_watch SET told_at = ${later}`],
  ['a search that is said to find too much by then', `UPDATE list_watch SET since = ${later}`],
  [
    'an alert of which people are said to be told',
    `INSERT INTO alert_state (rule_id, subject, label, value, firing, told_at)
     SELECT id, '', '', 1, false, ${later} FROM alert_rule ORDER BY id LIMIT 1`,
  ],
  ['alerts that nobody looks at', `INSERT INTO due_work (name, due_at) VALUES ('alerts.check', ${later})`],
])('%s before a time that is far off is named', async (_what, forgery) => {
  const client = await admin.connect();
  try {
    await client.query('CREATE TEMP TABLE was AS SELECT * FROM list_watch');
    await client.query(forgery);
    expect(await failing()).toEqual(['T6']);
    await client.query('DELETE FROM alert_state');
    await client.query("DELETE FROM due_work WHERE name = 'alerts.check'");
    await client.query(
      'UPDATE list_watch w SET asked_at = s.asked_at, told_at = s.told_at, since = s.since FROM was s WHERE s.id = w.id',
    );
    expect(await failing()).toEqual([]);
  } finally {
    client.release(true);
  }
});
