import { randomBytes, randomUUID } from 'node:crypto';
import { getPayout, searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { tronSandbox } from '@suanpan/signing/tron-sandbox';
import { parseAmount } from '@suanpan/money/amount';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nobodyDecided } from '../../../../test/nobody-decided.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { sentBy, startTronPeer } from '../../../../test/tron-peer.ts';
import { openApprovals } from '../../approvals/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { bindPayoutActs, bindPayouts, keepPayee } from '../index.ts';
import type { PayoutRow } from '../payouts.queries.ts';
import { findPayoutAttempt } from '../payouts.queries.ts';
import { letGo } from '../send/dispatch.store.ts';
import { handOver, nameTransfer } from './transfers.store.ts';
import { hearUnsent } from './unsent.store.ts';

// A payout over a chain of which two persons say that it was never sent: only the chain's history gives it back.
const door = await openDoor();
const { admin, call, code, database, person, vault } = door;
const rooms = await openMoneyRooms(door, { startBank: startTronPeer });
const here = await openPayoutRooms(door, rooms);
const approvals = openApprovals({ db: database, identity: door.identity, fourEyes: true });
approvals.bind(door.app);
bindPayoutActs(door.app, here.payouts, door.identity, approvals);
bindPayouts(door.app, here.payouts, async () => []);
const password = 'quiet river stones';
const [own, payee, stranger] = tronSandbox.addresses;
let merchantId: bigint;
let holder: Person;
let checker: Person;
const tokens = new Map<bigint, string>();

beforeAll(async () => {
  holder = await person({ kind: 'admin', paymentPassword: password });
  checker = await person({ kind: 'admin', paymentPassword: password });
  for (const each of [holder, checker]) {
    tokens.set(each.id, await door.tokenOf(each));
  }
  const tenant = await createTenant(door, { provider: rooms.bank, currency: 'USDT' });
  merchantId = await tenant.merchant();
  const credentials = JSON.stringify({ ...rooms.bank.credentials, addresses: own });
  await here.channel(tenant, [merchantId], {
    account: {
      currency: 'USDT',
      credentials_sealed: vault.seal(credentials, 'channel_account.credentials'),
    },
    channel: { currency: 'USDT', endpoint_per_item: 0n },
  });
  await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE id = $1", [merchantId]);
  const placed = await rooms.place(merchantId, { currency: 'USDT', major: '9000' });
  rooms.bank.pay(placed.order_no);
  await rooms.tell(placed);
});
beforeEach(() => {
  rooms.bank.takeQueries = 'answer';
});

/** Sums of their own, so that what is sent for one is nobody else's. */
let sum = 100;
async function inHand(): Promise<PayoutRow> {
  const order = await here.place(merchantId, {
    currency: 'USDT',
    amount: parseAmount(String((sum += 1)), 'USDT'),
    payee: keepPayee(vault, { accountName: '', bankCode: 'TRC20', branch: null, accountNo: payee }),
    accountNo: payee,
    isAgreed: false,
  });
  await take(order.id);
  return here.payout(order.id);
}
async function take(orderId: bigint, by = holder): Promise<void> {
  const actor = { actorId: by.id, reason: 'mine', requestId: 'r' };
  await database.app.transaction().execute((tx) => letGo(tx, orderId, actor));
  await here.work();
  expect(await here.payout(orderId)).toMatchObject({ stage: 'claimed' });
}
const proof = (who: Person) => ({ payment_password: password, one_code: code(who) });
const post = (path: string, who: Person, body: object) =>
  call('POST', path, {
    token: tokens.get(who.id) ?? '',
    headers: { 'idempotency-key': randomUUID() },
    body: { ...proof(who), ...body },
  });
const say = (order: PayoutRow, becomes = 'queued', who = holder) =>
  post(`/payment/transactions/${order.id}/notSent`, who, { becomes, reason: 'the wallet was locked' });
async function agree(order: PayoutRow, becomes = 'queued'): Promise<string> {
  const { data } = await say(order, becomes);
  const { approval_id: id } = data as unknown as { approval_id: string };
  expect((await post(`/admin/approvals/${id}/approve`, holder, {})).code).not.toBe(0);
  expect((await post(`/admin/approvals/${id}/approve`, checker, {})).code).toBe(0);
  return id;
}
/** As if the two persons had said so some time ago, and another round of the worker. */
async function later(order: PayoutRow): Promise<PayoutRow> {
  await admin.query(
    "UPDATE payout_unsent SET said_at = said_at - interval '11 minutes' WHERE order_id = $1",
    [order.id],
  );
  await here.work();
  return here.payout(order.id);
}
function send(order: PayoutRow, more: Record<string, string> = {}): string {
  const hash = randomBytes(32).toString('hex');
  const moved = { from: own, to: payee, value: String(order.amount), ...more };
  rooms.bank.awaits?.(sentBy(hash), moved);
  rooms.bank.pay(sentBy(hash));
  return hash;
}
const held = async () => (await rooms.balances(merchantId, 'USDT'))['L230'] ?? '0.00';
const states = async (order: PayoutRow) => {
  const { rows } = await admin.query<{ state: string }>(
    'SELECT state FROM payout_unsent WHERE order_id = $1 ORDER BY id',
    [order.id],
  );
  return rows.map(({ state }) => state);
};
const name = (order: PayoutRow, hash: string) =>
  post(`/payment/transactions/${order.id}/transfer`, holder, { tx_hash: hash, reason: 'sent' });
const kinds = async (order: PayoutRow): Promise<string[]> => {
  const { data } = await call('GET', `/payment/transactions/${order.id}`, {
    token: tokens.get(holder.id) ?? '',
  });
  return getPayout.output.parse(data).timeline.map(({ kind }) => kind);
};
const actionsOf = async (order: PayoutRow): Promise<string[]> => {
  const { data } = await call('POST', '/payment/transactions/search', {
    token: tokens.get(holder.id) ?? '',
    body: { numbers: [order.order_no] },
  });
  return searchPayouts.output.parse(data).items[0]?.actions ?? [];
};

describe('a payout over a chain that was never sent', () => {
  test('waits in the queue for a person again, once two persons and the chain agree', async () => {
    const order = await inHand();
    const before = await held();
    expect(await actionsOf(order)).toContain('notSent');
    await agree(order);
    expect(await actionsOf(order)).not.toContain('notSent');
    // Whatever was sent a moment ago need not stand yet: nothing is concluded before it would.
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({ status: 'processing', stage: 'unknown' });
    expect(await later(order)).toMatchObject({
      status: 'processing',
      stage: 'queued',
      wait_reason: 'approval',
    });
    expect(await held()).toBe(before);
    expect(await kinds(order)).toEqual(expect.arrayContaining(['payout.saidUnsent', 'payout.unsent']));
    for (let round = 0; round < 3; round += 1) await here.work();
    expect((await here.payout(order.id)).stage).toBe('queued');
    // Another may take it, and what he sends pays it.
    await take(order.id, checker);
    expect(await here.payout(order.id)).toMatchObject({ attempt_no: 2 });
    expect((await name(order, send(order))).code).toBe(21_019);
    const hash = send(order);
    await database.app
      .transaction()
      .execute((tx) =>
        nameTransfer(tx, order.id, hash, { actorId: checker.id, reason: 's', requestId: 'r' }),
      );
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({ status: 'paid', provider_order_no: hash });
  });

  test('gives its hold back where they say so, once', async () => {
    const before = await held();
    const order = await inHand();
    await agree(order, 'rejected');
    expect(await later(order)).toMatchObject({ status: 'rejected', failure: 'payoutRejected' });
    await here.work();
    expect(await hearUnsent(database.app, order.id, null, null)).toBe(false);
    expect(await held()).toBe(before);
    expect(await here.journal('payout.release', order.id)).toHaveLength(2);
    expect((await name(order, send(order))).code).toBe(21_001);
  });

  test('waits for a person where somebody said since that it was paid, and nobody decided that', async () => {
    const order = await inHand();
    await agree(order, 'rejected');
    await nobodyDecided(door, order.id, checker.id);
    expect(await later(order)).toMatchObject({
      status: 'processing',
      stage: 'queued',
      wait_reason: 'approval',
    });
    expect(await states(order)).toEqual(['clear']);
    const path = `/payment/transactions/${order.id}/reject`;
    // Not by who said so.
    expect((await post(path, checker, { reason: 'it was not' })).code).toBe(21_701);
    expect((await post(path, holder, { reason: 'it was not' })).code).toBe(0);
  });

  test.each([
    ['from the channel’s address', own],
    ['from any other', tronSandbox.sender],
  ])('stays in hand where the chain shows its transfer %s', async (_, from = '') => {
    const order = await inHand();
    await agree(order, 'rejected');
    const hash = send(order, { from });
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({ status: 'processing', stage: 'claimed' });
    expect(await states(order)).toEqual(['contradicted']);
    expect(await kinds(order)).toContain('payout.unsentContradicted');
    const right = from === own ? hash : send(order);
    expect((await name(order, right)).data).toEqual({ state: 'paid', refusal: null });
  });

  test('is not contradicted by what paid something else, moved another sum or coin, or went elsewhere', async () => {
    const order = await inHand();
    send(order, { to: stranger });
    send(order, { value: String(order.amount + 1n) });
    send(order, { token: tronSandbox.fakeToken });
    const used = send(order);
    await admin.query(
      `INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
       VALUES ($1, $2, 'withdrawal', 0, 1, now())`,
      [order.channel_account_id, `0X${used.toUpperCase()}`],
    );
    await agree(order);
    expect(await later(order)).toMatchObject({ stage: 'queued' });
    await admin.query('DELETE FROM paid_proof WHERE order_id = 0');
  });

  test('stays unknown while the node says nothing', async () => {
    const order = await inHand();
    await agree(order, 'rejected');
    for (const manner of ['error', 'garbage', 'cut'] as const) {
      rooms.bank.takeQueries = manner;
      expect(await later(order)).toMatchObject({ status: 'processing', stage: 'unknown' });
    }
    rooms.bank.takeQueries = 'answer';
    await here.work();
    expect((await here.payout(order.id)).status).toBe('rejected');
  });

  test('is overtaken by the transaction that is named, and by nobody’s old work', async () => {
    const order = await inHand();
    const attempt = await findPayoutAttempt(database.app, { orderId: order.id, n: 1 });
    await agree(order, 'rejected');
    // Whoever still holds the work of before must not put it back into a hand.
    expect(attempt && (await handOver(database.app, attempt))).toBe(false);
    const hash = send(order);
    expect((await name(order, hash)).data).toEqual({ state: 'paid', refusal: null });
    expect(await states(order)).toEqual(['overtaken']);
    expect(await hearUnsent(database.app, order.id, null, null)).toBe(false);
  });

  test('is said so by whoever has it in hand alone, and of a payout that is in a hand', async () => {
    const order = await inHand();
    expect((await say(order, 'queued', checker)).code).toBe(21_019);
    const asked = await say(order);
    // The transaction was named before the second person looked.
    await name(order, send(order));
    const { approval_id: id } = asked.data as unknown as { approval_id: string };
    expect((await post(`/admin/approvals/${id}/approve`, checker, {})).code).not.toBe(0);
    expect((await here.payout(order.id)).status).toBe('paid');
    expect((await say(order)).code).toBe(21_001);
    expect(await states(order)).toEqual([]);
    // Nor by the database itself, without what two persons agreed to.
    const next = await inHand();
    await expect(
      database.pool.query("SELECT payout_say_unsent($1, 'rejected', $2, NULL, 'alone', NULL)", [
        next.id,
        checker.id,
      ]),
    ).rejects.toMatchObject({ code: 'LG423' });
    await expect(
      database.pool.query('INSERT INTO payout_unsent (order_id) VALUES ($1)', [next.id]),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('ends once, however many workers hear of it at once', async () => {
    const before = await held();
    const order = await inHand();
    await agree(order, 'rejected');
    await admin.query(
      "UPDATE payout_unsent SET said_at = said_at - interval '11 minutes' WHERE order_id = $1",
      [order.id],
    );
    const told = await Promise.all([
      ...Array.from({ length: 6 }, () => hearUnsent(database.app, order.id, null, null)),
      here.work(),
    ]);
    expect(told.filter((each) => each === true).length).toBeLessThanOrEqual(1);
    expect((await here.payout(order.id)).status).toBe('rejected');
    expect(await held()).toBe(before);
  });
});

const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name: of, passed }) => (passed ? [] : [of]));

test('at the end every posting has its cause, and what two persons did not agree to is told', async () => {
  const order = await inHand();
  await agree(order);
  await later(order);
  expect(await failing()).toEqual([]);
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  for (const [change, back] of [
    ["SET becomes = 'rejected'", "SET becomes = 'queued'"],
    ["SET state = 'overtaken'", "SET state = 'clear'"],
  ]) {
    const where = `WHERE order_id = ${order.id}`;
    expect((await client.query(`UPDATE payout_unsent ${change} ${where}`)).rowCount).toBe(1);
    expect([change, await failing()]).toEqual([change, ['Y14']]);
    await client.query(`UPDATE payout_unsent ${back} ${where}`);
  }
  client.release(true);
  expect(await failing()).toEqual([]);
});
