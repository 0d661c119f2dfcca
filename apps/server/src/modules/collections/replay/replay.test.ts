import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { pastPayouts } from '../../payouts/index.ts';
import { pastCollections } from './replay.queries.ts';
import { bindReplay } from './replay.routes.ts';
import { insertReplay } from './replay.store.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const http = openHttp(base);
bindReplay(http.app, rooms.collections, { collection: pastCollections, payout: pastPayouts });

let own: Tenant;
let other: Tenant;
let merchantId: bigint;
let first: bigint;
let second: bigint;
const yesterday = regionDayText(regionDayOf(new Date()) - 1);

beforeAll(async () => {
  own = await createTenant(base, { provider: rooms.bank });
  other = await createTenant(base, { provider: rooms.bank });
  merchantId = await own.user('customer');
  ({ channelId: first } = await own.channel({ merchants: [merchantId] }));
  ({ channelId: second } = await own.channel({ merchants: [merchantId] }));
  for (let n = 0; n < 6; n += 1) await rooms.place(merchantId, { major: '100' });
  await rooms.place(other.merchantId, { major: '100' });
  await base.admin.query("UPDATE collection_order SET created_at = created_at - interval '1 day'");
});
const boss = (): Actor => actorOf('admin', own.agentId);
const agent = (): Actor => actorOf('agent', own.agentId);

interface Answer {
  readonly id: string;
  readonly state: string;
  readonly orders: number;
  readonly moved: number;
  readonly by_channel: readonly {
    readonly channel: { readonly id: string };
    readonly before: number;
    readonly after: number;
    readonly cost_before: string;
    readonly cost_after: string;
  }[];
  readonly without_channel: number;
  readonly sample: readonly { readonly why: string }[];
}
async function replay(who: Actor, asked: object): Promise<Answer> {
  const started = await http.post(who, '/routing/replay', { day: yesterday, ...asked });
  expect(started.code).toBe(0);
  const { id } = started.data as Answer;
  const look = async () => (await http.get(who, `/routing/replay/${id}`)).data as Answer;
  await expect.poll(async () => (await look()).state).not.toBe('running');
  return look();
}
const split = ({ by_channel: lines }: Answer) =>
  Object.fromEntries(lines.map(({ after, before, channel }) => [channel.id, [before, after]]));

test('a day replayed as it was goes where it went, and counts one’s own tree alone', async () => {
  const answer = await replay(agent(), { changes: [{ channel_id: String(first), weight: 100 }] });
  expect(answer).toMatchObject({ state: 'done', orders: 6, moved: 0, sample: [] });
  expect(split(answer)).toEqual({ [String(first)]: [3, 3], [String(second)]: [3, 3] });
  expect((await replay(boss(), { changes: [] })).orders).toBe(7);
});

test('a change moves orders, with what it costs and why', async () => {
  const answer = await replay(agent(), {
    customer_id: String(merchantId),
    changes: [{ channel_id: String(first), enabled: false }],
  });
  expect(answer).toMatchObject({ orders: 6, moved: 3, without_channel: 0 });
  expect(split(answer)).toEqual({ [String(first)]: [3, 0], [String(second)]: [3, 6] });
  const [line] = answer.by_channel;
  // 1.5 % of 100 and 2 for each.
  expect([line?.cost_before, line?.cost_after]).toEqual(['10.5000', '21.0000']);
  expect(answer.sample).toHaveLength(3);
  expect(['通道未啟用', 'The channel is not enabled']).toContain(answer.sample[0]?.why);
  const none = await replay(agent(), {
    changes: [
      { channel_id: String(first), min: '1000' },
      { channel_id: String(second), enabled: false },
    ],
  });
  expect(none).toMatchObject({ moved: 6, without_channel: 6 });
});

test('a person has one under way, however fast he asks', async () => {
  const { agentId } = own;
  const wanted = { userId: agentId, agentId, day: yesterday, customerId: null, changes: [] };
  const insert = () => insertReplay(base.database.app, { ...wanted, direction: 'collection' });
  const made = await Promise.all([insert(), insert(), insert()]);
  expect(made.filter((id) => id !== undefined)).toHaveLength(1);
  const ask = () => http.post(agent(), '/routing/replay', { day: yesterday, changes: [] });
  expect((await ask()).code).not.toBe(0);
  // One that was cut off with its process keeps nobody waiting.
  await base.admin.query(
    "UPDATE routing_replay SET created_at = created_at - interval '6 minutes' WHERE state = 'running'",
  );
  expect((await replay(agent(), { changes: [] })).state).toBe('done');
});

test('nothing is saved, and no order goes another way', async () => {
  const { rows } = await base.admin.query(
    'SELECT channel_id, count(*)::int AS n FROM collection_order WHERE customer_id = $1 GROUP BY 1 ORDER BY 1',
    [merchantId],
  );
  expect(rows).toEqual([
    { channel_id: first, n: 3 },
    { channel_id: second, n: 3 },
  ]);
});

test('others’ merchants, channels and replays are absent, and today is not over', async () => {
  const asked = { day: yesterday, changes: [] };
  const ask = (more: object) => http.post(agent(), '/routing/replay', { ...asked, ...more });
  expect((await ask({ customer_id: String(other.merchantId) })).code).toBe(404);
  expect((await ask({ changes: [{ channel_id: String(other.channelId), weight: 1 }] })).code).toBe(404);
  expect((await ask({ day: regionDayText(regionDayOf(new Date())) })).code).toBe(400);
  expect((await http.post(actorOf('customer', merchantId), '/routing/replay', asked)).code).toBe(20_403);
  const { id } = await replay(agent(), { changes: [] });
  expect((await http.get(actorOf('agent', other.agentId), `/routing/replay/${id}`)).code).toBe(404);
});

test('payers who were kept on their channel are kept, and go along where their own orders go', async () => {
  const shopId = await own.user('customer');
  const method = { keeps_payers: true };
  const { channelId: one } = await own.channel({ merchants: [shopId], method });
  const { channelId: two } = await own.channel({ merchants: [shopId], method });
  for (const realName of ['王小明', '王小明', '林怡君', '王小明', '林怡君', '王小明']) {
    const order = await rooms.place(shopId, { major: '100', realName });
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
  }
  await base.admin.query(
    "UPDATE collection_order SET created_at = created_at - interval '1 day' WHERE customer_id = $1",
    [shopId],
  );
  const asked = (change: object) => ({
    customer_id: String(shopId),
    changes: [{ channel_id: String(one), ...change }],
  });
  // Another limit, so that every order is chosen anew: by turns it would be three and three.
  const same = await replay(agent(), asked({ max: '100000' }));
  expect(same).toMatchObject({ orders: 6, moved: 0 });
  expect(split(same)).toEqual({ [String(one)]: [4, 4], [String(two)]: [2, 2] });
  // The first order goes by the other now, and whoever paid it with all that he has.
  const moved = await replay(agent(), asked({ priority: 9 }));
  expect(split(moved)).toEqual({ [String(one)]: [4, 0], [String(two)]: [2, 6] });
});

test('payouts are replayed over the channels of payouts, with the right to change those', async () => {
  const desk = await openPayoutRooms(base, rooms);
  const payer = await own.merchant();
  const { channelId: one } = await desk.channel(own, [payer]);
  const { channelId: two } = await desk.channel(own, [payer]);
  await desk.earn(payer);
  for (let n = 0; n < 4; n += 1) await desk.place(payer, { major: '100' });
  await base.admin.query("UPDATE payout_order SET created_at = created_at - interval '1 day'");
  const asked = { direction: 'payout', changes: [{ channel_id: String(one), enabled: false }] };
  const answer = await replay(agent(), asked);
  expect(answer).toMatchObject({ state: 'done', orders: 4, moved: 2, without_channel: 0 });
  expect(split(answer)).toEqual({ [String(one)]: [2, 0], [String(two)]: [2, 4] });
  // 8 for each.
  expect(answer.by_channel.map(({ cost_after: cost }) => cost)).toEqual(['32.0000', '0.0000']);
  const only = actorOf('agent', own.agentId, {
    permissions: new Set(['collectionMethod.customers.update']),
  });
  expect((await http.post(only, '/routing/replay', { day: yesterday, ...asked })).code).toBe(20_403);
  // A channel of one direction is none of the other.
  const strange = { ...asked, changes: [{ channel_id: String(first), weight: 9 }] };
  expect((await http.post(agent(), '/routing/replay', { day: yesterday, ...strange })).code).toBe(404);
});
