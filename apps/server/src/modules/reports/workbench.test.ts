import { randomUUID } from 'node:crypto';
import type { WorkbenchKind } from '@suanpan/contract/endpoints/workbench';
import { expect, test } from 'vitest';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { nothingByHand } from '../../../test/nothing-by-hand.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { businessNow } from '../../platform/clock.ts';
import { unansweredOrders } from '../callbacks/index.ts';
import { bindReceipts, bindSupply } from '../collections/index.ts';
import type { OrderRow } from '../collections/index.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { prove } from '../ledger/index.ts';
import { bindPayoutActs } from '../payouts/index.ts';
import { openTestUsers } from '../users/testing/open-test-users.ts';
import { openReports } from './index.ts';
import type { ReportsDeps } from './reports-deps.ts';

const door = await openDoor();
const { admin, call, code, database, person } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms);
const approvals = openTestUsers(door, door.app, door.identity);
bindSupply(door.app, rooms.collections, door.identity, approvals);
bindReceipts(door.app, rooms.collections, door.identity, approvals, nothingByHand);
bindPayoutActs(door.app, here.payouts, door.identity, approvals);
const none: Awaited<ReturnType<ReportsDeps['differences']>> = { oldestAt: null, sums: [], items: [] };
let differing = none;
openReports({
  db: database,
  unanswered: (db) => unansweredOrders(db, 'collection'),
  placesOf: async () => new Map(),
  differences: async () => differing,
}).bind(door.app);
const paymentPassword = 'a payment password';

interface Item {
  readonly id: string;
  readonly no: string;
  readonly path: string;
  readonly actions: readonly string[];
}
interface Answer {
  readonly code: number;
  readonly data: {
    readonly approval_id: string;
    readonly hash: string;
    readonly total: number | null;
    readonly items: readonly {
      readonly id: string;
      readonly path: string;
      readonly kind: WorkbenchKind;
      readonly count: number;
      readonly oldest_at: string | null;
      readonly items: readonly Item[];
    }[];
  };
}
const tokens = new Map<bigint, string>();
async function ask(who: Person, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const token = tokens.get(who.id) ?? (await door.tokenOf(who));
  tokens.set(who.id, token);
  return (await call(method, path, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    ...(body && { body }),
  })) as unknown as Answer;
}
const proofOf = (who: Person) => ({ payment_password: paymentPassword, one_code: code(who) });
const approve = async (who: Person, { data }: Answer) =>
  expect((await ask(who, 'POST', `/admin/approvals/${data.approval_id}/approve`, proofOf(who))).code).toBe(0);

async function supply(who: Person, id: string, wished: object): Promise<Answer> {
  const path = `/collection/transactions/${id}/supply`;
  const { data } = await ask(who, 'POST', `${path}/effect`, wished);
  return ask(who, 'POST', path, { ...wished, ...proofOf(who), reason: 'x', effect_hash: data.hash });
}

test('each thing stands under one kind, with its age and what resolves it, and nothing is left once all are resolved', async () => {
  const tenant = await createTenant(door, { provider: rooms.bank });
  const merchantId = await tenant.merchant();
  const { channelAccountId } = await here.channel(tenant, [merchantId]);
  await here.earn(merchantId, 2);
  const boss = await person({ kind: 'admin', paymentPassword });
  const second = await person({ kind: 'admin', paymentPassword });
  const todo = async (who = boss) => (await ask(who, 'GET', '/index/workbench')).data.items;
  const counts = async (who = boss) =>
    Object.fromEntries((await todo(who)).map(({ count, kind }) => [kind, count]));
  const itemsOf = async (kind: WorkbenchKind, who = boss): Promise<readonly Item[]> =>
    (await todo(who)).find((group) => group.kind === kind)?.items ?? [];
  expect(await counts()).toEqual({});

  const pay = async (order: OrderRow, amount?: string): Promise<void> => {
    rooms.bank.pay(order.order_no, amount === undefined ? {} : { amount });
    await rooms.tell(order);
  };
  const short = await rooms.place(merchantId);
  await pay(short, '9000.00');
  // A person called it unusual, and then its money came; one that nobody paid is no work.
  const [odd, nobody] = [await rooms.place(merchantId), await rooms.place(merchantId)];
  await admin.query("UPDATE collection_order SET status = 'abnormal' WHERE id = ANY ($1)", [
    [odd.id, nobody.id],
  ]);
  await pay(odd);
  const supplied = await rooms.place(merchantId);
  await supply(boss, String(supplied.id), { amount: '10000', source: 'goodwill' });
  await pay(supplied);
  const large = await rooms.place(merchantId, { major: '100000' });
  const waiting = await supply(boss, String(large.id), { amount: '100000', source: 'goodwill' });
  rooms.bank.takeCreates = 'cut';
  const lost = await here.place(merchantId);
  await here.work();
  rooms.bank.takeCreates = 'answer';
  expect(await here.payout(lost.id)).toMatchObject({ status: 'processing', stage: 'unknown' });
  await admin.query("UPDATE collection_order SET callback_status = 'failed' WHERE id = $1", [supplied.id]);
  await admin.query(
    `INSERT INTO callback (order_kind, order_id, customer_id, agent_id, recipient_id, type, api_version, event_id, url, lane, body, status, created_at,
       order_created_at)
     SELECT 'collection', id, customer_id, agent_id, customer_id, 'collection.succeeded', 'v2', 'evt_w', 'https://shop.example.com', 'https://shop.example.com ' || customer_id, '', 'failed', now(),
       created_at
     FROM collection_order WHERE id = $1`,
    [supplied.id],
  );
  await admin.query(
    'UPDATE channel_account SET balance = 1, low_water = 2, balance_checked_at = now() WHERE id = $1',
    [channelAccountId],
  );

  const all = {
    amountMismatch: 1,
    abnormal: 1,
    receipt: 1,
    payoutUnknown: 1,
    callbackFailed: 1,
    lowBalance: 1,
  };
  expect(await counts()).toEqual(all);
  // What waits for a second person waits for him alone.
  expect(await counts(second)).toEqual({ ...all, approval: 1 });
  const now = await businessNow(database.app);
  expect((await todo(second)).every(({ oldest_at: at }) => at !== null && new Date(at) <= now)).toBe(true);
  expect((await itemsOf('amountMismatch'))[0]).toMatchObject({ id: String(short.id), actions: ['supply'] });
  expect((await itemsOf('receipt'))[0]?.path).toMatch(/^\/wrap\/claimOrder\?no=/);
  // Where all of a kind stand there are as many as it says.
  for (const { count, kind, path } of await todo(second)) {
    const [list, question] = path.split('?');
    const calls: Record<string, string> = {
      '/wrap/claimOrder': '/claimOrder',
      '/wrap/admin.approvals': '/admin/approvals',
    };
    const at = calls[list ?? ''];
    if (at === undefined) continue;
    expect([kind, (await ask(second, 'GET', `${at}?${question}`)).data.total]).toEqual([kind, count]);
  }
  expect((await todo()).find(({ kind }) => kind === 'callbackFailed')?.path).toBe(
    '/wrap/callbacks?given_up=only&range=all',
  );
  const at = new Date('2026-11-22T00:00:00Z');
  differing = {
    oldestAt: at,
    sums: [{ currency: 'TWD', count: 1n, amount: -770_000n }],
    items: [{ id: 7n, no: 'CH-7', amount: -770_000n, currency: 'TWD', at, about: 'Bank of Sand 1' }],
  };
  expect((await todo()).find(({ kind }) => kind === 'reconciliation')).toMatchObject({
    count: 1,
    path: '/wrap/admin.reconciliation?state=open',
    items: [{ no: 'CH-7', amount: '-77.0000', path: '/wrap/admin.reconciliation?state=open&open=7' }],
  });
  differing = none;

  for (const [order, amount] of [
    [short, '9000'],
    [odd, '10000'],
  ] as const) {
    const { rows } = await admin.query<{ id: bigint }>('SELECT id FROM receipt WHERE order_id = $1', [
      order.id,
    ]);
    await supply(boss, String(order.id), { amount, source: 'receipt', receipt_id: String(rows[0]?.id) });
  }
  const { rows } = await admin.query<{ id: bigint }>('SELECT id FROM receipt WHERE order_id = $1', [
    supplied.id,
  ]);
  const made = await ask(boss, 'POST', `/claimOrder/${rows[0]?.id}/restore`, {
    ...proofOf(boss),
    reason: 'it came',
  });
  await approve(second, made);
  await approve(second, waiting);
  const said = await ask(boss, 'POST', `/payment/transactions/${lost.id}/markPaid`, {
    ...proofOf(boss),
    reason: 'the statement shows it',
    third_party_no: 'WIRE-1',
  });
  await approve(second, said);
  expect(await counts(second)).toEqual({ callbackFailed: 1, lowBalance: 1 });
  await admin.query("UPDATE callback SET status = 'success' WHERE event_id = 'evt_w'");
  await admin.query("UPDATE collection_order SET callback_status = 'success' WHERE id = $1", [supplied.id]);
  await admin.query('UPDATE channel_account SET balance = 3 WHERE id = $1', [channelAccountId]);
  expect(await counts(second)).toEqual({});
  const { checks } = await prove(database);
  // The orders above were called unusual, and told of, past the doors.
  const planted = new Set(['S1', 'O1']);
  expect(checks.flatMap(({ name, passed }) => (passed || planted.has(name) ? [] : [name]))).toEqual([]);
});

test('a senior agent has the work of his own tree alone', async () => {
  const one = await createTenant(door, { provider: rooms.bank });
  const order = await rooms.place(one.merchantId);
  rooms.bank.pay(order.order_no, { amount: '1.00' });
  await rooms.tell(order);
  const other = await person({ kind: 'agent', paymentPassword });
  expect((await ask(other, 'GET', '/index/workbench')).data.items).toEqual([]);
});
