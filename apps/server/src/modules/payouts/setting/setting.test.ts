import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openApprovals } from '../../approvals/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { bindPayoutSetting } from '../index.ts';

let answered = 200;
const shop = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(answered, { 'content-type': 'application/json' }).end('{"code":0}');
  });
});
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
afterAll(() => shop.close());

const door = await openDoor();
const { admin, call, code, person } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms, [origin]);
const approvals = openApprovals({ db: door.database, identity: door.identity, fourEyes: true });
approvals.bind(door.app);
bindPayoutSetting(door.app, here.payouts, door.identity, approvals);
const payment = 'quiet river stones';

let tenant: Tenant;
let merchantId: bigint;
let boss: Person;
let second: Person;
/** Works for the senior agent, with the rights that this screen has. */
let staff: Person;
const tokens = new Map<bigint, string>();
beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  boss = await person({ kind: 'admin', paymentPassword: payment });
  second = await person({ kind: 'admin', paymentPassword: payment });
  staff = await person({
    kind: 'staffSub',
    parentId: tenant.agentId,
    paymentPassword: payment,
    permissions: ['get', 'update', 'unlockOrders', 'clearCardUsage'].map((verb) => `payment.setting.${verb}`),
  });
  for (const each of [boss, second, staff]) tokens.set(each.id, await door.tokenOf(each));
});
/** A merchant of his own with money and a way out, so that no rule of another test meets him. */
async function merchant(orders = 1): Promise<bigint> {
  merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId, orders);
  return merchantId;
}

const tokenOf = (who: Person): string => tokens.get(who.id) ?? '';
interface Setting {
  readonly own: Record<string, unknown>;
  readonly effective: Record<string, unknown>;
  readonly inherited_from: Record<string, { id: string } | null>;
  readonly version: number;
}
const read = async (id: bigint | null, who = boss) => {
  const query = id === null ? '' : `?user_id=${id}`;
  const reply = await call('GET', `/payment/setting${query}`, { token: tokenOf(who) });
  return { ...reply, data: reply.data as unknown as Setting };
};
const write = async (id: bigint | null, body: object, who = boss) => {
  const { version } = (await read(id, who)).data ?? {};
  return call('PUT', '/payment/setting', {
    token: tokenOf(who),
    body: { ...(id !== null && { user_id: String(id) }), velocity: [], version: version ?? 0, ...body },
  });
};
const set = async (id: bigint | null, body: object, who = boss): Promise<void> => {
  const reply = await write(id, body, who);
  expect(reply, JSON.stringify(reply.errors)).toMatchObject({ code: 0 });
};

describe('a rule that is set is met by the next payout', () => {
  test.each<[string, object, object, object]>([
    [
      'the least amount',
      { min: '100' },
      { major: '99' },
      { outcome: 'refused', refusal: 'amountOutOfRange' },
    ],
    ['the greatest', { max: '100' }, { major: '101' }, { outcome: 'refused', refusal: 'amountOutOfRange' }],
    ['a maximum of 0, which is none', { max: '0' }, { major: '101' }, { outcome: 'created' }],
    [
      'the amount of a day',
      { daily_amount: '100' },
      { major: '101' },
      { outcome: 'refused', refusal: 'dailyAmountReached' },
    ],
    [
      'the amount of a card',
      { card_daily_amount: '100' },
      { major: '101' },
      { outcome: 'refused', refusal: 'cardUsageReached' },
    ],
    ['dispatch by hand', { dispatch: 'manual' }, { major: '1' }, { waitReason: 'manualDispatch' }],
    [
      'dispatch by hand from here on',
      { dispatch: 'auto', manual_from: '50' },
      { major: '50' },
      { waitReason: 'manualDispatch' },
    ],
    ['and by itself below', { dispatch: 'auto', manual_from: '50' }, { major: '49' }, { waitReason: null }],
    [
      'a velocity of a payee’s amount',
      { velocity: [{ by: 'payee', per: 'day', amount: '100' }] },
      { major: '101' },
      { waitReason: 'velocity' },
    ],
  ])('%s', async (_what, rule, order, outcome) => {
    const id = await merchant();
    expect(await here.submit(id, { major: '1' })).toMatchObject({ outcome: 'created', waitReason: null });
    await set(id, rule);
    expect(await here.submit(id, order)).toMatchObject(outcome);
  });

  test('counts: of a day, of a card, and of an hour', async () => {
    const id = await merchant();
    const card = { accountNo: '905500000001', major: '1' };
    await set(id, { card_daily_count: 1 });
    expect(await here.submit(id, card)).toMatchObject({ outcome: 'created' });
    expect(await here.submit(id, card)).toMatchObject({ refusal: 'cardUsageReached' });
    await set(id, { daily_count: 1 });
    expect(await here.submit(id, { major: '1' })).toMatchObject({ refusal: 'dailyCountReached' });
    await set(id, { velocity: [{ by: 'payee', per: 'hour', count: 1 }] });
    expect(await here.submit(id, card)).toMatchObject({ waitReason: 'velocity' });
  });

  test('of the tree, until the merchant has one of his own; and what holds is told with whose it is', async () => {
    const id = await merchant();
    await set(tenant.agentId, { max: '500', daily_count: 7 });
    expect((await read(id)).data).toMatchObject({
      own: { max: null },
      effective: { max: '500.0000', daily_count: 7, card_daily_count: 0 },
      inherited_from: { max: { id: String(tenant.agentId) }, card_daily_count: { id: '0' } },
    });
    expect(await here.submit(id, { major: '501' })).toMatchObject({ refusal: 'amountOutOfRange' });
    await set(id, { max: '600' });
    expect(await here.submit(id, { major: '501' })).toMatchObject({ outcome: 'created' });
    expect((await read(id)).data.inherited_from['max']).toBeNull();
    await set(tenant.agentId, {});
  });
});

describe('who sets which rules', () => {
  test('a senior agent those of his tree, and never looser than the platform', async () => {
    const id = await merchant();
    await set(id, { max: '400' }, staff);
    expect((await write(id, { velocity: [{ by: 'payee', per: 'hour', count: 6 }] }, staff)).errors).toEqual({
      payee_hour: ['Not more than 5'],
    });
    expect((await write(id, { velocity: [{ by: 'payee', per: 'hour', count: 0 }] }, staff)).code).toBe(400);
    await set(id, { velocity: [{ by: 'payee', per: 'hour', count: 4 }] }, staff);
    const other = await createTenant(door, { provider: rooms.bank });
    expect((await read(other.merchantId, staff)).code).toBe(404);
    expect((await write(other.merchantId, { max: '1' }, staff)).code).toBe(404);
    // Without a name it is his own tree, not the platform.
    expect((await read(null, staff)).data).toMatchObject({ user: { id: String(tenant.agentId) } });
  });

  test('what the platform narrowed for one, or for his senior agent’s house, nobody below widens', async () => {
    const id = await merchant();
    await set(id, { max: '400', daily_count: 5, dispatch: 'manual' });
    for (const body of [
      {},
      { max: '400', daily_count: 5 },
      { max: '401', daily_count: 5, dispatch: 'manual' },
      { max: '0', daily_count: 5, dispatch: 'manual' },
      { max: '400', daily_count: 5, dispatch: 'auto' },
    ])
      expect([body, (await write(id, body, staff)).code]).toEqual([body, 20_403]);
    await set(id, { max: '300', daily_count: 4, dispatch: 'manual' }, staff);
    // His own narrower word he may take back, as far as the platform's.
    await set(id, { max: '400', daily_count: 5, dispatch: 'manual' }, staff);
    const free = await merchant();
    await set(tenant.agentId, { max: '500' });
    expect((await write(tenant.agentId, {}, staff)).code).toBe(20_403);
    expect((await write(free, { max: '501' }, staff)).code).toBe(20_403);
    await set(free, { daily_count: 3 }, staff);
    await set(tenant.agentId, {});
    await set(free, { max: '501' }, staff);
    await set(id, {});
    await set(id, { max: '900' }, staff);
  });

  test('the platform has all of its own', async () => {
    expect(Object.keys((await write(null, { max: '1' })).errors ?? {})).toContain('payee_hour');
    const { data } = await read(null);
    expect((await write(null, { ...data.own, velocity: data.own['velocity'] })).code).toBe(0);
  });

  test('an edit of what somebody else has changed meanwhile is refused, and each leaves its trace', async () => {
    const id = await merchant();
    await set(id, { max: '400' });
    expect((await write(id, { max: '300', version: 0 })).code).toBe(20_412);
    await set(id, { max: '200' });
    const { rows } = await admin.query(
      `SELECT actor_id, before, after FROM audit_log
       WHERE act = 'payment.setting.update' AND object_kind = 'payoutSetting' AND object_id = $1 ORDER BY id`,
      [`${id}:TWD`],
    );
    expect(rows).toEqual([
      { actor_id: boss.id, before: null, after: { max: '400' } },
      { actor_id: boss.id, before: { max: '400' }, after: { max: '200' } },
    ]);
  });

  test.each<[string, object]>([
    ['a maximum below the minimum', { min: '10', max: '9' }],
    ['an amount that is none', { max: '1.005' }],
    ['a count below zero', { daily_count: -1 }],
    ['a rule that there is not', { velocity: [{ by: 'user', per: 'day', count: 1 }] }],
  ])('%s is refused', async (_what, body) => {
    expect((await write(tenant.merchantId, body)).code).toBe(400);
  });

  test('the door believes nobody', async () => {
    const edit = (owner: bigint, actor: bigint, more: object = {}) =>
      door.database.pool
        .query('SELECT edit_payout_setting($1::jsonb, 0, $2, $3) AS version', [
          JSON.stringify({ owner_id: String(owner), currency: 'USD', ...more }),
          actor,
          'r',
        ])
        .then(
          ({ rows }) => rows[0].version as number,
          (error: { code?: string }) => error.code,
        );
    expect(await edit(0n, staff.id)).toBe('LG403');
    expect(await edit(tenant.merchantId, tenant.merchantId)).toBe('LG403');
    expect(await edit(tenant.merchantId, staff.id, { payee_hour_count: 0 })).toBe('LG403');
    expect(await edit(tenant.subAgentId, boss.id)).toBe('LG403');
    expect(await edit(tenant.merchantId, staff.id, { payee_hour_count: 1 })).toBe(1);
    await expect(
      door.database.pool.query('UPDATE payout_setting SET payee_hour_count = 0'),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(door.database.pool.query('DELETE FROM audit_setting')).rejects.toMatchObject({
      code: '42501',
    });
  });
});

describe('the reverse check', () => {
  const check = async (method: 'GET' | 'PUT' | 'POST', body: object = {}, who = boss) => {
    const path = method === 'POST' ? '/settings/audit/test' : '/settings/audit';
    const query = method === 'GET' ? `?user_id=${merchantId}` : '';
    return call(method, `${path}${query}`, {
      token: tokenOf(who),
      ...(method !== 'GET' && {
        body: {
          user_id: String(merchantId),
          ...(method === 'PUT' && { reason: 'as the merchant asked' }),
          ...body,
        },
      }),
    });
  };
  const agree = async (asked: Awaited<ReturnType<typeof check>>, who = second): Promise<number> => {
    const { approval_id: id } = asked.data as unknown as { approval_id: string };
    const body = { payment_password: payment, one_code: code(who) };
    return (await call('POST', `/admin/approvals/${id}/approve`, { token: tokenOf(who), body })).code;
  };
  const change = async (body: object): Promise<number> => agree(await check('PUT', body));
  const rule = { enabled: true, url: `${origin}/check`, applies: ['payout'], version: 0 };

  test('asks before the next payout leaves, and is told whether it works', async () => {
    await merchant();
    expect((await check('PUT', rule)).errors).toHaveProperty('key');
    expect(await change({ ...rule, key: 'a key of sixteen' })).toBe(0);
    const order = await here.place(merchantId, { major: '1' });
    expect(order.stage).toBe('verifying');
    await here.work();
    expect((await here.payout(order.id)).check_result).toBe('accepted');

    answered = 200;
    expect((await check('POST')).data).toMatchObject({ outcome: 'accepted' });
    answered = 403;
    expect((await check('POST')).data).toMatchObject({
      outcome: 'domain',
      message:
        'Please check whether the third-party domain name is correct or whether you need to add a safelist',
    });
    answered = 500;
    expect((await check('POST')).data).toMatchObject({ outcome: 'refused' });
    const shown = await check('GET');
    expect(shown.data).toMatchObject({ enabled: true, last_result: 'refused', version: 1 });
    expect(JSON.stringify(shown.data)).not.toContain('a key of sixteen');
    answered = 200;

    expect((await check('PUT', { ...rule, version: 0 })).code).toBe(20_412);
    expect(await change({ ...rule, enabled: false, version: 1 })).toBe(0);
    expect((await here.place(merchantId, { major: '1' })).stage).toBe('queued');
  });

  test('keeps its key when none is written, and says that it was changed without saying what it is', async () => {
    await merchant();
    await change({ ...rule, key: 'a key of sixteen' });
    const kept = async (): Promise<string> =>
      (await admin.query('SELECT key_sealed FROM audit_setting WHERE user_id = $1', [merchantId])).rows[0]
        .key_sealed;
    const before = await kept();
    await change({ ...rule, url: `${origin}/other`, version: 1 });
    expect(await kept()).toBe(before);
    const { rows } = await admin.query(
      "SELECT before, after FROM audit_log WHERE object_kind = 'reverseCheck' AND object_id = $1 ORDER BY id",
      [String(merchantId)],
    );
    expect(rows.at(-1)).toMatchObject({
      before: { url: `${origin}/check` },
      after: { url: `${origin}/other` },
    });
    expect(JSON.stringify(rows)).not.toContain('a key of sixteen');
  });

  test('is changed by two persons, whoever begins, and by the door’s own word', async () => {
    await merchant();
    await change({ ...rule, key: 'a key of sixteen' });
    for (const who of [boss, staff]) {
      const asked = await check(
        'PUT',
        { ...rule, enabled: false, url: `${origin}/${who.id}`, version: 1 },
        who,
      );
      expect(asked.data).toMatchObject({ state: 'waiting' });
      expect(await agree(asked, who)).not.toBe(0);
    }
    expect((await check('GET')).data).toMatchObject({ enabled: true, url: `${origin}/check`, version: 1 });
    expect((await check('PUT', { ...rule, enabled: false, version: 1, reason: undefined })).code).toBe(400);
    const late = await check('PUT', { ...rule, enabled: false, version: 1 });
    expect(await change({ ...rule, url: `${origin}/moved`, version: 1 })).toBe(0);
    // What was submitted of the state before is not carried out over the new one.
    expect(await agree(late)).toBe(20_412);
    const edit = (agreed: bigint | null, by = boss.id) =>
      door.database.pool
        .query('SELECT edit_audit_setting($1, false, $2, NULL, $3, 2, $4, $5, NULL) AS version', [
          merchantId,
          `${origin}/moved`,
          ['payout'],
          by,
          agreed,
        ])
        .then(
          ({ rows }) => rows[0].version as number,
          (error: { code?: string }) => error.code,
        );
    expect(await edit(987_654_321n)).toBe('LG403');
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM installation');
    await client.query("INSERT INTO installation (mode) VALUES ('production')");
    expect(await edit(null)).toBe('LG403');
    await client.query('DELETE FROM installation');
    client.release(true);
    expect((await check('GET')).data).toMatchObject({ enabled: true, version: 2 });
  });

  test('is his senior agent’s to set, and of no other tree', async () => {
    merchantId = (await createTenant(door, { provider: rooms.bank })).merchantId;
    for (const method of ['GET', 'PUT', 'POST'] as const)
      expect(
        (await check(method, method === 'PUT' ? { ...rule, key: 'a key of sixteen' } : {}, staff)).code,
      ).toBe(404);
  });
});

describe('what is kept up by hand', () => {
  const act = (name: string, body: object, who = boss, key: string = randomUUID()) =>
    call('POST', `/payment/setting/${name}`, {
      token: tokenOf(who),
      headers: { 'idempotency-key': key },
      body: { reason: 'as the customer asked', payment_password: payment, one_code: code(who), ...body },
    });

  test('the use of a card counts from zero again, and no order is gone', async () => {
    const id = await merchant();
    await set(id, { card_daily_count: 1 });
    const card = { accountNo: '906600000001', major: '1' };
    await here.place(id, card);
    expect(await here.submit(id, card)).toMatchObject({ refusal: 'cardUsageReached' });
    const asked = { card_no: '906600000001', customer_id: String(id) };
    expect((await act('clearCardUsage', { ...asked, payment_password: 'a guess' })).code).toBe(20_434);
    const key = randomUUID();
    expect((await act('clearCardUsage', asked, staff, key)).data).toEqual({ cleared: 1 });
    expect((await act('clearCardUsage', asked, staff, key)).data).toEqual({ cleared: 1 });
    expect(await here.submit(id, card)).toMatchObject({ outcome: 'created' });
    expect(await here.submit(id, card)).toMatchObject({ refusal: 'cardUsageReached' });
    const { rows } = await admin.query<{ n: string }>(
      'SELECT count(*) AS n FROM payout_order WHERE customer_id = $1',
      [id],
    );
    expect(Number(rows[0]?.n)).toBe(2);
  });

  test('a card that nobody used is not found, nor one of another tree', async () => {
    expect(await act('clearCardUsage', { card_no: '900000000009' })).toMatchObject({
      code: 404,
      message: 'No card number found',
    });
    const other = await createTenant(door, { provider: rooms.bank });
    await here.channel(other, [other.merchantId]);
    await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE id = $1", [other.merchantId]);
    await here.earn(other.merchantId);
    await here.place(other.merchantId, { accountNo: '907700000001', major: '1' });
    expect((await act('clearCardUsage', { card_no: '907700000001' }, staff)).code).toBe(404);
    expect((await act('clearCardUsage', { card_no: '907700000001' })).data).toEqual({ cleared: 1 });
  });

  test('an order that somebody keeps is freed, in one’s own tree', async () => {
    const id = await merchant();
    const order = await here.place(id, { major: '1', isAgreed: false });
    const lock = () =>
      admin.query("INSERT INTO payout_lock VALUES ($1, $2, now() + interval '3 minutes')", [
        order.id,
        boss.id,
      ]);
    await lock();
    expect((await act('unlockOrders', { order_ids: [order.order_no] }, staff)).data).toEqual({ cleared: 1 });
    expect((await act('unlockOrders', { order_ids: [String(order.id)] })).data).toEqual({ cleared: 0 });
    await lock();
    const stranger = await createTenant(door, { provider: rooms.bank });
    const foreign = await person({
      kind: 'staffSub',
      parentId: stranger.agentId,
      paymentPassword: payment,
      permissions: ['payment.setting.unlockOrders'],
    });
    tokens.set(foreign.id, await door.tokenOf(foreign));
    expect((await act('unlockOrders', { order_ids: [String(order.id)] }, foreign)).data).toEqual({
      cleared: 0,
    });
  });
});
