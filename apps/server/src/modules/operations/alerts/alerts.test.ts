import type { AlertRule } from '@suanpan/contract/endpoints/alert-rules';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { wallClock } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import { startDueWork } from '../../../platform/due-work.ts';
import type { Outbound, OutboundRequest, OutboundResult } from '../../../platform/outbound.ts';
import { createOutbound } from '../../../platform/outbound.ts';
import type { Queue } from '../../../platform/queue.ts';
import { confirmCollection } from '../../collections/index.ts';
import { alertCallWork, alertWork } from './alert-works.ts';
import { bindAlerts } from './alerts.routes.ts';

const base = await testDatabase();
const { admin, database, log } = base;
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
const http = openHttp(base);
const filter = createOutbound({ trustedOrigins: [], allowHttp: false });
/** Addresses are judged as in the product; what an address answers is up to the test. */
const called: OutboundRequest[] = [];
let answer: OutboundResult;
const outbound: Outbound = {
  check: (url) => filter.check(url),
  async send(request) {
    called.push(request);
    return answer;
  },
  close: () => filter.close(),
};
bindAlerts(http.app, database, outbound);
const boss = actorOf('admin', 1n);

const waiting: Record<'callbacks' | 'news' | 'collectionChecks', { depth: number; oldestS: number | null }> =
  {
    callbacks: { depth: 0, oldestS: null },
    news: { depth: 0, oldestS: null },
    collectionChecks: { depth: 0, oldestS: null },
  };
const queues: Queue[] = (['callbacks', 'news', 'collectionChecks'] as const).map((name) => ({
  name,
  read: async () => waiting[name],
}));
const open = () =>
  startDueWork({
    db: database.workers,
    works: [alertWork(() => queues), alertCallWork(outbound)],
    log,
    pollMs: 3_600_000,
  });
const servers = [open(), open()];
afterAll(async () => {
  for (const server of servers) await server.stop();
  await filter.close();
});
/** A minute passes, and every server looks. */
async function minute(count = 1): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await moveBusinessClock(database, 60_000);
    await Promise.all(servers.map((server) => server.runDue()));
  }
}

let tenant: Tenant;
let told = 0n;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
});
beforeEach(async () => {
  await admin.query('DELETE FROM alert_rule WHERE shipped IS NULL');
  await admin.query('DELETE FROM alert_state');
  await admin.query('DELETE FROM channel_feed');
  await admin.query('UPDATE alert_rule SET enabled = true');
  for (const queue of Object.values(waiting)) Object.assign(queue, { depth: 0, oldestS: null });
  called.length = 0;
  answer = { kind: 'answered', status: 200, headers: {}, body: Buffer.of(), truncated: false, durationMs: 1 };
  const { rows } = await admin.query<{ last: bigint }>('SELECT coalesce(max(id), 0) AS last FROM outbox');
  told = rows[0]?.last ?? 0n;
});

/** What people were told of since the test began. */
async function fired(): Promise<Record<string, string>[]> {
  const { rows } = await admin.query<{ payload: Record<string, string> }>(
    "SELECT payload FROM outbox WHERE kind = 'alert.fired' AND id > $1 ORDER BY id",
    [told],
  );
  return rows.map(({ payload }) => payload);
}
const rules = async (): Promise<AlertRule[]> => (await http.get(boss, '/alertRules')).data.items;
const draft = (more: object = {}) => ({
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
const create = async (more: object = {}): Promise<string> => {
  const made = await http.post(boss, '/alertRules', draft(more));
  expect(made.code).toBe(0);
  return made.data.id;
};

/** So many orders of a channel of its own, of which so many are paid and the others run out. */
async function traffic(paid: number, lost: number): Promise<{ accountId: bigint; channelId: bigint }> {
  const merchantId = await tenant.user('customer');
  const { channelAccountId, channelId } = await tenant.channel({ merchants: [merchantId] });
  for (let n = 0; n < paid + lost; n += 1) {
    const order = await rooms.place(merchantId);
    if (n < paid) {
      rooms.bank.pay(order.order_no);
      await confirmCollection(rooms.collections, order.id, null);
    } else {
      await admin.query("UPDATE collection_order SET status = 'expired' WHERE id = $1", [order.id]);
    }
  }
  return { accountId: channelAccountId, channelId };
}

test('the log tells where a hook leads, and not the secret in its address', async () => {
  const url = 'https://hooks.example.com/services/T01/secret-of-the-hook?key=another';
  const id = await create({ via: ['webhook'], url });
  await http.send(boss, 'PUT', `/alertRules/${id}`, { ...draft({ via: ['webhook'], url }), version: 0 });
  await http.send(boss, 'DELETE', `/alertRules/${id}`);
  const { rows } = await admin.query<{ told: string }>(
    'SELECT concat(before, after) AS told FROM audit_log WHERE object_id = $1 ORDER BY id',
    [`alert ${id}`],
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { told: text } of rows) {
    expect(text).toContain('https://hooks.example.com');
    expect(text).not.toMatch(/secret-of-the-hook|another/);
  }
});

test('a rule names the contract that it is about, whatever it asks', async () => {
  const { accountId } = await traffic(0, 0);
  for (const metric of ['success_rate', 'balance', 'feed_age']) {
    const id = await create({ metric, scope: String(accountId) });
    const rule = (await rules()).find((one) => one.id === id);
    expect(rule?.scope_name, metric).toEqual(expect.any(String));
  }
});

describe('a rule of the product', () => {
  test.each([
    ['callbackBacklog', 'callbacks', 'callback_backlog'],
    ['newsAge', 'news', 'queue_age'],
    ['checkAge', 'collectionChecks', 'queue_age'],
  ] as const)('%s is told once however many servers look, and falls silent', async (name, queue, metric) => {
    await minute();
    expect(await fired()).toEqual([]);
    Object.assign(waiting[queue], { depth: 3, oldestS: 1_200 });
    await minute(3);
    expect(await fired()).toEqual([
      expect.objectContaining({ shipped: name, metric, value: '20', bound: 'over' }),
    ]);
    const rule = async () => (await rules()).find(({ shipped }) => shipped === name);
    expect((await rule())?.firing).toHaveLength(1);
    Object.assign(waiting[queue], { depth: 0, oldestS: null });
    await minute();
    expect((await rule())?.firing).toEqual([]);
    expect(await fired()).toHaveLength(1);
  });

  test('of success rates is told of the channel that fails, not of a healthy one nor of one that is tripped', async () => {
    await traffic(20, 0);
    await minute();
    expect(await fired()).toEqual([]);
    const bad = await traffic(2, 18);
    await minute(2);
    expect(await fired()).toEqual([expect.objectContaining({ shipped: 'successRate', value: '10' })]);
    await admin.query('DELETE FROM alert_state');
    await admin.query(
      `INSERT INTO channel_state (channel_id, state, since) VALUES ($1, 'tripped', now())
       ON CONFLICT (channel_id) DO UPDATE SET state = 'tripped'`,
      [bad.channelId],
    );
    await minute();
    expect(await fired()).toHaveLength(1);
    // Half an hour later nobody speaks of it any more.
    await moveBusinessClock(database, 31 * 60_000);
    await minute();
    expect((await rules()).flatMap(({ firing }) => firing)).toEqual([]);
  });

  test('of payouts is told once nobody has known for half an hour whether one was paid', async () => {
    await here.channel(tenant, [tenant.merchantId]);
    await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE id = $1", [tenant.merchantId]);
    await here.earn(tenant.merchantId);
    const payout = await here.place(tenant.merchantId, { isAgreed: false });
    await minute();
    expect(await fired()).toEqual([]);
    await admin.query(
      "UPDATE payout_order SET stage = 'unknown', stage_since = business_now() - interval '31 minutes' WHERE id = $1",
      [payout.id],
    );
    await minute(2);
    expect(await fired()).toEqual([expect.objectContaining({ shipped: 'unknownPayouts', value: '1' })]);
    await admin.query(
      "UPDATE payout_order SET stage = 'queued', stage_since = business_now() WHERE id = $1",
      [payout.id],
    );
    await minute();
    expect((await rules()).flatMap(({ firing }) => firing)).toEqual([]);
  });

  test('is told of an account that is looked at in vain, and of none that answers, is out of use or is not looked at', async () => {
    const accounts: bigint[] = [];
    for (let n = 0; n < 4; n += 1) accounts.push((await tenant.channel()).channelAccountId);
    const [mute, well, unused, resting] = accounts;
    const feed = (id: bigint | undefined, looked: string, answered: string) =>
      admin.query(
        `INSERT INTO channel_feed (channel_account_id, read_until, looked_at, answered_at)
         VALUES ($1, now() - interval '2 hours', now() - $2::interval, now() - $3::interval)`,
        [id, looked, answered],
      );
    await feed(mute, '0', '16 minutes');
    await feed(well, '0', '0');
    await feed(unused, '0', '16 minutes');
    await feed(resting, '3 hours', '3 hours');
    await admin.query('UPDATE channel_account SET enabled = false WHERE id = $1', [unused]);
    await minute(2);
    expect(await fired()).toEqual([expect.objectContaining({ shipped: 'feedAge', value: '16' })]);
    const rule = async () => (await rules()).find(({ shipped }) => shipped === 'feedAge');
    expect((await rule())?.firing).toHaveLength(1);
    await admin.query('UPDATE channel_feed SET answered_at = now() WHERE channel_account_id = $1', [mute]);
    await minute();
    expect((await rule())?.firing).toEqual([]);
  });

  test('can be switched off and not thrown away', async () => {
    const rule = (await rules()).find(({ shipped }) => shipped === 'newsAge');
    const { version } = rule ?? { version: 0 };
    expect((await http.send(boss, 'DELETE', `/alertRules/${rule?.id}`)).code).toBe(21_001);
    const off = draft({ metric: 'queue_age', scope: 'news', enabled: false, version });
    expect((await http.send(boss, 'PUT', `/alertRules/${rule?.id}`, off)).code).toBe(0);
    expect((await http.send(boss, 'PUT', `/alertRules/${rule?.id}`, off)).code).toBe(20_412);
    Object.assign(waiting.news, { depth: 1, oldestS: 9_000 });
    await minute();
    expect(await fired()).toEqual([]);
    expect((await rules()).find(({ shipped }) => shipped === 'newsAge')).toMatchObject({ name: 'newsAge' });
  });
});

test('healthy traffic and empty queues are never told of', async () => {
  await traffic(20, 4);
  Object.assign(waiting.callbacks, { depth: 40, oldestS: 20 });
  Object.assign(waiting.news, { depth: 200, oldestS: 1 });
  Object.assign(waiting.collectionChecks, { depth: 12, oldestS: 90 });
  await minute(3);
  expect(await fired()).toEqual([]);
});

describe('a rule of somebody', () => {
  test('about a balance is told, unless the mark of the contract has told it already', async () => {
    const { accountId } = await traffic(0, 0);
    await create({ metric: 'balance', scope: String(accountId), bound: 'under', mark: '500.5' });
    const holds = (balance: string, low: string | null) =>
      admin.query('UPDATE channel_account SET balance = $2, low_water = $3 WHERE id = $1', [
        accountId,
        balance,
        low,
      ]);
    await holds('5005000', null);
    await minute();
    expect(await fired()).toEqual([]);
    await holds('5004999', '6000000');
    await minute();
    expect(await fired()).toEqual([]);
    await holds('5004999', '1000000');
    await minute(2);
    expect(await fired()).toEqual([expect.objectContaining({ name: 'Ours', value: '500.4999' })]);
  });

  test('rests after it was told, and is told again once its rest is over and it has come back', async () => {
    await create();
    await admin.query('UPDATE alert_rule SET enabled = false WHERE shipped IS NOT NULL');
    const holds = async (oldestS: number | null) => {
      Object.assign(waiting.callbacks, { depth: oldestS === null ? 0 : 1, oldestS });
      await minute();
    };
    await holds(600);
    await holds(null);
    await holds(600);
    expect(await fired()).toHaveLength(1);
    await holds(null);
    await moveBusinessClock(database, 600_000);
    await holds(600);
    expect(await fired()).toHaveLength(2);
  });

  test('calls its address until it is heard, and no more', async () => {
    await create({ via: ['webhook'], url: 'https://ops.example.com/hook' });
    await admin.query('UPDATE alert_rule SET enabled = false WHERE shipped IS NOT NULL');
    Object.assign(waiting.callbacks, { depth: 1, oldestS: 600 });
    answer = { kind: 'failed', reason: 'timeout', mayHaveArrived: true, message: '', durationMs: 1 };
    await minute();
    await servers[0]?.runNow('alerts.call');
    expect(called).toHaveLength(1);
    expect(await fired()).toEqual([]);
    expect(JSON.parse(String(called[0]?.body))).toMatchObject({
      type: 'alert.fired',
      name: 'Ours',
      value: '10',
      bound: 'over',
      mark: '5',
    });
    expect((await rules()).at(-1)?.last_call).toBe('timeout');
    answer = {
      kind: 'answered',
      status: 204,
      headers: {},
      body: Buffer.of(),
      truncated: false,
      durationMs: 1,
    };
    await admin.query('UPDATE alert_call SET next_at = now() WHERE next_at IS NOT NULL');
    await servers[1]?.runNow('alerts.call');
    expect(called).toHaveLength(2);
    await servers[0]?.runNow('alerts.call');
    expect(called).toHaveLength(2);
    expect((await rules()).at(-1)?.last_call).toBe('204');
  });

  test('is called before what people watch for themselves, whose slow addresses keep other work waiting for a while at most', async () => {
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO list_watch (owner_id, kind, name, filter, search, window_min, older_min, mark, via, url, created_at, asked_at)
       VALUES ($1, 'collections.transactions', 'slow', '{}', '{}', 10, 0, 0, '{webhook}', 'https://slow.example.com/', now(), now())
       RETURNING id`,
      [tenant.agentId],
    );
    const watch = rows[0]?.id;
    await admin.query(
      `INSERT INTO alert_call (watch_id, url, body, next_at, created_at)
       SELECT $1, 'https://slow.example.com/' || n, '{}', now() - interval '1 hour', now() FROM generate_series(1, 90) n`,
      [watch],
    );
    const id = await create({ via: ['webhook'], url: 'https://ops.example.com/hook' });
    await admin.query(
      `INSERT INTO alert_call (rule_id, url, body, next_at, created_at) VALUES ($1, 'https://ops.example.com/hook', '{}', now(), now())`,
      [id],
    );
    // Each call takes five milliseconds, one after the other.
    let nowMs = 0;
    const clock = vi.spyOn(wallClock, 'monotonicMs').mockImplementation(() => nowMs);
    const slow: Outbound = {
      ...outbound,
      send(request) {
        nowMs += 5;
        return outbound.send(request);
      },
    };
    const work = alertCallWork(slow, 150);
    const run = async (): Promise<number> => {
      called.length = 0;
      while ((await transact(database.workers, (tx) => work.run(tx, new Date()))) === 'more');
      return called.length;
    };
    expect(await run()).toBe(40);
    expect(called.slice(0, 20).map(({ url }) => url)).toContain('https://ops.example.com/hook');
    // The next minute goes on, and the one after it ends it.
    expect([await run(), await run()]).toEqual([40, 11]);
    clock.mockRestore();
    await admin.query('DELETE FROM list_watch WHERE id = $1', [watch]);
  });

  test('names an address outside of the house and a scope that is there, or is refused at the field', async () => {
    const refused = async (more: object) =>
      (await http.post(boss, '/alertRules', draft(more))).errors as Record<string, unknown>;
    for (const url of ['https://127.0.0.1/x', 'http://ops.example.com/x', 'https://169.254.169.254/x', null])
      expect(Object.keys(await refused({ via: ['webhook'], url })), String(url)).toEqual(['url']);
    for (const [metric, scope] of [
      ['queue_age', 'nobody'],
      ['balance', '999999999'],
      ['unknown_payouts', 'news'],
    ])
      expect(Object.keys(await refused({ metric, scope })), metric).toEqual(['scope']);
    expect((await rules()).every(({ shipped }) => shipped !== null)).toBe(true);
  });
});

test('rules are the platform’s alone', async () => {
  const agent = actorOf('agent', 5n);
  expect((await http.get(agent, '/alertRules')).code).toBe(20403);
  expect((await http.post(agent, '/alertRules', draft())).code).toBe(20403);
});
