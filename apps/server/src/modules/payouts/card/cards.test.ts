import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { bindPayoutCards } from '../index.ts';

const door = await openDoor();
const { admin, call, code, person } = door;
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
  for (const each of [boss, staff]) tokens.set(each.id, await door.tokenOf(each));
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

describe('the cards from which a channel pays', () => {
  let channelId: bigint;
  let payerMerchant: bigint;
  const ask = (who: Person, method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) =>
    call(method, path, {
      token: tokens.get(who.id) ?? '',
      headers: { 'idempotency-key': randomUUID() },
      body,
    });
  const limits = { limit_count: 0, limit_amount: '0', enabled: true };
  const add = async (cardNo: string, more: object = {}, who = keeper) =>
    ask(who, 'POST', '/payment/cards', {
      channel_id: String(channelId),
      account_name: '平台出款',
      bank_code: '004',
      card_no: cardNo,
      ...limits,
      ...more,
    });
  let keeper: Person;
  const payers = async (who = boss): Promise<readonly Payer[]> =>
    (await list(who, { kind: 'payer' })).items as unknown as Payer[];
  interface Payer {
    readonly id: string;
    readonly card: string;
    readonly count: number;
    readonly amount: string;
    readonly enabled: boolean;
    readonly version: number;
    readonly actions: readonly string[];
  }
  const stageOf = async (id: bigint) => (await here.payout(id)).stage;
  const cardsOf = async (ids: readonly bigint[]): Promise<(string | null)[]> => {
    const { rows } = await admin.query<{ shown: string | null }>(
      `SELECT c.card_shown AS shown FROM payout_attempt a LEFT JOIN payer_card c ON c.id = a.payer_card_id
       WHERE a.order_id = ANY ($1) ORDER BY a.order_id`,
      [ids],
    );
    return rows.map(({ shown }) => shown);
  };

  beforeAll(async () => {
    const third = await createTenant(door, { provider: rooms.bank });
    payerMerchant = await third.merchant();
    ({ channelId } = await here.channel(third, [payerMerchant]));
    await here.earn(payerMerchant);
    keeper = await person({
      kind: 'staffSub',
      parentId: third.agentId,
      paymentPassword: payment,
      permissions: [
        'payment.card.get',
        'payment.card.create',
        'payment.card.update',
        'payment.card.delete',
        'payment.card.clearCardUsage',
      ],
    });
    tokens.set(keeper.id, await door.tokenOf(keeper));
  });

  test('are kept masked, once, in one’s own tree alone, and changed by the version that was read', async () => {
    expect((await add('811100000001', {}, staff)).code).toBe(20_403);
    expect((await add('811100000001', { channel_id: '999999999' })).code).toBe(404);
    expect((await add('811100000001', { bank_code: '999' })).message).toBe(
      'Please select the correct bank name',
    );
    expect((await add('811100000001')).code).toBe(0);
    expect((await add('8111-0000 0001')).code).not.toBe(0);
    const [card] = await payers(keeper);
    expect(card).toMatchObject({
      card: '********0001',
      count: 0,
      enabled: true,
      actions: ['update', 'delete'],
    });
    expect(await payers(staff)).toEqual([]);
    const edit = (version: number, more: object = {}, who = keeper) =>
      ask(who, 'PUT', `/payment/cards/${card?.id}`, { ...limits, version, ...more });
    expect((await edit(7)).code).toBe(20_412);
    expect((await edit(1, { enabled: false })).code).toBe(0);
    expect((await edit(1)).code).toBe(20_412);
    expect((await payers(keeper))[0]).toMatchObject({ enabled: false, version: 2 });
    const stranger = await person({
      kind: 'staffSub',
      parentId: other.agentId,
      permissions: ['payment.card.get', 'payment.card.update', 'payment.card.delete'],
    });
    tokens.set(stranger.id, await door.tokenOf(stranger));
    expect((await edit(2, {}, stranger)).code).toBe(404);
    expect((await ask(stranger, 'DELETE', `/payment/cards/${card?.id}`)).code).toBe(404);
  });

  test('limit what is sent by their channel: one whose card is used up waits, and goes once it may', async () => {
    // The only card is switched off: nothing leaves by this channel.
    const first = await here.place(payerMerchant, { accountNo: '906600000001', major: '10' });
    await here.work();
    expect(await stageOf(first.id)).toBe('queued');
    const [card] = await payers(keeper);
    const edit = async (more: object) => {
      const version = (await payers(keeper)).find(({ id }) => id === card?.id)?.version;
      expect(
        (await ask(keeper, 'PUT', `/payment/cards/${card?.id}`, { ...limits, version, ...more })).code,
      ).toBe(0);
    };
    const work = async () => {
      await admin.query('UPDATE payout_work SET next_at = now()');
      await here.work();
    };
    await edit({ limit_count: 1 });
    const second = await here.place(payerMerchant, { accountNo: '906600000002', major: '20' });
    // Both at once: the lock lets one go.
    await work();
    expect([await stageOf(first.id), await stageOf(second.id)]).toEqual(['submitted', 'queued']);
    expect(await cardsOf([first.id])).toEqual(['********0001']);
    expect((await payers(keeper))[0]).toMatchObject({ count: 1, amount: '10.0000', enabled: false });
    // A second card takes it, and by amount no more than its limit.
    expect((await add('811100000002', { limit_amount: '25' })).code).toBe(0);
    const third = await here.place(payerMerchant, { accountNo: '906600000003', major: '20' });
    await work();
    expect([await stageOf(second.id), await stageOf(third.id)]).toEqual(['submitted', 'queued']);
    expect(await cardsOf([second.id])).toEqual(['********0002']);
    // Cleared, the first counts from zero again.
    const cleared = await ask(keeper, 'POST', `/payment/cards/${card?.id}/clear`, {
      kind: 'payer',
      reason: 'a new day at the bank',
      payment_password: payment,
      one_code: code(keeper),
    });
    expect(cleared.data).toEqual({ cleared: 1 });
    await work();
    expect(await stageOf(third.id)).toBe('submitted');
    const sums = (await list(keeper, { kind: 'payer' })).summary;
    expect(sums).toMatchObject({ by_currency: [{ currency: 'TWD', count: 2, uses: 2, amount: '40.0000' }] });
    // Without cards the channel pays as it did before.
    for (const { id } of await payers(keeper)) {
      expect((await ask(keeper, 'DELETE', `/payment/cards/${id}`)).code).toBe(0);
    }
    const last = await here.place(payerMerchant, { accountNo: '906600000004', major: '30' });
    await work();
    expect(await stageOf(last.id)).toBe('submitted');
    expect(await cardsOf([last.id])).toEqual([null]);
  });

  test('lead what none of them takes to another channel, and no more than that one takes on a day', async () => {
    const own = await tenant.merchant();
    const first = await here.channel(tenant, [own]);
    const other = await here.channel(tenant, [own], { channel: { priority: 2, daily_count: 1 } });
    await here.earn(own);
    await admin.query(
      `INSERT INTO payer_card (channel_id, bank_code, account_name, card_hash, card_shown, limit_count, limit_amount, enabled,
         made_by, created_at)
       VALUES ($1, '004', 'a', 'h', '****0001', 0, 0, false, $2, business_now())`,
      [first.channelId, boss.id],
    );
    const orders = await Promise.all(['10', '11', '12'].map((major) => here.place(own, { major })));
    for (let round = 0; round < 3; round += 1) await here.work();
    const ways = await Promise.all(orders.map(async ({ id }) => (await here.payout(id)).channel_id));
    expect(ways.filter((way) => way === other.channelId)).toHaveLength(1);
  });
});
