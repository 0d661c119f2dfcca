import { randomUUID } from 'node:crypto';
import { tronSandbox } from '@suanpan/signing/tron-sandbox';
import { beforeAll, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { prove } from '../ledger/index.ts';
import { openTestUsers } from '../users/testing/open-test-users.ts';
import { finishReservations, openChannelDesk } from './index.ts';

const door = await openDoor();
const { admin, call, code, database, person, vault } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
openChannelDesk({
  db: database,
  vault,
  outbound: createOutbound({ trustedOrigins: [rooms.bank.origin], allowHttp: true }),
  channels: rooms.channels,
  identity: door.identity,
  approvals,
}).bind(door.app);
const paymentPassword = 'a payment password';
const reason = 'as agreed';

let boss: Person;
let checker: Person;
let own: Tenant;
let other: Tenant;
let agent: Person;
beforeAll(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  checker = await person({ kind: 'admin', paymentPassword });
  own = await createTenant(door, { provider: rooms.bank });
  other = await createTenant(door, { provider: rooms.bank });
  agent = await person({
    kind: 'staffSub',
    parentId: own.agentId,
    paymentPassword,
    permissions: [
      'collectionMethod.agents.get',
      'admin.agentCollectionKey.get',
      'admin.agentPaymentKey.get',
      'paymentMethod.agents.get',
    ],
  });
});

// Whatever the endpoint says; each test knows what it asked for.
// oxlint-disable-next-line no-explicit-any
type Answer = { code: number; message: string; errors?: Record<string, string[]>; data: any };
const tokens = new Map<bigint, string>();
async function ask(
  who: Person,
  method: Parameters<typeof call>[0],
  path: string,
  body?: object,
): Promise<Answer> {
  if (!tokens.has(who.id)) tokens.set(who.id, await door.tokenOf(who));
  return call(method, path, {
    token: tokens.get(who.id) ?? '',
    headers: { 'idempotency-key': randomUUID() },
    ...(body && { body }),
  });
}
const proof = (who: Person) => ({ payment_password: paymentPassword, one_code: code(who), reason });
async function approve({ data }: Answer): Promise<number> {
  const { one_code, payment_password } = proof(checker);
  return (
    await ask(checker, 'POST', `/admin/approvals/${data.approval_id}/approve`, { one_code, payment_password })
  ).code;
}
const read = async (path: string, who = boss): Promise<any[]> => (await ask(who, 'GET', path)).data.items; // oxlint-disable-line no-explicit-any
const definition = async (id: bigint) => {
  const row = (await read('/methods?paginate=200')).find((one) => one.id === String(id));
  if (row === undefined) throw new Error('It is not in the list');
  return row;
};
/** What a channel is sent back as, with something else. */
const limitsOf = (row: Record<string, unknown>) => ({
  name: row['name'],
  weight: row['weight'],
  min_amount: row['min_amount'],
  max_amount: row['max_amount'],
  balance_limit: row['balance_limit'],
  daily_amount: row['daily_amount'],
  daily_count: row['daily_count'],
  windows: row['windows'],
  priority: row['priority'],
  integer_only: row['integer_only'],
  needs_payer_name: row['needs_payer_name'],
  enabled: row['enabled'],
  endpoint_fee: row['endpoint_fee'],
  reason,
});
async function put(id: bigint, change: object): Promise<Answer> {
  const row = await definition(id);
  return ask(boss, 'PUT', `/methods/${id}`, { v: row.v, ...limitsOf(row), min_amount: '100', ...change });
}

describe('a channel', () => {
  test('is listed with what it is made of, to everybody as much as he may know', async () => {
    expect(await definition(own.channelId)).toMatchObject({
      state: 'ok',
      provider: { name: 'Sandbox bank' },
      driver: { name: 'simpay', sandbox: true, directions: ['collection', 'payout'] },
      endpoint_fee: { pct: '1.5', per_item: '2.0000' },
      merchant_fee: null,
      actions: ['update', 'test', 'maintain', 'delete'],
    });
    const seen = await read('/methods?paginate=200', agent);
    expect(seen.map(({ id }) => id)).toContain(String(own.channelId));
    expect(seen.map(({ id }) => id)).not.toContain(String(other.channelId));
    expect(seen[0]).toMatchObject({ endpoint_fee: { pct: '1.5' }, actions: [] });
    const merchant = await person({
      kind: 'customerSub',
      parentId: own.merchantId,
      permissions: ['collectionMethod.customers.get'],
    });
    expect(await read('/methods', merchant)).toEqual([
      expect.objectContaining({
        id: String(own.channelId),
        endpoint_fee: null,
        provider: null,
        driver: null,
      }),
    ]);
  });

  test('is changed at once, its price by two persons, and nobody loses by it', async () => {
    const { channelId } = await own.channel({ merchants: [own.merchantId] });
    expect(
      (await put(channelId, { daily_count: 5, windows: [{ from: '22:00', to: '02:00' }] })).data,
    ).toEqual({
      state: 'done',
    });
    expect(await definition(channelId)).toMatchObject({
      daily_count: 5,
      windows: [{ from: '22:00', to: '02:00' }],
      v: 2,
    });
    expect((await put(channelId, { v: 1 })).code).toBe(20_412);
    expect((await put(channelId, { windows: [{ from: '09:00', to: '09:00' }] })).errors).toEqual({
      windows: ['Wrong hour range selection'],
    });
    expect((await put(channelId, { max_amount: '50' })).errors).toHaveProperty('max_amount');
    for (const pct of ['x', '101', '-1'])
      expect((await put(channelId, { endpoint_fee: { pct, per_item: '0' } })).errors).toEqual({
        endpoint_fee: ['Please check the handling fee'],
      });
    // Above what the merchant pays: the senior agent would lose; and fixed fees above the least amount.
    expect((await put(channelId, { endpoint_fee: { pct: '3', per_item: '2' } })).code).toBe(21_103);
    expect((await put(channelId, { min_amount: '1', endpoint_fee: { pct: '1', per_item: '2' } })).code).toBe(
      21_103,
    );
    const waiting = await put(channelId, { endpoint_fee: { pct: '1.6', per_item: '2' }, weight: 7 });
    expect(waiting.data).toMatchObject({ state: 'waiting' });
    expect(await definition(channelId)).toMatchObject({
      weight: 100,
      endpoint_fee: { pct: '1.5' },
      waiting_acts: [{ act: 'channels.change', maker: { id: String(boss.id) } }],
    });
    expect(await approve(waiting)).toBe(0);
    expect(await definition(channelId)).not.toHaveProperty('waiting_acts');
    expect(await definition(channelId)).toMatchObject({ weight: 7, endpoint_fee: { pct: '1.6' }, v: 3 });
    const { rows } = await admin.query(
      `SELECT actor_id, after FROM audit_log WHERE act = 'price.set' AND object_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(channelId)],
    );
    expect(rows[0]).toMatchObject({ actor_id: boss.id, after: { prices: ['1.6 % + 20000'] } });
  });

  test('that changed while its new price waited keeps what it has', async () => {
    const { channelId } = await own.channel();
    const waiting = await put(channelId, { endpoint_fee: { pct: '0.9', per_item: '2' } });
    expect((await put(channelId, { weight: 5 })).data).toEqual({ state: 'done' });
    expect(await approve(waiting)).toBe(20_412);
    expect(await definition(channelId)).toMatchObject({ weight: 5, endpoint_fee: { pct: '1.5' } });
  });

  test('is made by two persons on a contract that there is, and deleted while nobody uses it', async () => {
    const make = (more: object = {}) =>
      ask(boss, 'POST', '/methods', {
        channel_account_id: String(own.channelAccountId),
        code: 'NEW-QR',
        method_type: 'qr',
        name: 'New QR',
        weight: 100,
        min_amount: '100',
        max_amount: '0',
        balance_limit: '5000',
        daily_amount: '0',
        daily_count: 0,
        windows: [],
        priority: 2,
        integer_only: true,
        needs_payer_name: false,
        enabled: true,
        endpoint_fee: { pct: '1', per_item: '1' },
        reason,
        ...more,
      });
    expect((await make({ channel_account_id: '999999999' })).code).toBe(404);
    expect((await make({ min_amount: '1' })).code).toBe(21_103);
    const waiting = await make();
    expect(waiting.data).toMatchObject({ state: 'waiting' });
    expect(await approve(waiting)).toBe(0);
    expect((await make()).errors).toHaveProperty('code');
    const [made] = await read('/methods?search=NEW-QR');
    expect(made).toMatchObject({
      code: 'NEW-QR',
      balance_limit: '5000.0000',
      priority: 2,
      integer_only: true,
    });
    expect((await ask(boss, 'DELETE', `/methods/${own.channelId}`, { v: 1, reason })).code).toBe(21_229);
    expect((await ask(boss, 'DELETE', `/methods/${made.id}`, { v: 9, reason })).code).toBe(20_412);
    expect((await ask(boss, 'DELETE', `/methods/${made.id}`, { v: 1, reason })).code).toBe(0);
    expect(await read('/methods?search=NEW-QR')).toEqual([]);
    // Nobody may use it any more, but an order went by it.
    const { channelId } = await own.channel({ merchants: [own.merchantId] });
    await admin.query('DELETE FROM customer_method WHERE channel_id <> $1 AND customer_id = $2', [
      channelId,
      own.merchantId,
    ]);
    await rooms.place(own.merchantId);
    await admin.query('DELETE FROM customer_method WHERE channel_id = $1', [channelId]);
    expect((await ask(boss, 'DELETE', `/methods/${channelId}`, { v: 1, reason })).code).toBe(21_001);
  });

  test('tells how it stands: its limit of the day, its hours, and what somebody set', async () => {
    const { channelId } = await own.channel({ merchants: [own.merchantId] });
    await admin.query('DELETE FROM customer_method WHERE channel_id <> $1 AND customer_id = $2', [
      channelId,
      own.merchantId,
    ]);
    await rooms.place(own.merchantId);
    await admin.query('UPDATE channel SET daily_count = 1 WHERE id = $1', [channelId]);
    await finishReservations(database.workers);
    expect((await definition(channelId)).state).toBe('amount_capped');
    await admin.query('UPDATE channel SET daily_count = 0, daily_amount = 100000001 WHERE id = $1', [
      channelId,
    ]);
    expect((await definition(channelId)).state).toBe('ok');
    await admin.query('UPDATE channel SET daily_amount = 100000000 WHERE id = $1', [channelId]);
    await finishReservations(database.workers);
    expect((await definition(channelId)).state).toBe('amount_capped');
    const hour = new Date(Date.now() + 10 * 3_600_000).toISOString().slice(11, 13);
    await admin.query('UPDATE channel SET windows = $2 WHERE id = $1', [
      channelId,
      JSON.stringify([{ from: `${hour}:00`, to: `${hour}:30` }]),
    ]);
    expect((await definition(channelId)).state).toBe('out_of_window');
    await admin.query("INSERT INTO channel_state VALUES ($1, 'tripped', now(), 'x')", [channelId]);
    expect(await definition(channelId)).toMatchObject({ state: 'tripped', state_since: expect.any(String) });
  });

  test('is tried: the provider answers, is silent, or is not there', async () => {
    const test = (id: bigint) => ask(boss, 'POST', `/methods/${id}/test`, {});
    expect((await test(own.channelId)).data).toMatchObject({ outcome: 'accepted', ms: expect.any(Number) });
    const { channelId } = await own.channel({
      account: { base_url: 'http://127.0.0.1:9' },
    });
    expect((await test(channelId)).data).toMatchObject({
      outcome: 'domain',
      message:
        'Please check whether the third-party domain name is correct or whether you need to add a safelist',
    });
    rooms.bank.takeQueries = 'silent';
    expect((await test(own.channelId)).data).toMatchObject({
      outcome: 'timeout',
      message: 'No response after timeout',
    });
    rooms.bank.takeQueries = 'answer';
    expect((await ask(agent, 'POST', `/methods/${own.channelId}/test`, {})).code).toBe(20_403);
    const { rows } = await admin.query('SELECT test_outcome FROM channel_account WHERE id = $1', [
      own.channelAccountId,
    ]);
    expect(rows[0]).toEqual({ test_outcome: 'timeout' });
  }, 30_000);

  test('is of a provider that speaks a protocol of the product', async () => {
    const make = (body: object) => ask(boss, 'POST', '/providers', { code: 'ACME', name: 'Acme', ...body });
    expect((await make({ driver: 'smoke' })).errors).toHaveProperty('driver');
    expect((await make({ driver: 'simpay' })).code).toBe(0);
    expect((await make({ driver: 'simpay' })).errors).toHaveProperty('code');
    const { data } = await ask(boss, 'GET', '/providers');
    expect(data.items).toContainEqual(expect.objectContaining({ code: 'ACME', accounts: 0 }));
    expect(data.drivers.find(({ name }: { name: string }) => name === 'simpay').fields).toEqual([
      { name: 'merchant_no', secret: false },
      { name: 'secret', secret: true },
    ]);
  });
});

describe('what a provider knows a senior agent by', () => {
  const path = '/admin/agent_collection_key';
  const row = async (id: bigint, who = boss) =>
    (await read(`${path}?paginate=200`, who)).find((one) => one.id === String(id));
  const secret = 'S'.repeat(20);

  test('is told by its end alone, and to nobody of another tree', async () => {
    const seen = await read(`${path}?paginate=200`, agent);
    expect(seen.map(({ id }) => id)).not.toContain(String(other.channelAccountId));
    expect(seen[0]).toMatchObject({ agent: { id: String(own.agentId) }, actions: [] });
    const all = JSON.stringify(await ask(boss, 'GET', `${path}?paginate=200`));
    expect(all).not.toContain(rooms.bank.secret);
    expect((await row(own.channelAccountId)).actions).toEqual(['update', 'rotate', 'test', 'settle']);
  });

  test('is replaced by two persons, who see a fingerprint; the former one vouches for notices a while longer', async () => {
    const before = await row(own.channelAccountId);
    const rotate = (credentials: object, who = boss) =>
      ask(who, 'POST', `${path}/${own.channelAccountId}/rotate`, { v: before.v, credentials, ...proof(who) });
    expect((await rotate({ merchant_no: '1' })).errors).toHaveProperty(['credentials.secret']);
    expect((await rotate({ merchant_no: '1', secret, odd: 'x' })).errors).toHaveProperty(['credentials.odd']);
    expect((await rotate({ merchant_no: '1', secret }, agent)).code).toBe(20_403);
    const waiting = await rotate({ merchant_no: rooms.bank.merchantNo, secret });
    expect(waiting.data).toMatchObject({ state: 'waiting' });
    const shown = await ask(checker, 'GET', `/admin/approvals?id=${waiting.data.approval_id}`);
    expect(JSON.stringify(shown)).not.toContain(secret);
    const print = expect.stringMatching(/^[0-9a-f]{12}$/);
    expect(shown.data.items[0].effect).toEqual([{ field: 'fingerprint', before: print, after: print }]);
    expect(await row(own.channelAccountId)).toMatchObject({
      waiting_acts: [{ act: 'collectionKeys.rotate' }],
    });
    expect(await approve(waiting)).toBe(0);
    const after = await row(own.channelAccountId);
    expect(after).not.toHaveProperty('waiting_acts');
    expect(after).toMatchObject({
      masked: { secret: '…SSSS' },
      v: before.v + 1,
      previous_until: expect.any(String),
      test_outcome: null,
    });
    const { rows } = await admin.query('SELECT credentials_sealed FROM channel_account WHERE id = $1', [
      own.channelAccountId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    // Asked with the present one; believed with either.
    const { account, adapter } = await rooms.channels.open(own.channelAccountId);
    expect(account.credentials['secret']).toBe(secret);
    const notice = rooms.bank.notice(own.channelAccountId, 'C-1');
    expect(adapter.parseNotice(account, notice, Date.now()).orderNo).toBe('C-1');
    await admin.query(
      "UPDATE channel_account SET previous_until = now() - interval '1 second' WHERE id = $1",
      [own.channelAccountId],
    );
    const later = await rooms.channels.open(own.channelAccountId);
    expect(() => later.adapter.parseNotice(later.account, notice, Date.now())).toThrow();
    expect((await rotate({ merchant_no: '1', secret })).code).toBe(20_412);
  });

  test('J17: what a provider settles comes to the platform’s bank and pays what it is owed, by two persons and once', async () => {
    const settled = await createTenant(door, { provider: rooms.bank });
    const order = await rooms.place(settled.merchantId);
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
    const at = `${path}/${settled.channelAccountId}`;
    const clearing = async () => (await ask(boss, 'GET', `${at}/clearing`)).data;
    const settle = (arrived: string, kept: string, ref: string, who = boss) =>
      ask(who, 'POST', `${at}/settle`, { arrived, kept, statement_ref: ref, ...proof(who) });
    expect(await clearing()).toEqual({ currency: 'TWD', held: '10000.0000', owed: '152.0000' });
    expect((await ask(agent, 'GET', `${at}/clearing`)).code).toBe(20_403);
    expect((await settle('9848', '152', 'ST-1', agent)).code).toBe(20_403);
    // More than lies there, more kept than is owed, or nothing at all.
    expect((await settle('9849', '152', 'ST-1')).code).toBe(21_100);
    expect((await settle('1', '152.01', 'ST-1')).code).toBe(21_100);
    expect((await settle('0', '0.00', 'ST-1')).code).toBe(21_010);
    const waiting = await settle('9848', '152', 'ST-1');
    expect(waiting.data.state).toBe('waiting');
    expect(await clearing()).toMatchObject({ held: '10000.0000' });
    expect(await approve(waiting)).toBe(0);
    expect(await clearing()).toEqual({ currency: 'TWD', held: '0.0000', owed: '0.0000' });
    const { rows } = await admin.query(
      `SELECT a.kind, p.amount / 10000 AS amount FROM posting p JOIN account a ON a.id = p.account_id
       JOIN channel_settlement s ON s.id = p.ref_id WHERE p.event = 'channel.settle' AND s.channel_account_id = $1 ORDER BY a.kind`,
      [settled.channelAccountId],
    );
    expect(rows).toEqual([
      { kind: 'A100', amount: 10_000n },
      { kind: 'A110', amount: -9_848n },
      { kind: 'L260', amount: -152n },
    ]);
    // The same statement, however its number is written; and two that were agreed to take no more together than lies there.
    expect((await settle('1', '0', 'st-1')).code).toBe(21_005);
    const next = await rooms.place(settled.merchantId);
    rooms.bank.pay(next.order_no);
    await rooms.tell(next);
    const [one, two] = [await settle('9000', '0', 'ST-2'), await settle('9000', '0', 'ST-3')];
    expect([await approve(one), await approve(two)]).toEqual([0, 21_100]);
    expect(await clearing()).toMatchObject({ held: '1000.0000', owed: '152.0000' });
    for (const [who, agreed] of [
      [agent.id, null],
      [boss.id, 987_654_321n],
    ] as const) {
      await expect(
        admin.query("SELECT settle_channel($1, 1, 0, 'ST-9', $2, $3, 'x', NULL)", [
          settled.channelAccountId,
          who,
          agreed,
        ]),
      ).rejects.toMatchObject({ code: 'LG403' });
    }
    expect((await prove(database)).checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  test('keeps what stands beside it when it is replaced: where browsers reach a sandbox', async () => {
    const beside = { payer_base_url: 'https://pay.example/sandbox/ecpay' };
    const { channelAccountId } = await own.channel({
      account: {
        credentials_sealed: vault.seal(
          JSON.stringify({ merchant_no: '1', secret: 'before', ...beside }),
          'channel_account.credentials',
        ),
      },
    });
    const { v } = await row(channelAccountId);
    const credentials = { merchant_no: '2', secret };
    const waiting = await ask(boss, 'POST', `${path}/${channelAccountId}/rotate`, {
      v,
      credentials,
      ...proof(boss),
    });
    expect(await approve(waiting)).toBe(0);
    const { account } = await rooms.channels.open(channelAccountId);
    expect(account.credentials).toEqual({ ...credentials, ...beside });
  });

  test('no two contracts in use receive at one address, since both would count what comes in there', async () => {
    const [address, neighbour] = tronSandbox.addresses;
    const sealed = (addresses: string) =>
      vault.seal(
        JSON.stringify({ addresses, token: tronSandbox.token, api_key: 'key' }),
        'channel_account.credentials',
      );
    const first = await createTenant(door, { provider: { ...rooms.bank, driver: 'tron' }, currency: 'USDT' });
    const { channelAccountId: taken } = await first.channel({
      account: { credentials_sealed: sealed(address) },
    });
    const { rows: providers } = await admin.query<{ id: bigint }>(
      `SELECT id FROM provider WHERE driver = 'tron'`,
    );
    const create = (addresses: string) =>
      ask(boss, 'POST', '/admin/agent_collection_key', {
        agent_id: String(own.agentId),
        provider: String(providers[0]?.id),
        currency: 'USDT',
        name: 'A wallet of two',
        base_url: rooms.bank.origin,
        late_payment: 'credit',
        notify_networks: [],
        credentials: { addresses, token: tronSandbox.token, api_key: 'key' },
        ...proof(boss),
      });
    expect((await create(`${neighbour}, ${address}`)).code).toBe(21_233);
    const waiting = await create(neighbour);
    expect(waiting.code).toBe(0);
    // Somebody else was quicker: what was fine when it was asked for is looked at again when it is approved.
    const { channelAccountId: quicker } = await first.channel({
      account: { credentials_sealed: sealed(neighbour) },
    });
    expect(await approve(waiting)).not.toBe(0);
    await admin.query('UPDATE channel_account SET enabled = false WHERE id = $1', [quicker]);
    expect(await approve(await create(neighbour))).toBe(0);
    const change = (id: bigint, v: number, method: 'PUT' | 'POST', more: object) =>
      ask(boss, method, `${path}/${id}${method === 'POST' ? '/rotate' : ''}`, { v, ...proof(boss), ...more });
    const credentials = { addresses: neighbour, token: tronSandbox.token, api_key: 'other' };
    expect((await change(taken, (await row(taken)).v, 'POST', { credentials })).code).toBe(21_233);
    const terms = { name: 'again', base_url: rooms.bank.origin, late_payment: 'credit', notify_networks: [] };
    const enabled = await change(quicker, (await row(quicker)).v, 'PUT', { ...terms, enabled: true });
    expect(enabled.code).toBe(21_233);
    // What was replaced lately is read on.
    await admin.query(
      `UPDATE channel_account SET previous_credentials_sealed = $1, previous_until = now() + interval '1 hour' WHERE id = $2`,
      [sealed(tronSandbox.addresses[2] ?? ''), taken],
    );
    expect((await create(tronSandbox.addresses[2] ?? '')).code).toBe(21_233);
  });

  test('is set for a senior agent, and where it leads is changed by two persons too', async () => {
    const provider = (await ask(boss, 'GET', '/providers')).data.items[0];
    const create = (more: object = {}) =>
      ask(boss, 'POST', '/admin/agent_payment_key', {
        agent_id: String(own.agentId),
        provider: provider.id,
        currency: 'TWD',
        name: 'Payouts of the bank',
        base_url: rooms.bank.origin,
        late_payment: 'credit',
        notify_networks: ['203.0.113.0/24'],
        credentials: { merchant_no: 'M-1', secret },
        ...proof(boss),
        ...more,
      });
    expect((await create({ base_url: 'http://10.0.0.1/' })).errors).toHaveProperty('base_url');
    expect((await create({ notify_networks: ['nowhere'] })).errors).toHaveProperty('notify_networks');
    expect((await create({ agent_id: String(own.merchantId) })).code).toBe(21_601);
    const waiting = await create();
    expect(await approve(waiting)).toBe(0);
    const [made] = await read('/admin/agent_payment_key?search=Payouts');
    expect(made).toMatchObject({ notify_networks: ['203.0.113.0/24'], enabled: true, v: 1 });
    const change = await ask(boss, 'PUT', `/admin/agent_payment_key/${made.id}`, {
      v: 1,
      name: 'Payouts of the bank',
      base_url: rooms.bank.origin,
      late_payment: 'abnormal',
      notify_networks: [],
      enabled: false,
      ...proof(boss),
    });
    expect((await read('/admin/agent_payment_key?search=Payouts'))[0]).toMatchObject({ enabled: true });
    expect(await approve(change)).toBe(0);
    expect((await read('/admin/agent_payment_key?search=Payouts'))[0]).toMatchObject({
      enabled: false,
      late_payment: 'abnormal',
    });
    // By the other direction's call it is not found.
    expect((await ask(boss, 'POST', `${path}/${made.id}/test`, {})).code).toBe(404);
  });
});

describe('a senior agent’s channel', () => {
  const path = '/collection_method/agents';
  const rowOf = async (who = boss) =>
    (await read(`${path}?paginate=200`, who)).find(({ agent: one }) => one.id === String(own.agentId));
  const termsOn = async (channelId: bigint) =>
    (await rowOf()).methods.find((one: { channel_id: string }) => one.channel_id === String(channelId));
  const at = (channelId: bigint, agentId = own.agentId) => `${path}/${agentId}/${channelId}`;
  const effect = (channelId: bigint, v: number, body: object) =>
    ask(boss, 'POST', `${at(channelId)}/effect`, { v, ...body });
  async function change(channelId: bigint, body: object): Promise<Answer> {
    const { v } = await termsOn(channelId);
    const { data } = await effect(channelId, v, body);
    return ask(boss, 'PUT', at(channelId), { v, effect_hash: data?.hash ?? '', ...body, ...proof(boss) });
  }

  test('is listed with what general agents take; he reads his own alone', async () => {
    const { channelId } = await own.channel({
      merchants: [own.merchantId],
      method: { alias: 'listed' },
    });
    const row = await rowOf();
    expect(await termsOn(channelId)).toMatchObject({
      system_fee: { pct: '0.2' },
      merchants: 1,
      enabled: true,
    });
    const bound = row.subagent_rates.find(
      (one: { channel_id: string }) => one.channel_id === String(channelId),
    );
    expect(bound).toMatchObject({
      customer_subagent_id: String(own.merchantId),
      sub_agent_fee: { pct: '0.3', per_item: '0.0000' },
      agent_add: { pct: '0.9', per_item: '3.0000' },
    });
    expect(row.subagent_methods).toContainEqual(
      expect.objectContaining({
        user: expect.objectContaining({ id: String(own.subAgentId) }),
        subagent_rate_f: '0.30000000% + 0.0000'.replace('0.30000000', '0.3'),
      }),
    );
    expect((await read(path, agent)).map(({ agent: one }) => one.id)).toEqual([String(own.agentId)]);
    expect((await rowOf(agent)).actions).toEqual([]);
    expect((await ask(agent, 'PUT', at(channelId), {})).code).toBe(20_403);
  });

  test('is switched off at once, and priced by two persons over what was shown', async () => {
    const { channelId } = await own.channel({
      merchants: [own.merchantId],
      method: { alias: 'priced' },
      channel: { min_amount: 1_000_000n },
    });
    const same = { pct: '0.2', per_item: '0' };
    expect((await change(channelId, { system_fee: same, enabled: false })).data).toEqual({ state: 'done' });
    expect(await termsOn(channelId)).toMatchObject({ enabled: false, v: 2 });
    const shown = await effect(channelId, 2, { system_fee: { pct: '0.4', per_item: '1' }, enabled: true });
    expect(shown.data.effect).toEqual([
      { field: 'system_fee', before: '0.2% + 0.0000', after: '0.4% + 1.0000' },
      { field: 'enabled', before: 'false', after: 'true' },
    ]);
    const unseen = await ask(boss, 'PUT', at(channelId), {
      v: 2,
      effect_hash: shown.data.hash,
      system_fee: { pct: '0.5', per_item: '1' },
      enabled: true,
      ...proof(boss),
    });
    expect(unseen.code).toBe(20_412);
    const waiting = await change(channelId, { system_fee: { pct: '0.4', per_item: '1' }, enabled: true });
    expect(waiting.data).toMatchObject({ state: 'waiting' });
    expect(await termsOn(channelId)).toMatchObject({ system_fee: { pct: '0.2' } });
    expect(await approve(waiting)).toBe(0);
    expect(await termsOn(channelId)).toMatchObject({
      system_fee: { pct: '0.4', per_item: '1.0000' },
      enabled: true,
    });
    expect(
      (await effect(channelId, 3, { system_fee: { pct: '1', per_item: '0' }, enabled: true })).code,
    ).toBe(21_103);
    // Another's channel is not his.
    expect(
      (await ask(boss, 'POST', `${at(other.channelId)}/effect`, { v: 1, system_fee: same, enabled: true }))
        .code,
    ).toBe(404);
  });

  test('is opened and taken back', async () => {
    const { channelId } = await own.channel({ channel: { min_amount: 1_000_000n } });
    const close = async () =>
      ask(boss, 'DELETE', at(channelId), { v: (await termsOn(channelId)).v, ...proof(boss) });
    expect((await close()).data).toEqual({ state: 'done' });
    expect(await termsOn(channelId)).toBeUndefined();
    const open = () =>
      ask(boss, 'POST', path, {
        agent_id: String(own.agentId),
        channel_id: String(channelId),
        system_fee: { pct: '0.1', per_item: '0' },
        enabled: true,
        ...proof(boss),
      });
    expect(await approve(await open())).toBe(0);
    expect(await termsOn(channelId)).toMatchObject({ system_fee: { pct: '0.1' } });
    expect((await open()).code).toBe(21_001);
    const { channelId: used } = await own.channel({ merchants: [own.merchantId], method: { alias: 'used' } });
    expect((await ask(boss, 'DELETE', at(used), { v: 1, ...proof(boss) })).code).toBe(21_229);
  });
});

test('and the books are as they were', async () => {
  expect((await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]))).toEqual([]);
});
