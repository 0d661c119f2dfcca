import { parseAmount } from '@suanpan/money/amount';
import { beforeAll, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { finishReservations } from '../../channels/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { bindCollectionActs } from '../index.ts';

// What receiving accounts have taken today counts anew, and the next order is taken.
const door = await openDoor();
const { admin, call, code, database, person } = door;
const rooms = await openMoneyRooms(door);
bindCollectionActs(door.app, rooms.collections, door.identity);
const payment = 'quiet river stones';
let tenant: Tenant;
let boss: Person;
let staff: Person;
const tokens = new Map<bigint, string>();
let serial = 0;

beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  boss = await person({ kind: 'admin', paymentPassword: payment });
  staff = await person({
    kind: 'staffSub',
    parentId: tenant.agentId,
    paymentPassword: payment,
    permissions: ['collections.setting.clearCardUsage'],
  });
  for (const each of [boss, staff]) tokens.set(each.id, await door.tokenOf(each));
});

const clear = (who: Person, more: object = {}, key = `clear-${(serial += 1)}`) =>
  call('POST', '/collection/setting/clearCardUsage', {
    token: tokens.get(who.id) ?? '',
    headers: { 'idempotency-key': key },
    body: { reason: 'the card was changed', payment_password: payment, one_code: code(who), ...more },
  });
const none = { code: 404, message: 'No card number found' };
/** A merchant whose only channel takes one order a day. */
async function onLimited(of: Tenant) {
  const merchantId = await of.user('customer');
  const made = await of.channel({ merchants: [merchantId], channel: { daily_count: 1 } });
  return { merchantId, ...made };
}
const place = (merchantId: bigint) => rooms.place(merchantId, { major: '100' });
const full = { refusal: 'noChannelAvailable' };

test('of one channel, once by its key, and in one’s own tree alone', async () => {
  const mine = await onLimited(tenant);
  const other = await createTenant(door, { provider: rooms.bank });
  const theirs = await onLimited(other);
  const first = await place(mine.merchantId);
  await place(theirs.merchantId);
  await expect(place(mine.merchantId)).rejects.toMatchObject(full);
  expect((await clear(staff, { payment_password: 'a guess' })).code).toBe(20_434);
  expect(await clear(staff, { channel_id: String(theirs.channelId) })).toMatchObject(none);
  expect(await clear(staff, { scope: 'payout' })).toMatchObject(none);
  const channelId = String(mine.channelId);
  expect((await clear(staff, { channel_id: channelId }, 'one-key')).data).toEqual({ cleared: 1 });
  expect((await clear(staff, { channel_id: channelId }, 'one-key')).data).toEqual({ cleared: 1 });
  await place(mine.merchantId);
  await expect(place(mine.merchantId)).rejects.toMatchObject(full);
  await expect(place(theirs.merchantId)).rejects.toMatchObject(full);
  // The first one's place was given back already: its end gives back nothing of the next one's.
  await admin.query("UPDATE collection_order SET status = 'expired' WHERE id = $1", [first.id]);
  await finishReservations(database.workers);
  await expect(place(mine.merchantId)).rejects.toMatchObject(full);
  expect((await clear(boss, { channel_id: String(theirs.channelId) })).data).toEqual({ cleared: 1 });
  await place(theirs.merchantId);
  const { rows } = await admin.query(
    "SELECT actor_id, after ->> 'reason' AS reason FROM audit_log WHERE act = 'collections.setting.clearCardUsage' AND object_id = $1",
    [channelId],
  );
  expect(rows).toEqual([{ actor_id: staff.id, reason: 'the card was changed' }]);
});

test('of one merchant, and of one receiving card', async () => {
  const merchantId = await tenant.user('customer');
  await tenant.channel({ merchants: [merchantId], method: { daily_amount: parseAmount('100', 'TWD') } });
  const order = await place(merchantId);
  await expect(place(merchantId)).rejects.toMatchObject(full);
  expect((await clear(staff, { customer_id: String(merchantId) })).data).toEqual({ cleared: 1 });
  await place(merchantId);
  // The card to which an order's payer wires, as it is kept beside the order.
  await admin.query(
    `INSERT INTO awaited_transfer (order_id, channel_account_id, destination, amount, until)
     VALUES ($1, $2, '0061234567890', 1000000, now() + interval '1 hour')`,
    [order.id, order.channel_account_id],
  );
  expect(await clear(staff, { card_no: '0061234567891' })).toMatchObject(none);
  expect((await clear(staff, { card_no: '0061234567890' })).data).toEqual({ cleared: 1 });
  await place(merchantId);
  expect(await clear(staff, { customer_id: '999999999' })).toMatchObject(none);
});
