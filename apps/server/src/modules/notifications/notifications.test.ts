import { notificationRoom } from '@suanpan/contract/realtime/rooms';
import type { Notification } from '@suanpan/contract/endpoints/notifications';
import { Refusal } from '@suanpan/domain/errors';
import type { EventKind, Events } from '@suanpan/domain/events';
import { translateError } from '@suanpan/messages/translate';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { createHttp } from '../../platform/http/create-http.ts';
import { emit } from '../../platform/outbox/emit.ts';
import type { NewEvent } from '../../platform/outbox/emit.ts';
import { startOutboxRelay } from '../../platform/outbox/relay.ts';
import { startRealtime } from '../../platform/realtime.ts';
import { newCollectionPreference, openNotifications } from './index.ts';
import { io } from 'socket.io-client';
import type { AddressInfo } from 'node:net';

const { database, admin, log } = await testDatabase();

let serial = 0;
async function user(kind: string, columns: Record<string, unknown> = {}): Promise<bigint> {
  serial += 1;
  const name = `${kind}${serial}`;
  const given = Object.entries({
    kind,
    username: name,
    name,
    password_hash: 'x',
    tenant_path: '',
    ...columns,
  });
  const { rows } = await admin.query<{ id: bigint }>(
    `INSERT INTO app_user (${given.map(([column]) => column).join()}, created_at, updated_at)
     VALUES (${given.map((_, place) => `$${place + 1}`).join()}, now(), now()) RETURNING id`,
    given.map(([, value]) => value),
  );
  return rows[0]!.id;
}

const platform = await user('admin');
const retired = await user('admin', { status: 'disabled' });
const agent = await user('agent');
const merchant = await user('customer', { agent_id: agent });
const sub = await user('customerSub', {
  parent_id: merchant,
  customer_id: merchant,
  permissions: ['collections.transactions.get', 'notifications.unread.get'],
});
const blindSub = await user('customerSub', {
  parent_id: merchant,
  customer_id: merchant,
  permissions: ['notifications.unread.get'],
});
const otherAgent = await user('agent');
const otherMerchant = await user('customer', { agent_id: otherAgent });
const everybody = [platform, retired, agent, merchant, sub, blindSub, otherAgent, otherMerchant];
const names = new Map(
  Object.entries({ platform, retired, agent, merchant, sub, blindSub, otherAgent, otherMerchant }).map(
    ([name, id]) => [id, name],
  ),
);

const app = createHttp({
  config: { production: false, publicUrl: 'http://127.0.0.1:3000', trustedProxies: [], allowedOrigins: [] },
  log,
  db: database.app,
  words: (name, locale, params) => translateError(locale, name, params),
  authenticate: async ({ token }): Promise<Actor> => {
    const id = BigInt(token ?? '0');
    if (!everybody.includes(id)) throw new Refusal('sessionEnded');
    return {
      userId: id,
      effectiveUserId: id,
      roleName: 'customer',
      username: String(id),
      scope: { kind: 'customer', customerId: id },
      agentId: null,
      permissions: new Set(['notifications.all.get', 'notifications.unread.get', 'notifications.readed.get']),
      sessionId: 1n,
      locked: false,
      currency: 'TWD',
    };
  },
});
const realtime = startRealtime({
  server: app.server,
  authenticate: async ({ token }) => ({ rooms: [notificationRoom(token ?? '', 'en')] }),
  databaseUrl: database.urls.app,
  allowedOrigins: [],
  trustedProxies: [],
  headers: {},
  log,
});
const notifications = openNotifications({ db: database, realtime, log });
notifications.bind(app);
await app.listen({ host: '127.0.0.1', port: 0 });
const relay = startOutboxRelay({ db: database.workers, log, subscriptions: notifications.subscriptions });
afterAll(async () => {
  await relay.stop();
  await realtime.close();
  await app.close();
});

/** As far as anybody reads it. */
async function happen<Kind extends EventKind>(
  kind: Kind,
  payload: { readonly [Name in keyof Events[Kind]]?: unknown },
): Promise<void> {
  serial += 1;
  const event = { kind, subject: `test:${serial}`, payload } as NewEvent;
  await transact(database.app, (tx) => emit(tx, [event]));
  await relay.idle();
}

async function told(type: string): Promise<string[]> {
  const rows = await database.app
    .selectFrom('notification')
    .select('user_id')
    .where('type', '=', type)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => names.get(row.user_id) ?? '?');
}

async function call(method: 'GET' | 'POST', path: string, caller: bigint, payload?: object, language = 'en') {
  const response = await app.inject({
    method,
    url: `/api/users/notifications${path}`,
    headers: { authorization: `Bearer ${caller}`, 'x-localization': language },
    ...(payload !== undefined && { payload }),
  });
  return response.json<{
    code: number;
    data: {
      items: Notification[];
      total: number;
      next_cursor: string | null;
      summary: { unread: number };
      unread: number;
    };
  }>();
}

const failed = (orderNo: string, result = 'timeout') => ({
  order_kind: 'collection',
  order_id: '1',
  order_no: orderNo,
  merchant_order_no: 'M1',
  customer_id: String(merchant),
  agent_id: String(agent),
  event_id: 'evt_1',
  type: 'collection.succeeded',
  result,
  attempts: 9,
});

test('a callback that failed for good is told to the merchant, his agent and the platform, and to nobody else', async () => {
  await happen('callback.failed', failed('C1'));
  expect(await told('CallbackFailed')).toEqual(['platform', 'agent', 'merchant', 'sub']);
});

test('money that fits no order is told to those who can decide', async () => {
  const news = {
    order_no: 'C2',
    customer_id: String(merchant),
    agent_id: String(agent),
    currency: 'TWD',
    amount: '15000000',
    paid_amount: '14990000',
  };
  await happen('collection.amount_mismatch', news);
  await happen('collection.abnormal', news);
  expect(await told('AmountMismatch')).toEqual(['platform', 'agent']);
  expect(await told('AbnormalOrder')).toEqual(['platform', 'agent']);
  const { data } = await call('GET', '/unread', agent);
  expect(data.items.map((item) => item.data.message.content).slice(0, 2)).toEqual([
    'Order C2 is unusual: money arrived that cannot be credited as it is',
    'Order C2: 1,500.00 ordered, 1,499.00 paid',
  ]);
});

test('forged notices are for the platform alone, and many of them are told once', async () => {
  await admin.query(
    `INSERT INTO provider (code, name, driver) VALUES ('p', 'p', 'simpay');
     INSERT INTO channel_account (id, provider_id, agent_id, name, direction, currency, base_url, credentials_sealed, created_at)
     OVERRIDING SYSTEM VALUE SELECT 77, id, ${agent}, 'Sandbox', 'collection', 'TWD', 'http://x', 'x', now() FROM provider`,
  );
  for (let n = 0; n < 3; n += 1) {
    await happen('channel.notice_refused', { channel_account_id: '77', ip: '203.0.113.9' });
  }
  expect(await told('NoticeRefused')).toEqual(['platform']);
  const { data } = await call('GET', '', platform);
  expect(data.items[0]?.data.message.content).toBe(
    'Sandbox got a notice with a wrong signature from 203.0.113.9',
  );
});

test('a balance below its mark is for the platform and the senior agent whose account it is', async () => {
  const news = { agent_id: String(agent), currency: 'TWD', balance: '7999900', low_water: '8000000' };
  await happen('channel.balance_low', { channel_account_id: '77', ...news });
  expect((await told('BalanceLow')).toSorted()).toEqual(['agent', 'platform']);
  const { data } = await call('GET', '', platform);
  expect(data.items[0]?.data.message.content).toBe('Sandbox holds 799.99 TWD, below its mark of 800.00');
});

async function order(customer: bigint, agentId: bigint): Promise<string> {
  serial += 1;
  const { rows } = await admin.query<{ id: bigint }>(
    `INSERT INTO collection_order (id, order_no, merchant_order_no, customer_id, agent_id, currency, order_amount, pay_amount,
       request_hash, created_at, expires_at)
     VALUES ($1::bigint, 'C' || $1::bigint, 'T' || $1::bigint, $2, $3, 'TWD', 15000000, 15000000, '\\x00', now(), now()) RETURNING id`,
    [serial, customer, agentId],
  );
  return String(rows[0]!.id);
}

test.each([
  [
    'paid_elsewhere',
    'money for it came through another channel than it goes by; it lies in the unidentified receipts',
  ],
  ['paid_twice', 'it was paid a second time; that money lies in the unidentified receipts'],
  ['unknown_to_provider', 'its provider does not know it although it was sent there'],
  [
    'no_clear_answer',
    'asked many times, its provider gives no answer that can be used: none at all, or one whose content or sum cannot be read; the order stays open until somebody asks the provider',
  ],
])('that an order was %s is told to those who can decide', async (reason, words) => {
  const id = await order(merchant, agent);
  await happen('collection.flagged', { order_id: id, reason });
  const { data } = await call('GET', '/unread', agent);
  expect(data.items[0]?.data.message).toMatchObject({
    content: `Order C${id} is unusual: ${words}`,
    level: 'danger',
  });
});

test('new collection orders ring for those who switched it on, and for nobody by default', async () => {
  await happen('collection.created', { order_id: await order(merchant, agent) });
  expect(await told('NewCollectionNotification')).toEqual([]);
  for (const id of [agent, otherAgent]) {
    await admin.query("INSERT INTO user_preference (user_id, key, value) VALUES ($1, $2, 'true')", [
      id,
      newCollectionPreference,
    ]);
  }
  await happen('collection.created', { order_id: await order(merchant, agent) });
  expect(await told('NewCollectionNotification')).toEqual(['agent']);
  const { data } = await call('GET', '/unread', agent);
  expect(data.items[0]).toMatchObject({ sound: true, type: 'NewCollectionNotification' });
});

test('what waits for a second person is told to those who may decide it, and its end to the maker', async () => {
  const news = {
    approval_id: '5',
    act: 'access.grant',
    label: 'Somebody',
    maker_id: String(agent),
    agent_id: null,
  };
  await happen('approval.submitted', { ...news, state: 'waiting' });
  await happen('approval.submitted', { ...news, state: 'waiting', maker_id: String(platform) });
  expect(await told('ApprovalWaiting')).toEqual(['platform']);
  await happen('approval.ended', { ...news, state: 'refused' });
  expect(await told('ApprovalEnded')).toEqual(['agent']);
  const { data } = await call('GET', '/unread', agent);
  expect(data.items[0]?.data.message.content).toBe('Grant permissions: Refused');
  expect(data.items[0]?.about).toEqual({ kind: 'approval', id: '5' });
  await happen('approval.ended', { ...news, state: 'withdrawn' });
  expect(await told('ApprovalEnded')).toEqual(['agent']);
});

test('a finished export tells its owner the name of the file', async () => {
  await happen('export.completed', { user_id: String(otherMerchant), file: 'x8-orders.csv' });
  const { data } = await call('GET', '/unread', otherMerchant);
  expect(data.items).toMatchObject([
    { type: 'ExportCompleted', msgType: 'ExportCompleted', data: { message: { content: 'x8-orders.csv' } } },
  ]);
});

test('a broken chain of the log and the books is told to the platform alone, by what was done', async () => {
  const findings = [{ name: 'journalChanged', where: '4, 7–9' }];
  await happen('audit.verified', { passed: false, blocks: 2, rows: 5, head: '', findings });
  expect(await told('AuditBroken')).toEqual(['platform']);
  const { data } = await call('GET', '/unread', platform);
  expect(data.items[0]?.data.message.content).toBe('Journals changed: 4, 7–9. Check at once');
});

test('a repeated event notifies once', async () => {
  const before = (await told('CallbackFailed')).length;
  const { rows } = await admin.query<{ event_id: bigint }>(
    "SELECT DISTINCT event_id FROM notification WHERE type = 'CallbackFailed'",
  );
  await admin.query(
    "INSERT INTO outbox (id, kind, subject, payload, created_at) OVERRIDING SYSTEM VALUE VALUES ($1, 'callback.failed', 'x', $2, now())",
    [rows[0]!.event_id, JSON.stringify(failed('C1'))],
  );
  await relay.idle();
  expect(await told('CallbackFailed')).toHaveLength(before);
});

test('each reader gets his own language, colour and level', async () => {
  const english = await call('GET', '/unread', merchant);
  expect(english.data.items[0]).toMatchObject({
    data: {
      message: {
        title: 'All callback attempts failed',
        content: 'Every callback of order C1 failed; send it by hand',
        color: 'red',
        level: 'danger',
      },
    },
  });
  const chinese = await call('GET', '/unread', merchant, undefined, 'zh-CN');
  expect(chinese.data.items[0]?.data.message.title).toMatch(/回调/);
});

test('what is read leaves the unread list and stands on the other; other people’s do not exist', async () => {
  const caller = otherAgent;
  for (const no of ['D1', 'D2', 'D3']) {
    await happen('callback.failed', {
      ...failed(no),
      customer_id: String(otherMerchant),
      agent_id: String(otherAgent),
    });
  }
  const { data } = await call('GET', '/unread?paginate=2', caller);
  expect([data.items.length, data.total, data.summary.unread]).toEqual([2, 3, 3]);
  const rest = await call('GET', `/unread?paginate=2&cursor=${data.next_cursor}`, caller);
  expect([rest.data.items.length, rest.data.next_cursor]).toEqual([1, null]);
  const [first] = data.items;
  expect((await call('POST', '/markAsRead', caller, { id: first!.id })).data).toEqual({ unread: 2 });
  expect((await call('POST', '/markAsRead', caller, { id: first!.id })).data).toEqual({ unread: 2 });
  expect((await call('GET', '/read', caller)).data.items.map(({ id }) => id)).toEqual([first!.id]);
  for (const id of [first!.id, '999999999', 'x']) {
    expect((await call('POST', '/markAsRead', sub, { id })).code).toBe(404);
  }
  expect((await call('POST', '/markAsRead', caller, { id: 'all' })).data).toEqual({ unread: 0 });
  expect((await call('GET', '/unread', caller)).data.total).toBe(0);
});

test('an open browser hears its notification at once, in its language', async () => {
  const { port } = app.server.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token: String(agent) },
    transports: ['websocket'],
  });
  const stranger = io(`http://127.0.0.1:${port}`, {
    auth: { token: String(otherAgent) },
    transports: ['websocket'],
  });
  const strange: unknown[] = [];
  stranger.on('notification', (one) => strange.push(one));
  await Promise.all(
    [socket, stranger].map((one) => new Promise<void>((resolve) => one.on('connect', () => resolve()))),
  );
  const heard = new Promise<Notification>((resolve) => socket.on('notification', resolve));
  await happen('callback.failed', failed('E1', 'invalid_url'));
  expect((await heard).data.message.content).toBe(
    'The callback address of order E1 cannot be used; correct it and send by hand',
  );
  expect(strange).toEqual([]);
  socket.close();
  stranger.close();
});

test('a sign-in from a new address or in a new browser is told to its user alone, a usual one to nobody', async () => {
  const signIn = (more: object) =>
    happen('session.started', { user_id: String(agent), ip: '203.0.113.5', ...more });
  await signIn({ is_new_address: false, is_new_browser: false });
  expect(await told('LoginFromNewIp')).toEqual([]);
  await signIn({ is_new_address: true, is_new_browser: true });
  await signIn({ is_new_address: false, is_new_browser: true });
  expect(await told('LoginFromNewIp')).toEqual(['agent', 'agent']);
});

test.each([
  ['user.passwordChanged', {}],
  ['user.paymentPasswordChanged', {}],
  ['user.twoFactorBound', {}],
  ['user.twoFactorReset', {}],
  ['user.ipAllowlistChanged', {}],
  ['merchant.keysChanged', { change: 'rotateKey', key: 'ak_live_1' }],
] as const)('%s is told to its owner alone, in words', async (kind, more) => {
  await admin.query(`DELETE FROM notification WHERE type = 'SecurityChanged'`);
  await happen(kind, { user_id: String(merchant), ...more });
  expect(await told('SecurityChanged')).toEqual(['merchant']);
  const { items } = (await call('GET', '/unread', merchant)).data;
  const content = items.find(({ type }) => type === 'SecurityChanged')?.data.message.content ?? '';
  expect(content).toMatch(/^(Your|An|The) .{10,}/);
});

test('the recovery of an administrator is told to everybody who is signed in, and to the platform', async () => {
  await admin.query(
    `INSERT INTO session (user_id, token_hash, expires_at, ended_at)
     VALUES ($1, 'live', now() + interval '1 hour', NULL), ($2, 'ended', now() + interval '1 hour', now()),
            ($3, 'over', now() - interval '1 hour', NULL)`,
    [otherMerchant, merchant, agent],
  );
  await happen('admin.recovery', { username: 'root', state: 'announced', at: '2026-11-23T04:00:00.000Z' });
  expect((await told('AdminRecovery')).toSorted()).toEqual(['otherMerchant', 'platform']);
});

test('a difference in the books, a payout that its merchant did not confirm and a settlement reach whom they concern', async () => {
  await happen('books.broken', { proof_id: '3', checks: ['L1', 'V2'] });
  expect(await told('BalanceCheckFailed')).toEqual(['platform']);
  const { data: books } = await call('GET', '/unread', platform);
  expect(books.items[0]?.data.message.content).toBe('Checks that failed: L1, V2. Look at once');

  const payout = { order_no: 'P2611220000000010007', customer_id: String(merchant), agent_id: String(agent) };
  const sum = { currency: 'TWD' as const, amount: '50000000' };
  const news = { ...payout, ...sum } as unknown as Events['payout.failed'];
  await happen('payout.failed', { ...news, status: 'insufficient_balance' });
  expect(await told('VerifyFailed')).toEqual([]);
  await happen('payout.failed', { ...news, status: 'verify_failed' });
  expect(await told('VerifyFailed')).toEqual(['platform', 'agent', 'merchant']);
  const { data: checked } = await call('GET', '/unread', merchant);
  expect(checked.items[0]?.about).toEqual({ kind: 'payout', id: payout.order_no });

  // A second part of the same night adds nothing.
  for (let part = 0; part < 2; part += 1)
    await happen('settlement.released', {
      customer_id: String(merchant),
      agent_id: String(agent),
      day: '2026-11-22',
    });
  expect(await told('SettlementDone')).toEqual(['merchant']);
});

test('a callback of a payout that failed for good leads to the payout', async () => {
  await happen('callback.failed', { ...failed('P2611220000000010008'), order_kind: 'payout' });
  const { data } = await call('GET', '/unread', merchant);
  expect(data.items[0]?.about).toEqual({ kind: 'payout', id: 'P2611220000000010008' });
});
