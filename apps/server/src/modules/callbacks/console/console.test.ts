import { getCallback, resendCallbacks } from '@suanpan/contract/endpoints/callbacks';
import { verifyWebhook } from '@suanpan/signing/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { wallClock } from '../../../platform/clock.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { createOutbound } from '../../../platform/outbound.ts';
import { startOutboxRelay } from '../../../platform/outbox/relay.ts';
import { toldCollections } from '../../collections/index.ts';
import { toldPayouts } from '../../payouts/index.ts';
import { openCallbacks } from '../index.ts';
import { startReceiver } from '../testing/receiver.ts';
import { createWorld, eventually, expectCount, secret } from '../testing/world.ts';
import { callbackExport } from './export-callbacks.ts';

const base = await testDatabase();
const world = createWorld(base);
const rooms = await openMoneyRooms(base);
const payouts = await openPayoutRooms(base, rooms);
const shop = await startReceiver();
// One name that nobody knows, and one that leads into a house.
const outbound = createOutbound({
  trustedOrigins: [shop.origin],
  allowHttp: true,
  async resolve(hostname) {
    if (hostname === 'inside.example.com') return [{ address: '10.0.0.7', family: 4 }];
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
  },
});
const orders = { collection: toldCollections, payout: toldPayouts };
const callbacks = openCallbacks({
  orders,
  db: base.database,
  vault: base.vault,
  outbound,
  log: base.log,
});
const http = openHttp(base);
callbacks.bind(http.app);
const relay = startOutboxRelay({
  db: base.database.workers,
  log: base.log,
  subscriptions: callbacks.subscriptions,
});
callbacks.start();
afterAll(async () => {
  await relay.stop();
  await callbacks.stop();
  await outbound.close();
  await shop.close();
});

let boss: Actor;
beforeAll(async () => {
  boss = actorOf('admin', await world.user('admin'));
});

const list = async (actor: Actor, query = '') =>
  (await http.get(actor, `/callbacks?paginate=200${query}`)).data;
const idsOf = async (actor: Actor, query = ''): Promise<string[]> =>
  (await list(actor, query)).items.map(({ id }: { id: string }) => id);
const callbackOf = async (order: bigint): Promise<string> => String((await world.callbacks(order))[0]?.id);

/** An order that succeeded, and whose merchant was told (or not) at this address. */
async function told(path: string, columns: Record<string, unknown> = {}) {
  const people = await world.merchant(columns);
  const url = path.startsWith('/') ? `${shop.origin}${path}` : path;
  await world.endpoint(people.customerId, url);
  const order = await world.order({ customerId: people.customerId });
  await world.move(order, 'success');
  await eventually(async () => expect((await world.attempts(order)).length).toBe(1));
  return { ...people, order, id: await callbackOf(order) };
}

test('events of both kinds stand in one list with their numbers, and each reader sees those of his tree', async () => {
  shop.answer('/refusing', 500);
  const mine = await told('/refusing');
  const other = await told('/other');
  const tenant = await createTenant(base, { provider: rooms.bank });
  const merchant = await tenant.merchant();
  await payouts.channel(tenant, [merchant]);
  await world.endpoint(merchant, `${shop.origin}/payouts`);
  // There was no money for it: it fails at once.
  const payout = await payouts.place(merchant);
  await relay.idle();
  await expectCount(() => shop.at('/payouts'), 1);
  const [row] = (await list(boss, `&no=${payout.order_no}`)).items;
  expect(row).toMatchObject({
    order: { kind: 'payout', no: payout.order_no, merchant_no: payout.merchant_order_no },
    type: 'payout.failed',
    customer: { id: String(merchant) },
  });
  expect((await list(boss, '&result=error_response&kind=collection')).items).toEqual([
    expect.objectContaining({
      id: mine.id,
      status: 'failed',
      result: 'error_response',
      attempts: 1,
      last_http: 500,
      url: `${shop.origin}/refusing`,
      actions: ['resend'],
    }),
  ]);
  expect(await idsOf(actorOf('agent', mine.agentId))).toEqual([mine.id]);
  expect(await idsOf(actorOf('customer', mine.customerId))).toEqual([mine.id]);
  expect(await idsOf(boss, `&customer_id=${other.customerId}&status=success`)).toEqual([other.id]);
  for (const stranger of [actorOf('agent', other.agentId), actorOf('customer', other.customerId)]) {
    expect((await http.get(stranger, `/callbacks/${mine.id}`)).code).toBe(404);
    expect((await http.post(stranger, `/callbacks/${mine.id}/resend`)).code).toBe(404);
  }
  expect((await http.get(actorOf('subAgent', tenant.subAgentId), '/callbacks')).code).toBe(20403);
  // The tree in which an order was made keeps its events when the merchant goes elsewhere.
  await base.admin.query('UPDATE app_user SET agent_id = $1 WHERE id = $2', [other.agentId, mine.customerId]);
  expect(await idsOf(actorOf('agent', mine.agentId))).toEqual([mine.id]);
  expect(await idsOf(actorOf('agent', other.agentId))).toEqual([other.id]);
});

test('an event shows every attempt, and the request as the merchant would verify it now', async () => {
  const { customerId, id } = await told('/shown');
  const merchant = actorOf('customer', customerId);
  const { data } = await http.get(merchant, `/callbacks/${id}`);
  const detail = getCallback.output.parse(data);
  expect(detail.story.attempts).toMatchObject([{ attempt: 1, http_status: 200, result: 'success' }]);
  expect(detail.story.body).toBe(shop.at('/shown')[0]?.body);
  expect(detail.request?.body).toBe(detail.story.body);
  const nowS = Math.floor(wallClock.now().getTime() / 1000);
  expect(verifyWebhook(detail.request?.headers ?? {}, detail.request?.body ?? '', [secret], nowS)).toEqual({
    verified: true,
  });
  // Whoever may not send it, or acts for another, is given nothing that proves to be ours.
  const reader = { ...merchant, permissions: new Set(['callbacks.get']) };
  expect((await http.get(reader, `/callbacks/${id}`)).data.request).toBeNull();
  const visitor = { ...merchant, effectiveUserId: merchant.userId, userId: boss.userId };
  expect((await http.get(visitor, `/callbacks/${id}`)).data.request).toBeNull();
});

test('many are sent again in one call: each is told what became of it, and is in the log', async () => {
  shop.answer('/again', 500);
  const first = await told('/again');
  const second = await told('/again');
  const foreign = await told('/elsewhere');
  shop.answer('/again', 200);
  const owner = actorOf('agent', first.agentId);
  const answer = await http.post(owner, '/callbacks/bulk', { ids: [first.id, foreign.id] });
  expect(resendCallbacks.output.parse(answer.data).items).toEqual([
    { id: first.id, outcome: 'done', message: null },
    { id: foreign.id, outcome: 'refused', message: 'Not found' },
  ]);
  await eventually(async () => expect(await world.orderStatus(first.order)).toBe('success'));
  const sent = shop.at('/again').filter(({ headers }) => headers['webhook-id'] !== undefined);
  expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  expect(await world.orderStatus(second.order)).toBe('failed');
  expect(shop.at('/elsewhere')).toHaveLength(1);
  const { rows } = await base.admin.query(
    "SELECT actor_id, object_kind, object_id FROM audit_log WHERE act = 'callbacks.resend' ORDER BY id",
  );
  expect(rows).toEqual([
    { actor_id: owner.userId, object_kind: 'collection', object_id: String(first.order) },
  ]);
});

test('what an order was told before is not sent again once the merchant acknowledged something newer', async () => {
  shop.answer('/older', 500);
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, `${shop.origin}/older`);
  const order = await world.order({ customerId });
  await world.move(order, 'expired');
  await eventually(async () => expect(await world.attempts(order)).toHaveLength(1));
  const older = await callbackOf(order);
  shop.answer('/older', 200);
  await world.move(order, 'success');
  await eventually(async () => expect(await world.orderStatus(order)).toBe('success'));
  expect((await http.post(boss, `/callbacks/${older}/resend`)).code).toBe(21001);
  const [row] = (await list(boss, `&customer_id=${customerId}&type=collection.expired`)).items;
  expect(row).toMatchObject({ id: older, actions: [] });
  expect(await idsOf(boss, `&customer_id=${customerId}&given_up=only`)).toEqual([]);
});

test('a paused address takes nothing by itself, what a person sends still goes, and opening it sends what waited', async () => {
  const { customerId } = await told('/paused');
  const merchant = actorOf('customer', customerId);
  const paused = await http.post(merchant, `/callbacks/endpoints/${customerId}/pause`);
  expect(paused.data).toEqual({ state: 'paused' });
  const order = await world.order({ customerId });
  await world.move(order, 'success');
  await eventually(async () =>
    expect(await world.callbacks(order)).toMatchObject([{ result: 'address_paused', next_at: null }]),
  );
  expect(shop.at('/paused')).toHaveLength(1);
  expect((await http.get(merchant, '/callbacks/endpoints')).data.items).toMatchObject([
    { customer: { id: String(customerId) }, url: `${shop.origin}/paused`, state: 'paused', waiting: 1 },
  ]);
  const stranger = actorOf('customer', (await world.merchant()).customerId);
  expect((await http.post(stranger, `/callbacks/endpoints/${customerId}/resume`)).code).toBe(404);
  const resumed = await http.post(merchant, `/callbacks/endpoints/${customerId}/resume`);
  expect(resumed.data).toEqual({ state: 'open' });
  expect((await http.get(merchant, '/callbacks/endpoints')).data.items).toMatchObject([
    { state: 'open', paused_at: null, waiting: 0, actions: ['pause'] },
  ]);
  await eventually(async () => expect(await world.orderStatus(order)).toBe('success'));
  // Twice is once.
  await http.post(merchant, `/callbacks/endpoints/${customerId}/resume`);
  const { rows } = await base.admin.query(
    "SELECT act FROM audit_log WHERE object_kind = 'webhookEndpoint' AND object_id = $1 ORDER BY id",
    [String(customerId)],
  );
  expect(rows.map(({ act }) => act)).toEqual(['callbacks.pause', 'callbacks.resume']);
});

test('what the platform paused is opened by it alone, not by a merchant, nor by what he brings about', async () => {
  const { customerId, order } = await told('/held');
  const merchant = actorOf('customer', customerId);
  const turn = (who: typeof merchant, how: 'pause' | 'resume') =>
    http.post(who, `/callbacks/endpoints/${customerId}/${how}`);
  const shown = async (who: typeof merchant) =>
    (await http.get(who, `/callbacks/endpoints?customer_id=${customerId}`)).data.items[0];
  await turn(merchant, 'pause');
  expect(await shown(boss)).toMatchObject({ state: 'paused', actions: ['resume', 'pause'] });
  expect((await turn(boss, 'pause')).data).toEqual({ state: 'paused' });
  expect(await shown(merchant)).toMatchObject({ state: 'paused', actions: [] });
  expect((await turn(merchant, 'resume')).code).toBe(21617);
  expect((await turn(merchant, 'pause')).data).toEqual({ state: 'paused' });
  shop.answer('/held', 200);
  await http.post(merchant, `/callbacks/${await callbackOf(order)}/resend`);
  await eventually(async () => expect(shop.at('/held').length).toBeGreaterThan(1));
  expect(await shown(merchant)).toMatchObject({ state: 'paused' });
  expect((await turn(boss, 'resume')).data).toEqual({ state: 'open' });
});

test('a name that nobody knows and one that leads into a house end alike, to the last attempt', async () => {
  const unknown = await told('https://unknown.example.com/hook');
  const inside = await told('https://inside.example.com/hook');
  const look = async ({ order }: { readonly order: bigint }) => {
    const [row] = await world.callbacks(order);
    return {
      row: {
        status: row?.status,
        result: row?.result,
        attempts: row?.attempts,
        isTried: row?.next_at !== null,
      },
      attempts: (await world.attempts(order)).map(({ at: _at, callback_id: _of, id: _id, ...rest }) => rest),
      order: await world.orderStatus(order),
    };
  };
  expect(await look(inside)).toEqual(await look(unknown));
  for (let attempt = 2; attempt <= 9; attempt += 1) {
    for (const { order } of [unknown, inside]) await world.hurry(order);
    callbacks.wake();
    for (const { order } of [unknown, inside]) {
      await eventually(async () => expect(await world.attempts(order)).toHaveLength(attempt));
    }
  }
  await eventually(async () => expect((await look(inside)).row.isTried).toBe(false));
  expect(await look(inside)).toEqual(await look(unknown));
  expect((await look(inside)).attempts.at(-1)).toMatchObject({
    result: 'invalid_url',
    response: '',
    latency_ms: 0,
  });
  const [row] = (await list(boss, `&customer_id=${inside.customerId}&given_up=only`)).items;
  expect(row).toMatchObject({ status: 'failed', result: 'invalid_url', attempts: 9, next_at: null });
});

test('the export holds the rows that the list counts', async () => {
  shop.answer('/exported', 500);
  const { customerId } = await told('/exported');
  const actor = actorOf('customer', customerId);
  const reader = { db: base.database, actor, locale: 'en' as const };
  const exported = callbackExport(orders);
  const { rows } = await exported.read(reader, { status: 'failed' }, { after: null, limit: 10 });
  expect(await exported.count(reader, { status: 'failed' })).toBe(
    (await list(actor, '&status=failed')).total,
  );
  expect(rows).toMatchObject([
    { status: 'Failed', type: 'Collection succeeded', result: 'Failed by error response', last_http: '500' },
  ]);
});

test('the waits of a merchant are those that are set for him, and after the last nothing goes out by itself', async () => {
  shop.answer('/impatient', 500);
  const people = await world.merchant();
  await base.admin.query(
    `INSERT INTO collection_setting (owner_id, callback_delays_s, version, set_by, set_at) VALUES ($1, '{0,40}', 1, $2, now())`,
    [people.agentId, boss.userId],
  );
  await world.endpoint(people.customerId, `${shop.origin}/impatient`);
  const order = await world.order({ customerId: people.customerId });
  await world.move(order, 'success');
  await eventually(async () => expect(await world.attempts(order)).toHaveLength(1));
  const [first] = await world.callbacks(order);
  const waitMs = (first?.next_at?.getTime() ?? 0) - wallClock.now().getTime();
  expect(waitMs).toBeGreaterThan(30_000);
  expect(waitMs).toBeLessThan(45_000);
  await world.hurry(order);
  callbacks.wake();
  await eventually(async () =>
    expect(await world.callbacks(order)).toMatchObject([{ attempts: 2, next_at: null }]),
  );
});

// The clock moves forward only: this one comes last.
test.each(['flag', 'setting'])(
  'eight hours after its order an event waits for a person by %s, and he sends it',
  async (by) => {
    const { customerId } = await world.merchant({ callback_hold_after_8h: by === 'flag' });
    if (by === 'setting') {
      await base.admin.query(
        'INSERT INTO collection_setting (owner_id, hold_after_8h, version, set_by, set_at) VALUES ($1, true, 1, $2, now())',
        [customerId, boss.userId],
      );
    }
    await world.endpoint(customerId, `${shop.origin}/held-${by}`);
    const order = await world.order({ customerId });
    await moveBusinessClock(base.database, 8 * 3_600_000);
    await world.move(order, 'success');
    await eventually(async () =>
      expect((await list(boss, `&held=only&customer_id=${customerId}`)).items).toMatchObject([
        { status: 'not_sent', result: 'held_after_8h', held_8h: true, next_at: null, actions: ['resend'] },
      ]),
    );
    expect(shop.at(`/held-${by}`)).toEqual([]);
    await http.post(boss, `/callbacks/${await callbackOf(order)}/resend`);
    await expectCount(() => shop.at(`/held-${by}`), 1);
    await eventually(async () =>
      expect(await idsOf(boss, `&held=only&customer_id=${customerId}`)).toEqual([]),
    );
  },
);
