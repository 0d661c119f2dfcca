import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { CreateRequest } from '../create/create-request.ts';
import { routeOf } from '../read/story.queries.ts';
import { knownPayer } from './known-payer.ts';
import { lastPaid } from './known-payer.store.ts';

const base = await testDatabase();
const { database, admin, vault } = base;
const rooms = await openMoneyRooms(base);
let tenant: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
  foreign = await createTenant(base, { provider: rooms.bank });
});

/** A merchant with two equal channels that keep their payers: whoever is not kept goes by the one, then by the other. */
async function shop(keepsPayers = true) {
  const merchantId = await tenant.user('customer');
  const method = { keeps_payers: keepsPayers };
  const { channelId: first } = await tenant.channel({ merchants: [merchantId], method });
  const { channelId: second } = await tenant.channel({ merchants: [merchantId], method });
  return { merchantId, first, second };
}
async function pay(merchantId: bigint, payer: Partial<CreateRequest>): Promise<bigint | null> {
  const order = await rooms.place(merchantId, payer);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  expect((await rooms.order(order.id)).status).toBe('success');
  return order.channel_id;
}
const place = async (merchantId: bigint, payer: Partial<CreateRequest>) =>
  (await rooms.place(merchantId, payer)).channel_id;

test('whoever has paid goes by the channel by which he paid, however his name is written, and the order says so', async () => {
  const { first, merchantId, second } = await shop();
  const paid = await rooms.place(merchantId, { realName: '陳國華' });
  rooms.bank.pay(paid.order_no);
  await rooms.tell(paid);
  const again = await rooms.place(merchantId, { realName: ' 陈 国华' });
  expect([paid.channel_id, again.channel_id]).toEqual([first, first]);
  const route = await routeOf(database.app, again.id);
  expect(route?.candidates.map(({ reason }) => reason)).toEqual(['paidThereBefore', 'notDrawn']);
  expect(route?.paid_before).toEqual({ order_no: paid.order_no, channel_id: String(first) });
  // He took nobody's turn.
  expect(await place(merchantId, { realName: '林怡君' })).toBe(second);
  expect((await routeOf(database.app, paid.id))?.candidates[0]?.reason).toBe('chosen');
});

test('a payer of a number is known by that alone, and one who has not paid is not kept', async () => {
  const { first, merchantId, second } = await shop();
  const numbered = (user_ref: string, realName: string) => ({ realName, payer: { user_ref } });
  expect(await pay(merchantId, numbered('M-1', '王小明'))).toBe(first);
  expect(await place(merchantId, numbered('M-2', '王小明'))).toBe(second);
  expect(await place(merchantId, numbered('M-2', '王小明'))).toBe(first);
  expect(await place(merchantId, numbered('M-1', '王大明'))).toBe(first);
  expect(await place(merchantId, { realName: '王小明' })).toBe(second);
});

test('he goes by the one that he paid last, and elsewhere where that takes no more or keeps nobody', async () => {
  const { first, merchantId, second } = await shop();
  const payer = { realName: '吳志豪' };
  const set = (query: string, channelId: bigint) => admin.query(query, [channelId]);
  const disable = 'UPDATE channel SET enabled = false WHERE id = $1';
  const enable = 'UPDATE channel SET enabled = true WHERE id = $1';
  expect(await pay(merchantId, payer)).toBe(first);
  await set(disable, first);
  expect(await pay(merchantId, payer)).toBe(second);
  await set(enable, first);
  expect([await place(merchantId, payer), await place(merchantId, payer)]).toEqual([second, second]);
  await set('UPDATE customer_method SET weight = 0 WHERE channel_id = $1', second);
  expect(await place(merchantId, payer)).toBe(first);
  await set('UPDATE customer_method SET weight = 100, priority = 9 WHERE channel_id = $1', second);
  expect(await place(merchantId, payer)).toBe(first);
  await set('UPDATE customer_method SET priority = NULL, keeps_payers = false WHERE channel_id = $1', second);
  const both = [await place(merchantId, payer), await place(merchantId, payer)];
  expect(new Set(both)).toEqual(new Set([first, second]));
});

test('whoever tried twice in vain where he paid last goes by turns again, until he pays anew', async () => {
  const { first, merchantId, second } = await shop();
  const payer = { realName: '鄭雅文' };
  const inVain = async () => {
    const order = await rooms.place(merchantId, payer);
    await admin.query("UPDATE collection_order SET status = 'expired', completed_at = now() WHERE id = $1", [
      order.id,
    ]);
    return order.channel_id;
  };
  expect(await pay(merchantId, payer)).toBe(first);
  expect([await inVain(), await inVain()]).toEqual([first, first]);
  expect(await pay(merchantId, payer)).toBe(second);
  expect([await inVain(), await place(merchantId, payer)]).toEqual([second, second]);
});

test('a merchant’s payers are strangers to every other, of his own senior agent and of another', async () => {
  const [one, two] = [await shop(), await shop()];
  const payer = { realName: '張家豪' };
  expect(await pay(one.merchantId, payer)).toBe(one.first);
  expect(await place(two.merchantId, payer)).toBe(two.first);
  expect(await place(two.merchantId, payer)).toBe(two.second);
  const { rows } = await admin.query<{ payer_mark: string }>(
    'SELECT DISTINCT payer_mark FROM collection_payer WHERE customer_id IN ($1, $2)',
    [one.merchantId, two.merchantId],
  );
  expect(rows).toHaveLength(2);
  const ask = (customerId: bigint, agentId: bigint) => {
    const known = knownPayer(
      vault,
      { customer_id: customerId, agent_id: agentId, is_test: false, payer: null, real_name: '張家豪' },
      null,
    );
    return transact(database.app, async (tx) => known && lastPaid(tx, known));
  };
  expect(await ask(one.merchantId, tenant.agentId)).toMatchObject({ channel_id: String(one.first) });
  expect(await ask(one.merchantId, foreign.agentId)).toBeUndefined();
  expect(await ask(two.merchantId, tenant.agentId)).toBeUndefined();
});

test('where no channel keeps its payers nothing is kept of them, and everybody goes by turns', async () => {
  const { first, merchantId, second } = await shop(false);
  const payer = { realName: '黃美玲' };
  expect([await pay(merchantId, payer), await place(merchantId, payer)]).toEqual([first, second]);
  const { rows } = await admin.query('SELECT FROM collection_payer WHERE customer_id = $1', [merchantId]);
  expect(rows).toEqual([]);
});
