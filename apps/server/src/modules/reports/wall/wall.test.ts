import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { wall } from '@suanpan/contract/endpoints/wall';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow, wallClock } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { unansweredOrders } from '../../callbacks/index.ts';
import { changeState } from '../../channels/health/state.store.ts';
import { confirmCollection } from '../../collections/index.ts';
import { bindAlerts } from '../../operations/alerts/alerts.routes.ts';
import { firingAlarms } from '../../operations/index.ts';
import { openWall } from '../index.ts';

type Answer = OutputOf<typeof wall>;

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
const http = openHttp(base);
bindAlerts(http.app, database, { check: () => undefined });
openWall({
  db: database,
  clock: wallClock,
  // Each test sees what it has just done.
  sharedForMs: 0,
  unanswered: (db) => unansweredOrders(db, 'collection'),
  queues: () => [{ name: 'callbacks', read: async () => ({ depth: 3, oldestS: 125 }) }],
  alarms: firingAlarms,
}).bind(http.app);

let own: Tenant;
let other: Tenant;
/** Of the own tree: by these its orders came, and by these its payouts go. */
let ways: { readonly in: bigint; readonly out: bigint };
const boss = actorOf('admin', 1n);
const agent = (): Actor => actorOf('agent', own.agentId);
const neighbour = (): Actor => actorOf('agent', other.agentId);

/** As the contract has it, to its last field. */
async function look(who: Actor): Promise<Answer> {
  const { code, data } = await http.get(who, '/admin/wall');
  expect(code).toBe(0);
  return wall.output.parse(data);
}

/** Moves the business clock to a time of its present or a later day, in hours since midnight (UTC+8). */
async function moveTo(days: number, hours: number): Promise<void> {
  const now = await businessNow(database.app);
  const at = startOfRegionDay(regionDayOf(now) + days).getTime() + hours * 3_600_000;
  await moveBusinessClock(database, at - now.getTime());
}

async function paid(merchantId: bigint, major: string): Promise<void> {
  const order = await rooms.place(merchantId, { major });
  rooms.bank.pay(order.order_no);
  await confirmCollection(rooms.collections, order.id, null);
}

/**
 * Yesterday: one at 08:30 and one at 20:30. Today: two at 08:30 and one that ran out; at 09:30 one paid, one not paid yet,
 * one of tests and a payout that nobody knows the end of. In the other tree one paid.
 */
beforeAll(async () => {
  [own, other] = [
    await createTenant(base, { provider: rooms.bank }),
    await createTenant(base, { provider: rooms.bank }),
  ];
  await moveTo(2, 8.5);
  await paid(own.merchantId, '1000');
  await moveTo(0, 20.5);
  await paid(own.merchantId, '2000');
  await moveTo(1, 8.5);
  await paid(own.merchantId, '3000');
  await paid(own.merchantId, '4000');
  const lost = await rooms.place(own.merchantId);
  await admin.query("UPDATE collection_order SET status = 'expired' WHERE id = $1", [lost.id]);
  await moveTo(0, 9.5);
  await here.earn(own.merchantId, 1);
  // Its payer is asked for a dollar more than was ordered, so that his transfer is known by it.
  const asked = await rooms.place(own.merchantId, { major: '777' });
  await admin.query('UPDATE collection_order SET pay_amount = pay_amount + 10000 WHERE id = $1', [asked.id]);
  await rooms.place(own.merchantId, { isTest: true });
  await paid(other.merchantId, '5555');
  const { channelId } = await here.channel(own, [own.merchantId]);
  await here.place(own.merchantId, { major: '5000' });
  const { rows } = await admin.query<{ channel_id: bigint }>(
    'SELECT channel_id FROM collection_order WHERE customer_id = $1 AND channel_id IS NOT NULL LIMIT 1',
    [own.merchantId],
  );
  ways = { in: rows[0]?.channel_id ?? 0n, out: channelId };
});

test('a senior agent sees today against yesterday of his own tree, and both up to the hour that began last', async () => {
  const seen = await look(agent());
  expect(seen.today).toEqual({ count: 5, success_count: 3, failed_count: 1 });
  expect(seen.yesterday).toEqual({ count: 2, success_count: 2, failed_count: 0 });
  // Until nine o'clock: what came at 09:30 is held against nothing, and so is yesterday's evening.
  expect(seen.until_now).toMatchObject({
    today: { count: 3, success_count: 2, failed_count: 1 },
    yesterday: { count: 1, success_count: 1, failed_count: 0 },
  });
  expect(seen.amounts).toEqual([
    { currency: 'TWD', today: '17000.0000', yesterday: '3000.0000', paid_out: '0.0000' },
  ]);
  const whole = await look(boss);
  expect(whole.today.count).toBe(6);
  expect(whole.amounts).toMatchObject([{ today: '22555.0000' }]);
  expect((await look(neighbour())).today.count).toBe(1);
});

test('money in flight is what payers are asked for, and what is held of the own tree alone', async () => {
  // The payout and its fee.
  const flight = {
    currency: 'TWD',
    awaited: '778.0000',
    awaited_count: 1,
    payouts: '5020.0000',
    withdrawals: '0.0000',
    refunds: '0.0000',
  };
  expect((await look(agent())).in_flight).toEqual([flight]);
  expect((await look(boss)).in_flight).toEqual([flight]);
  expect((await look(neighbour())).in_flight).toEqual([]);
});

test('a channel shows its hours, its trips and how fast its provider answers; one that is out of service stands first', async () => {
  await transact(database.app, (tx) =>
    changeState(tx, { channelId: ways.in, state: 'tripped', from: ['ok'], reason: 'late' }),
  );
  await admin.query(
    `INSERT INTO provider_log (at, channel_account_id, direction, operation, outcome, latency_ms, request, response)
     SELECT business_now(), channel_account_id, 'out', 'create', 'accepted', 4321, '', '' FROM channel CROSS JOIN generate_series(1, 40) WHERE id = $1`,
    [ways.in],
  );
  const { channels } = await look(agent());
  const [first] = channels;
  expect(first).toMatchObject({
    id: String(ways.in),
    direction: 'collection',
    state: 'tripped',
    count: 5,
    success_count: 3,
    failed_count: 1,
  });
  expect(first?.hours).toHaveLength(12);
  expect(first?.hours.at(-1)).toMatchObject({ success_count: 1, failed_count: 0, p95_ms: 4321, trips: 1 });
  expect(first?.hours.at(-2)).toMatchObject({ success_count: 2, failed_count: 1, trips: 0 });
  expect(channels.find(({ id }) => id === String(ways.out))).toMatchObject({ direction: 'payout', count: 1 });
  const theirs = (await look(neighbour())).channels.map(({ id }) => id);
  expect(theirs).not.toContain(String(ways.in));
  expect(theirs).not.toContain(String(ways.out));
});

test('queues and alarms are of the whole house, and told to the platform alone', async () => {
  await admin.query(
    `INSERT INTO alert_state (rule_id, subject, label, firing, value, told_at)
     SELECT id, 'w', 'a channel of another house', true, 42.5, business_now() FROM alert_rule WHERE shipped = 'successRate'`,
  );
  const whole = await look(boss);
  expect(whole.queues).toEqual([{ name: 'callbacks', depth: 3, oldest_s: 125 }]);
  expect(whole.alarms).toMatchObject([
    { shipped: 'successRate', label: 'a channel of another house', value: '42.5' },
  ]);
  const seen = await look(agent());
  expect([seen.queues, seen.alarms]).toEqual([null, []]);
  // Whoever may not open the rules is not told of them here.
  const narrow = actorOf('admin', 1n, { permissions: new Set(['admin.wall.get']) });
  expect((await look(narrow)).alarms).toEqual([]);
});

test('the stream tells the newest orders of both kinds of the own tree, without those of tests, to whoever may open them', async () => {
  const { latest } = await look(agent());
  expect(latest.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['collection', 'payout']));
  const at = latest.map((order) => Date.parse(order.at));
  expect(at).toEqual([...at].sort((one, next) => next - one));
  expect(latest.filter(({ amount }) => amount === '5555.0000')).toEqual([]);
  // Seven of today and yesterday that are no tests, and the payout.
  expect(latest).toHaveLength(8);
  const narrow = await look(actorOf('agent', own.agentId, { permissions: new Set(['admin.wall.get']) }));
  expect([narrow.latest, narrow.callbacks_failing]).toEqual([[], null]);
});

test('nobody else has the wall', async () => {
  for (const who of [
    actorOf('subAgent', own.subAgentId),
    actorOf('customer', own.merchantId),
    actorOf('middleman', own.middlemanId),
  ]) {
    expect((await http.get(who, '/admin/wall')).code).not.toBe(0);
  }
});
