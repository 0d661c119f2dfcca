import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { bindPayoutCards } from '../index.ts';

const door = await openDoor();
const { admin, call, code, login, person } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms);
bindPayoutCards(door.app, here.payouts, door.identity);
const payment = 'quiet river stones';
const card = '905500000001';

let tenant: Tenant;
let other: Tenant;
let merchantId: bigint;
let boss: Person;
let staff: Person;
const tokens = new Map<bigint, string>();
beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  other = await createTenant(door, { provider: rooms.bank });
  merchantId = await tenant.merchant();
  const foreign = await other.merchant();
  await here.channel(tenant, [merchantId]);
  await here.channel(other, [foreign]);
  for (const id of [merchantId, foreign]) await here.earn(id);
  await admin.query(
    "INSERT INTO payout_setting (owner_id, currency, card_daily_count) VALUES ($1, 'TWD', 2)",
    [merchantId],
  );
  await here.place(merchantId, { accountNo: card, major: '10' });
  await here.place(merchantId, { accountNo: `0${card}`, major: '11' });
  await here.place(merchantId, { accountNo: '905500000002', major: '12' });
  await here.place(foreign, { accountNo: card, major: '13' });
  await here.submit(merchantId, { accountNo: '905500000003', major: '900000' });
  boss = await person({ kind: 'admin', paymentPassword: payment });
  staff = await person({
    kind: 'staffSub',
    parentId: tenant.agentId,
    paymentPassword: payment,
    permissions: ['payment.card.get', 'payment.card.clearCardUsage'],
  });
  for (const each of [boss, staff])
    tokens.set(each.id, (await login(each, { code: code(each) })).data.access_token);
});

interface List {
  readonly total: number;
  readonly items: readonly {
    id: string;
    card: string;
    count: number;
    amount: string;
    limit_count: number;
    enabled: boolean;
    actions: readonly string[];
  }[];
  readonly summary: object;
}
const list = async (who: Person, asked: object = {}): Promise<List> =>
  (await call('POST', '/payment/cards/search', { token: tokens.get(who.id) ?? '', body: asked }))
    .data as unknown as List;
const clear = (id: string, who = boss, key: string = randomUUID()) =>
  call('POST', `/payment/cards/${id}/clear`, {
    token: tokens.get(who.id) ?? '',
    headers: { 'idempotency-key': key },
    body: { reason: 'the customer asked', payment_password: payment, one_code: code(who) },
  });

test('each account stands once a merchant, with what counts against its limit, in one’s own tree alone', async () => {
  const own = await list(staff);
  expect(own).toMatchObject({
    total: 2,
    summary: { by_currency: [{ currency: 'TWD', count: 2, uses: 3, amount: '33.0000' }] },
  });
  expect(own.items).toMatchObject([
    { card: '********0002', count: 1, limit_count: 2, enabled: true },
    { count: 2, amount: '21.0000', limit_count: 2, enabled: false },
  ]);
  expect((await list(boss)).total).toBe(3);
  expect((await list(boss, { card_no: '9055-0000 0001' })).items.map(({ amount }) => amount)).toEqual([
    '13.0000',
    '21.0000',
  ]);
  expect((await list(staff, { card_no: card })).total).toBe(1);
  expect((await list(boss, { card_no: '900000000000' })).items).toEqual([]);
  expect((await list(boss, { day: '2020-01-01' })).items).toEqual([]);
  expect((await list(boss, { customer_id: String(merchantId) })).total).toBe(2);
});

test('clearing counts from zero, lets the next payout go, and leaves orders and its trace', async () => {
  expect(await here.submit(merchantId, { accountNo: card, major: '1' })).toMatchObject({
    refusal: 'cardUsageReached',
  });
  const [row] = (await list(staff, { card_no: card })).items;
  const key = randomUUID();
  expect((await clear(row?.id ?? '', staff, key)).data).toEqual({ cleared: 1 });
  expect((await clear(row?.id ?? '', staff, key)).data).toEqual({ cleared: 1 });
  const [after] = (await list(staff, { card_no: card })).items;
  expect(after).toMatchObject({ count: 0, amount: '0.0000', enabled: true, actions: [] });
  expect((await clear(row?.id ?? '', staff)).code).toBe(404);
  expect(await here.submit(merchantId, { accountNo: card, major: '1' })).toMatchObject({
    outcome: 'created',
  });
  expect((await list(staff, { card_no: card })).items).toMatchObject([{ count: 1, amount: '1.0000' }]);
  const { rows } = await admin.query(
    "SELECT actor_id, after FROM audit_log WHERE act = 'payment.card.clearCardUsage'",
  );
  expect(rows).toMatchObject([{ actor_id: staff.id, after: { reason: 'the customer asked' } }]);
  expect(JSON.stringify(rows.map(({ after: kept }) => kept as object))).not.toContain(card);
});

test('nobody clears what another tree used', async () => {
  const foreign = (await list(boss, { card_no: card })).items.find(({ amount }) => amount === '13.0000');
  const answer = await clear(foreign?.id ?? '', staff);
  expect(answer.code).toBe(404);
  expect(answer.message).toBe((await clear('999999999', staff)).message);
});
