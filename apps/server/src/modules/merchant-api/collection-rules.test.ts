import { getCollectionSetting } from '@suanpan/contract/endpoints/collection-setting';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../test/database.ts';
import { actorOf, openHttp } from '../../../test/http.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { bindCollectionSetting } from '../collections/index.ts';
import { openMerchantApi } from './testing/open-merchant-api.ts';
import type { TestKey } from './testing/open-merchant-api.ts';

// The rules that people set for collections, held against what merchants then meet.
const api = await openMerchantApi();
const { admin, base, call, order, rooms, tenant } = api;
const http = openHttp(base);
bindCollectionSetting(http.app, base.database);
const unset = {
  v: 0,
  expires_in_s: null,
  same_name: { minutes: null, count: null },
  late_payment: null,
  callback: { delays_s: null, hold_after_8h: null },
  ring_new_orders: null,
  tolerance: null,
};
let boss: Actor;
let agent: Actor;
let merchantId: bigint;
let key: TestKey;

beforeAll(async () => {
  boss = actorOf(
    'admin',
    (await admin.query("SELECT id FROM app_user WHERE kind = 'agent' LIMIT 1")).rows[0].id,
  );
  agent = actorOf('agent', tenant.agentId);
});
beforeEach(async () => {
  await admin.query('DELETE FROM collection_setting');
  merchantId = await tenant.merchant();
  key = await api.issueKey(merchantId);
  // The key ring is a second old at the most.
  await tenant.channel({
    merchants: [merchantId],
    channel: { needs_payer_name: true },
    method: { alias: 'wire' },
  });
});

const set = async (actor: Actor, words: object, userId?: bigint) =>
  http.send(actor, 'PUT', '/collection/setting', {
    ...unset,
    ...words,
    ...(userId !== undefined && { user_id: String(userId) }),
  });
const read = async (actor: Actor, userId?: bigint) =>
  getCollectionSetting.output.parse(
    (await http.get(actor, `/collection/setting${userId === undefined ? '' : `?user_id=${userId}`}`)).data,
  );
const wire = (name: string) =>
  call(key, 'POST', '/api/v2/collections', order({ method: 'wire', payer: { name } }));
const said = async (name: string): Promise<string> => {
  const { json, status } = await wire(name);
  return status < 300 ? 'made' : json.error.code;
};

describe('one name at one receiving account', () => {
  test('unset, a second wire of a name waits for the first, however it is written; another name does not', async () => {
    expect(await said('王小明')).toBe('made');
    expect(await said('王小明')).toBe('duplicate_payer_name');
    expect(await said(' 王 小明')).toBe('duplicate_payer_name');
    expect(await said('林怡君')).toBe('made');
  });

  test('two at the same moment: one is made', async () => {
    const both = await Promise.all([said('陳大文'), said('陳大文')]);
    expect(both.toSorted()).toEqual(['duplicate_payer_name', 'made']);
  });

  test('once the first has ended the name is free', async () => {
    const { json } = await wire('吳志豪');
    await admin.query("UPDATE collection_order SET status = 'expired', completed_at = now() WHERE id = $1", [
      json.id.slice('col_'.length),
    ]);
    expect(await said('吳志豪')).toBe('made');
  });

  test('the limit that is set holds for the next order: two, none, and the window', async () => {
    await set(boss, { same_name: { minutes: null, count: 2 } });
    expect([await said('黃美玲'), await said('黃美玲'), await said('黃美玲')]).toEqual([
      'made',
      'made',
      'duplicate_payer_name',
    ]);
    await set(agent, { same_name: { minutes: null, count: 0 } });
    expect(await said('黃美玲')).toBe('made');
    await set(agent, { v: 1, same_name: { minutes: 5, count: 1 } });
    expect(await said('張家豪')).toBe('made');
    expect(await said('張家豪')).toBe('duplicate_payer_name');
    await moveBusinessClock(base.database, 6 * 60_000);
    expect(await said('張家豪')).toBe('made');
  });

  test('a channel that tells payments apart by itself asks nothing', async () => {
    await tenant.channel({ merchants: [merchantId], method: { alias: 'own' } });
    const make = () =>
      call(key, 'POST', '/api/v2/collections', order({ method: 'own', payer: { name: '王小明' } }));
    expect([(await make()).status, (await make()).status]).toEqual([201, 201]);
  });
});

test('an order whose merchant names no time waits as long as his rules say, and a replay is a replay', async () => {
  await set(boss, { expires_in_s: 3_600 });
  await set(boss, { expires_in_s: 120 }, merchantId);
  const fresh = await api.issueKey(merchantId);
  const sent = order();
  const lifeOf = async (body: object) => {
    const { json } = await call(fresh, 'POST', '/api/v2/collections', body);
    const { created_at: from, expires_at: to } = json as unknown as {
      created_at: string;
      expires_at: string;
    };
    return (Date.parse(to) - Date.parse(from)) / 1000;
  };
  expect(await lifeOf(sent)).toBe(120);
  expect(await lifeOf(order({ expires_in: 600 }))).toBe(600);
  await set(boss, { v: 1, expires_in_s: 240 }, merchantId);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const again = await call(fresh, 'POST', '/api/v2/collections', sent);
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
  expect(await lifeOf(order())).toBe(240);
});

test('a late payment is credited or set aside as the rules say, whatever the channel does', async () => {
  const late = async (): Promise<string> => {
    const placed = await rooms.place(merchantId, { lifetimeS: 60, method: 'bank' });
    await moveBusinessClock(base.database, 61_000);
    await admin.query(
      "UPDATE collection_order SET status = 'expired', completed_at = business_now() WHERE id = $1",
      [placed.id],
    );
    rooms.bank.pay(placed.order_no);
    await rooms.tell(placed);
    return (await rooms.order(placed.id)).status;
  };
  expect(await late()).toBe('success');
  await set(agent, { late_payment: 'abnormal' });
  expect(await late()).toBe('abnormal');
  await set(boss, { late_payment: 'credit' }, merchantId);
  expect(await late()).toBe('success');
});

test('each takes over what he leaves open from the next above, and says from whom', async () => {
  await set(boss, { expires_in_s: 600, ring_new_orders: true });
  await set(agent, { expires_in_s: 300 });
  const own = await read(agent, merchantId);
  expect(own.expires_in_s).toEqual({
    own: null,
    effective: 300,
    inherited_from: { id: String(tenant.agentId), name: expect.any(String) },
  });
  expect(own.ring_new_orders).toEqual({ own: null, effective: true, inherited_from: { id: '0', name: '' } });
  expect(own.same_name.minutes).toEqual({ own: null, effective: 30, inherited_from: null });
  expect(own.late_payment.effective).toBe('channel');
  expect((await http.get(agent, '/collection/setting/rings')).data).toEqual({ rings: true });
  expect((await read(agent)).user).toMatchObject({ id: String(tenant.agentId), kind: 'agent' });
});

test('a stale form is refused, the log keeps before and after, and another tree does not exist', async () => {
  expect((await set(agent, { expires_in_s: 300 }, merchantId)).code).toBe(0);
  expect((await set(agent, { expires_in_s: 400 }, merchantId)).code).toBe(20412);
  expect((await set(agent, { v: 1, expires_in_s: 400 }, merchantId)).data.expires_in_s.own).toBe(400);
  const { rows } = await admin.query(
    "SELECT before ->> 'expires_in_s' AS before, after ->> 'expires_in_s' AS after FROM audit_log WHERE act = 'collections.setting.update' AND object_id = $1 ORDER BY id",
    [String(merchantId)],
  );
  expect(rows).toEqual([
    { before: null, after: '300' },
    { before: '300', after: '400' },
  ]);
  const other = await createTenant(base, { provider: rooms.bank });
  expect((await set(actorOf('agent', other.agentId), {}, merchantId)).code).toBe(404);
  expect((await http.get(agent, `/collection/setting?user_id=${other.merchantId}`)).code).toBe(404);
  expect((await http.get(actorOf('customer', merchantId), '/collection/setting')).code).toBe(20403);
  const slow = await set(agent, { v: 2, callback: { delays_s: [5, 30], hold_after_8h: null } }, merchantId);
  expect(slow.errors?.['callback.delays_s']).toEqual(['The first attempt is made at once (0)']);
});
