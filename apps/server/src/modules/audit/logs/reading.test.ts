import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { openChain } from '../chain/testing/open-chain.ts';
import { bindAudit, openProofRuns, recordAudit } from '../index.ts';
import { countOperations, listOperations } from './operation-logs.queries.ts';

const base = await testDatabase();
const { database, admin, vault, log } = base;
const http = openHttp(base);
const chain = await openChain(base);
const runs = openProofRuns({ db: database, vault, heads: chain.heads, log });
bindAudit(http.app, { db: database, runs });
const provider = { origin: 'http://127.0.0.1:1', merchantNo: 'm', secret: 's' };
const [one, other] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
const adminId = await one.user('admin');
await database.app
  .updateTable('app_user')
  .set({ tenant_path: `${adminId}.` })
  .where('id', '=', adminId)
  .execute();
const boss = actorOf('admin', adminId);
const agent = (id: bigint) => actorOf('agent', id);
const auditor = (id: bigint) =>
  actorOf('agent', id, {
    permissions: new Set(['admin.operationLogs.get', 'admin.loginlogs.get', 'users.list.get']),
  });

await recordAudit(database.app, {
  actorId: one.agentId,
  act: 'users.list.update',
  objectKind: 'user',
  objectId: String(one.merchantId),
  before: { name: 'Old', currency: 'TWD' },
  after: { name: 'New', currency: 'TWD' },
  ip: '192.0.2.7',
  requestId: 'req-1',
});
await recordAudit(database.app, {
  actorId: adminId,
  effectiveId: one.merchantId,
  act: 'apiFile.get',
  objectKind: 'call',
  objectId: 'GET /api/x',
  outcome: 'denied',
});
await recordAudit(database.app, {
  actorId: other.agentId,
  act: 'users.list.update',
  objectKind: 'user',
  objectId: String(other.merchantId),
  after: { name: 'canary' },
});

const items = async (actor: Parameters<typeof http.get>[0], query: string) => {
  const { data } = await http.get(actor, `/admin/operationLogs?${query}`);
  return data.items as {
    act: string;
    object_id: string;
    changes: unknown;
    effective: { id: string } | null;
  }[];
};

test('an act is read with what it changed, who acted and who was acted for', async () => {
  const [update] = await items(boss, 'request_id=req-1');
  expect(update).toMatchObject({
    act: 'users.list.update',
    actor: { id: String(one.agentId), role_name: 'agent' },
    effective: null,
    changes: [{ field: 'name', before: 'Old', after: 'New' }],
    ip: '192.0.2.7',
  });
  const [denied] = await items(boss, 'outcome=denied');
  expect(denied).toMatchObject({ effective: { id: String(one.merchantId) } });
});

test('every filter narrows', async () => {
  expect(await items(boss, `actor=${one.agentId}`)).toHaveLength(1);
  expect(await items(boss, `object_kind=user&object_id=${other.merchantId}`)).toHaveLength(1);
  expect(await items(boss, 'act=apiFile.')).toHaveLength(1);
  expect(await items(boss, 'ip=192.0.2.8')).toHaveLength(0);
  expect(await items(boss, 'to=2020-01-01T00:00:00Z')).toHaveLength(0);
  expect((await http.get(boss, '/admin/operationLogs?colour=red')).code).toBe(400);
});

test('the acts of people stand apart from those of the system', async () => {
  const act = (objectId: string, by: { actorId?: bigint; ip?: string; act?: 'record.note' }) =>
    recordAudit(database.app, { actorId: null, act: 'clock.move', objectKind: 'branding', objectId, ...by });
  await act('system', {});
  await act('person', { actorId: adminId });
  // Not known yet, but somewhere: whoever knocks is not the system.
  await act('stranger', { ip: '192.0.2.99' });
  // What a table noted of his act is no second one.
  await act('noted', { actorId: adminId, act: 'record.note' });
  const ids = async (query: string) =>
    (await items(boss, `object_kind=branding${query}`)).map((row) => row.object_id).toSorted();
  expect(await ids('&by=people')).toEqual(['person', 'stranger']);
  expect(await ids('&by=system')).toEqual(['noted', 'system']);
  expect(await ids('')).toEqual(['noted', 'person', 'stranger', 'system']);
});

test('looking into the log leaves a row, but not one for every page', async () => {
  await items(boss, 'page=1');
  await items(boss, 'page=2');
  const { rows } = await admin.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM audit_log WHERE act = 'admin.operationLogs.get' AND actor_id = $1`,
    [adminId],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('a senior agent with the right reads his own tree alone', async () => {
  const seen = JSON.stringify(await items(auditor(one.agentId), 'paginate=200'));
  expect(seen).toContain('req-1');
  expect(seen).not.toContain('canary');
  expect((await http.get(agent(one.agentId), '/admin/operationLogs')).code).toBe(20_403);
});

test('the history of an object opens to whoever may see it, and a foreign one is as absent as none', async () => {
  const of = (id: bigint | string) => `/audit/user/${id}`;
  expect((await http.get(agent(one.agentId), of(one.merchantId))).data.items).toHaveLength(1);
  const foreign = await http.get(agent(one.agentId), of(other.merchantId));
  expect(foreign).toEqual(await http.get(agent(one.agentId), of('999999999')));
  expect(foreign.code).toBe(404);
  expect((await http.get(actorOf('customer', one.merchantId), of(one.merchantId))).code).toBe(20_403);
  expect((await http.get(agent(one.agentId), '/audit/clock/business')).code).toBe(20_403);
});

test('tries at the door: all for the platform, those of his tree for a senior agent, unknown names for nobody else', async () => {
  const attempt = (username: string, userId: bigint | null, outcome: string) =>
    database.app
      .insertInto('login_attempt')
      .values({ username, user_id: userId, ip: '198.51.100.4', user_agent: 'Firefox', outcome })
      .execute();
  await attempt('mine', one.merchantId, 'success');
  await attempt('theirs', other.merchantId, 'wrongPassword');
  await attempt('ghost', null, 'unknownUser');
  const all = await http.get(boss, '/admin/loginlogs');
  expect(all.data.items.map((row: { username: string }) => row.username)).toEqual([
    'ghost',
    'theirs',
    'mine',
  ]);
  expect(all.data.summary).toEqual({ count: 3, succeeded: 1, refused: 2, addresses: 1 });
  const own = await http.get(auditor(one.agentId), '/admin/loginlogs');
  expect(own.data.items).toMatchObject([{ username: 'mine', outcome: 'success', user_agent: 'Firefox' }]);
  expect(own.data.summary).toMatchObject({ count: 1 });
  expect((await http.get(boss, '/admin/loginlogs?outcome=wrongPassword')).data.items).toHaveLength(1);
});

test('a verification runs apart, tells its result, and names the row that was touched', async () => {
  await chain.seal();
  const started = await http.post(boss, '/admin/operationLogs/verify');
  expect(started.data).toMatchObject({ state: expect.stringMatching(/running|passed/), blocks_total: 2 });
  const ended = async () => {
    for (;;) {
      const [latest] = (await http.get(boss, '/admin/operationLogs/proofs')).data.items;
      if (latest.state !== 'running') return latest;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  expect(await ended()).toMatchObject({
    state: 'passed',
    blocks: 2,
    findings: [],
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
  });

  const { rows } = await admin.query<{ id: bigint }>(`SELECT id FROM audit_log WHERE request_id = 'req-1'`);
  await chain.tamper(`UPDATE audit_log SET ip = '203.0.113.1' WHERE request_id = 'req-1'`);
  await http.post(boss, '/admin/operationLogs/verify');
  expect(await ended()).toMatchObject({
    state: 'broken',
    findings: [{ name: 'rowChanged', where: String(rows[0]?.id) }],
  });
  expect((await http.post(auditor(one.agentId), '/admin/operationLogs/verify')).code).toBe(20_403);
});

test('the history of an order is found by its times, however long the log is', async () => {
  await chain.post(4_711n);
  await admin.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id)
     SELECT '2026-01-01'::timestamptz + n * interval '1 second', 'collection.settle', 'collection', n::text
     FROM generate_series(1000000, 1060000) AS n`,
  );
  await admin.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id, journal_id)
     SELECT posted_at, 'collection.settle', 'collection', '4711', id FROM journal WHERE ref_id = 4711`,
  );
  await admin.query(`SELECT brin_summarize_new_values('audit_log_at'); ANALYZE audit_log`);
  const client = await admin.connect();
  const readSoFar = async () => {
    const { rows } = await client.query<{ read: bigint }>(
      `SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'audit_log'`,
    );
    return rows[0]?.read ?? 0n;
  };
  await client.query('BEGIN');
  const before = await readSoFar();
  const { rows } = await client.query(`SELECT act FROM audit_of('collection', '4711')`);
  const read = (await readSoFar()) - before;
  await client.query('COMMIT');
  client.release();
  expect(rows).toEqual([{ act: 'collection.settle' }]);
  expect(read).toBeLessThan(6_000n);
  const found = await items(boss, 'object_kind=collection&object_id=4711');
  expect(found).toMatchObject([{ act: 'collection.settle', object_id: '4711' }]);
});

test('orders that were created at once stand in one row and are read as one act each', async () => {
  const [early, late] = ['510001 7 TWD 100000 false 11', '510002 8 TWD 250000 true 12'];
  await admin.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id, to_status, after)
     SELECT business_now(), 'collection.create', 'collection', '510001', 'pending', jsonb_build_object(
       'orders', ARRAY[$1, $2], 'actors', ARRAY[$3, NULL], 'requests', ARRAY['req-a', 'req-b'])`,
    [early, late, String(one.merchantId)],
  );
  const both = await items(boss, 'act=collection.create');
  expect(both).toMatchObject([
    { object_id: '510002', actor: null, request_id: 'req-b' },
    {
      object_id: '510001',
      actor: { id: String(one.merchantId) },
      request_id: 'req-a',
      changes: expect.arrayContaining([
        { field: 'status', before: null, after: 'pending' },
        { field: 'amount', before: null, after: '10.0000' },
        { field: 'is_test', before: null, after: 'false' },
      ]),
    },
  ]);
  expect(new Set(both.map((row) => (row as unknown as { id: string }).id)).size).toBe(2);
  // Each is found by what is its own, in its own tree alone.
  expect(await items(boss, 'request_id=req-a')).toHaveLength(1);
  expect(await items(boss, `act=collection.create&actor=${one.merchantId}`)).toHaveLength(1);
  expect(await items(auditor(one.agentId), 'act=collection.create')).toMatchObject([{ object_id: '510001' }]);
  expect(await items(auditor(other.agentId), 'act=collection.create')).toEqual([]);
  // A page may end in the middle of the row.
  const created = { act: 'collection.create' };
  const [newest] = await listOperations(database.app, boss.scope, created, { offset: 0, limit: 1 });
  const rest = await listOperations(
    database.app,
    boss.scope,
    { ...created, ...(newest !== undefined && { after: newest }) },
    { offset: 0, limit: 5 },
  );
  expect([newest, ...rest].map((row) => row?.object_id)).toEqual(['510002', '510001']);
  expect(await countOperations(database.app, boss.scope, created)).toBe(2);
});
