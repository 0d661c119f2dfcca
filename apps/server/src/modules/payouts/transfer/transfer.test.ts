import { randomBytes } from 'node:crypto';
import { getPayout } from '@suanpan/contract/endpoints/payouts';
import { tronSandbox } from '@suanpan/signing/tron-sandbox';
import { parseAmount } from '@suanpan/money/amount';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { sentBy, startTronPeer } from '../../../../test/tron-peer.ts';
import { openApprovals } from '../../approvals/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { bindPayoutActs, bindPayouts, cancelPayout, keepPayee } from '../index.ts';
import { letGo } from '../send/dispatch.store.ts';
import { findPayoutAttempt } from '../payouts.queries.ts';
import { handOver, nameTransfer } from './transfers.store.ts';
import { sendPayouts } from '../send/attempts.store.ts';

// A payout over a chain: the product sends nothing, a person does, and only what the chain tells of his transaction pays it.
const door = await openDoor();
const { admin, call, code, database, person, vault } = door;
const rooms = await openMoneyRooms(door, { startBank: startTronPeer });
const here = await openPayoutRooms(door, rooms);
const approvals = openApprovals({ db: database, identity: door.identity, fourEyes: true });
approvals.bind(door.app);
bindPayoutActs(door.app, here.payouts, door.identity, approvals);
bindPayouts(door.app, here.payouts, async () => []);
const payment = 'quiet river stones';
const [own, payee, stranger] = tronSandbox.addresses;
const usdt = (major: string): string => String(parseAmount(major, 'USDT'));
let tenant: Tenant;
let merchantId: bigint;
let operator: Person;
let token: string;
let serial = 0;

beforeAll(async () => {
  operator = await person({ kind: 'admin', paymentPassword: payment });
  token = await door.tokenOf(operator);
  tenant = await createTenant(door, { provider: rooms.bank, currency: 'USDT' });
  merchantId = await merchantWithMoney(tenant);
});
beforeEach(() => {
  rooms.bank.takeQueries = 'answer';
});
/** A merchant with some thousand USDT and a way to pay them out. */
async function merchantWithMoney(of: Tenant): Promise<bigint> {
  const id = await of.merchant();
  await here.channel(of, [id], {
    account: { currency: 'USDT', credentials_sealed: sealed({ addresses: own }) },
    channel: { currency: 'USDT', endpoint_per_item: 0n },
  });
  await database.app.updateTable('app_user').set({ settle_rule: 'D0' }).where('id', '=', id).execute();
  const placed = await rooms.place(id, { currency: 'USDT', major: '9000' });
  rooms.bank.pay(placed.order_no);
  await rooms.tell(placed);
  return id;
}

const sealed = (more: object): string =>
  vault.seal(JSON.stringify({ ...rooms.bank.credentials, ...more }), 'channel_account.credentials');

const wish = (major: string, more: object = {}) => ({
  currency: 'USDT' as const,
  amount: parseAmount(major, 'USDT'),
  payee: keepPayee(vault, { accountName: '', bankCode: 'TRC20', branch: null, accountNo: payee }),
  isAgreed: false,
  accountNo: payee,
  ...more,
});

/** Submitted, let go by a person, and in his hand. */
async function inHand(major = '100', of = merchantId) {
  const order = await here.place(of, wish(major));
  expect(order).toMatchObject({ stage: 'queued', wait_reason: 'approval' });
  await database.app
    .transaction()
    .execute((tx) => letGo(tx, order.id, { actorId: operator.id, reason: 'mine', requestId: 'r' }));
  await here.work();
  expect(await here.payout(order.id)).toMatchObject({ stage: 'claimed', attempt_no: 1 });
  return order;
}

const newHash = (): string => randomBytes(32).toString('hex');

/** A transaction on the chain; it stands unless a test says otherwise. */
function send(
  major: string,
  more: Record<string, string> = {},
  { stands = true, at }: { stands?: boolean; at?: Date } = {},
): string {
  const hash = newHash();
  rooms.bank.awaits?.(sentBy(hash), { from: own, to: payee, value: usdt(major), ...more });
  if (stands) rooms.bank.pay(sentBy(hash), at === undefined ? {} : { at });
  return hash;
}

const name = (orderId: bigint, hash: string, key = `name-${(serial += 1)}`) =>
  call('POST', `/payment/transactions/${orderId}/transfer`, {
    token,
    headers: { 'idempotency-key': key },
    body: {
      tx_hash: hash,
      reason: 'sent from the wallet',
      payment_password: payment,
      one_code: code(operator),
    },
  });
const held = async (id = merchantId) => (await rooms.balances(id, 'USDT'))['L230'] ?? '0.00';
const paidTimes = async (orderId: bigint) => (await here.journal('payout.paid', orderId)).length > 0;
const proofs = async (hash: string): Promise<number> => {
  const { rows } = await admin.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM paid_proof WHERE lower(provider_ref) = $1',
    [hash],
  );
  return rows[0]?.n ?? 0;
};
const journals = async (orderId: bigint): Promise<number> => {
  const { rows } = await admin.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM journal WHERE event = 'payout.paid' AND ref_id = $1",
    [orderId],
  );
  return rows[0]?.n ?? 0;
};

describe('a payout over a chain', () => {
  test('waits for a person, and no way of a bank takes it nor its own a bank account', async () => {
    const before = await held();
    const order = await here.place(merchantId, wish('100'));
    expect(order).toMatchObject({ bank_code: 'TRC20', stage: 'queued', wait_reason: 'approval' });
    expect(order.card_shown).not.toContain(payee.slice(8, -5));
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('queued');
    const bank = keepPayee(vault, {
      accountName: '王小明',
      bankCode: '004',
      branch: null,
      accountNo: '90123456',
    });
    expect(await here.submit(merchantId, wish('10', { payee: bank }))).toMatchObject({
      refusal: 'noChannelAvailable',
    });
    // As long as nobody took it its merchant may take it back.
    await cancelPayout(here.payouts, order.id, { actorId: merchantId, requestId: 'r' });
    expect(await held()).toBe(before);
  });

  test('is sent by nobody: the worker asks the node for nothing until a transaction is named', async () => {
    const before = rooms.bank.calls.length;
    const order = await inHand();
    for (let round = 0; round < 3; round += 1) await here.work();
    expect(rooms.bank.calls.length).toBe(before);
    expect(await here.payout(order.id)).toMatchObject({ status: 'processing', stage: 'claimed' });
    await expect(
      cancelPayout(here.payouts, order.id, { actorId: merchantId, requestId: 'r' }),
    ).rejects.toThrow('invalidState');
  });

  test('is paid and posted once by a transaction that moved exactly it', async () => {
    const before = await held();
    const order = await inHand();
    const hash = send('100');
    const told = await name(order.id, hash.toUpperCase());
    expect(told.data).toEqual({ state: 'paid', refusal: null });
    expect(await here.payout(order.id)).toMatchObject({
      status: 'paid',
      stage: null,
      provider_order_no: hash,
    });
    expect(await held()).toBe(before);
    const { data } = await call('GET', `/payment/transactions/${order.id}`, { token });
    expect(getPayout.output.parse(data).transfers).toMatchObject([{ tx_hash: hash, state: 'paid' }]);
    // A second click, and whatever the worker still does.
    expect((await name(order.id, hash)).code).toBe(21001);
    await here.work();
    expect(await journals(order.id)).toBe(1);
    expect(await proofs(hash)).toBe(1);
  });

  test('one that is in no block that stands is asked about again, and nothing is released or sent elsewhere', async () => {
    const before = await held();
    const order = await inHand();
    const hash = send('100', {}, { stands: false });
    expect((await name(order.id, hash)).data).toEqual({ state: 'asked', refusal: null });
    for (let round = 0; round < 4; round += 1) {
      await here.work();
      await admin.query("UPDATE payout_attempt SET not_found_at = not_found_at - interval '15 minutes'");
    }
    expect(await here.payout(order.id)).toMatchObject({
      status: 'processing',
      stage: 'unknown',
      attempt_no: 1,
    });
    expect(await held()).not.toBe(before);
    rooms.bank.pay(sentBy(hash));
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({ status: 'paid', provider_order_no: hash });
    expect(await journals(order.id)).toBe(1);
  });

  test.each([
    ['to another address', 'otherPayee', { to: stranger }],
    ['of another sum', 'otherAmount', { value: usdt('99.999999') }],
    ['of a coin that only calls itself USDT', 'otherToken', { token: tronSandbox.fakeToken }],
    ['that only allowed somebody to', 'otherToken', { topic: '8c5be1e5'.padEnd(64, '0') }],
    ['of somebody else to the same payee', 'otherSender', { from: tronSandbox.sender }],
    ['that failed', 'failed', { failed: 'true' }],
  ])('one %s is told as it is, and nothing is posted', async (_, refusal, more) => {
    const before = await held();
    const order = await inHand();
    const hash = send('100', more);
    expect((await name(order.id, hash)).data).toEqual({ state: 'refused', refusal });
    expect(await here.payout(order.id)).toMatchObject({ status: 'processing', stage: 'claimed' });
    await here.work();
    expect(await journals(order.id)).toBe(0);
    expect(await held()).not.toBe(before);
    // It is in hand still: the right one pays it.
    const right = send('100');
    expect((await name(order.id, right)).data).toEqual({ state: 'paid', refusal: null });
    const { data } = await call('GET', `/payment/transactions/${order.id}`, { token });
    expect(
      getPayout.output
        .parse(data)
        .transfers.map(({ state }) => state)
        .toSorted(),
    ).toEqual(['paid', 'refused']);
  });

  test('one that left the wallet of before, which was replaced lately, pays it all the same', async () => {
    const order = await inHand();
    const account = order.channel_account_id;
    await admin.query(
      `UPDATE channel_account SET previous_credentials_sealed = credentials_sealed, previous_until = now() + interval '1 hour',
         credentials_sealed = $2 WHERE id = $1`,
      [account, sealed({ addresses: stranger })],
    );
    expect((await name(order.id, send('100'))).data).toEqual({ state: 'paid', refusal: null });
    await admin.query(
      'UPDATE channel_account SET credentials_sealed = previous_credentials_sealed WHERE id = $1',
      [account],
    );
  });

  test('one that stood before it was handed over is none of it', async () => {
    const order = await inHand();
    const hash = send('100', {}, { at: new Date(Date.now() - 3_600_000) });
    expect((await name(order.id, hash)).data).toEqual({ state: 'refused', refusal: 'earlier' });
  });

  test('one that paid another payout pays no second one, of whichever house and account', async () => {
    const first = await inHand();
    const hash = send('100');
    await name(first.id, hash);
    const other = await createTenant(door, { provider: rooms.bank, currency: 'USDT' });
    const second = await inHand('100', await merchantWithMoney(other));
    expect((await name(second.id, hash)).code).toBe(21018);
    expect((await name(second.id, hash.toUpperCase())).code).toBe(21018);
    expect(await here.payout(second.id)).toMatchObject({ status: 'processing', stage: 'claimed' });
    expect(await proofs(hash)).toBe(1);
    // The database itself refuses it too, whoever asks.
    await expect(
      admin.query(
        `INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
         VALUES ($1, $2, 'withdrawal', 1, 1, now())`,
        [second.channel_account_id, hash.toUpperCase()],
      ),
    ).rejects.toThrow('paid_proof_transaction');
  });

  test('one that paid something else is known by it, however its number was typed there', async () => {
    const order = await inHand();
    const asked = (ref: string, id: number) =>
      admin.query(
        `INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
         VALUES ($1, $2, 'withdrawal', $3, 1, now())`,
        [order.channel_account_id, ref, id],
      );
    const hash = send('100');
    await asked(`0X${hash.toUpperCase()}`, -1);
    await expect(asked(` ${hash.slice(0, 32)} ${hash.slice(32)}`, -2)).rejects.toThrow(
      'paid_proof_transaction',
    );
    expect((await name(order.id, hash)).code).toBe(21018);
    expect(await journals(order.id)).toBe(0);
    await admin.query('DELETE FROM paid_proof WHERE order_id = -1');
    expect((await name(order.id, hash)).data).toEqual({ state: 'paid', refusal: null });
    await expect(asked(`0x${hash}`, -3)).rejects.toThrow('paid_proof_transaction');
  });

  test('one that was named for a payout which its slip paid meanwhile is free for whose it is', async () => {
    const [first, second] = [await inHand(), await inHand()];
    const hash = send('100', {}, { stands: false });
    expect((await name(first.id, hash)).data).toMatchObject({ state: 'asked' });
    const { rows } = await admin.query<{ done: boolean }>(
      "SELECT payout_paid_by_hand($1, $2, NULL, $3, NULL, 'as its slip says', 'r') AS done",
      [first.id, `slip of ${first.id}`, operator.id],
    );
    expect(rows).toEqual([{ done: true }]);
    rooms.bank.pay(sentBy(hash));
    expect((await name(second.id, hash)).data).toEqual({ state: 'paid', refusal: null });
    expect(await journals(first.id)).toBe(1);
  });

  test('one that is asked about for another payout is taken by neither twice', async () => {
    const [first, second] = [await inHand(), await inHand()];
    const hash = send('100', {}, { stands: false });
    const told = await Promise.all([
      database.app
        .transaction()
        .execute((tx) => nameTransfer(tx, first.id, hash, by()))
        .catch(String),
      database.app
        .transaction()
        .execute((tx) => nameTransfer(tx, second.id, hash, by()))
        .catch(String),
    ]);
    expect(told.filter((each) => each === true)).toHaveLength(1);
    expect(told.join(' ')).toContain('payout_transfer_once');
    rooms.bank.pay(sentBy(hash));
    await here.work();
    const paid = [await here.payout(first.id), await here.payout(second.id)].filter(
      ({ status }) => status === 'paid',
    );
    expect(paid).toHaveLength(1);
    expect(await proofs(hash)).toBe(1);
  });

  test('ten clicks at once, with the worker among them, post it once', async () => {
    const order = await inHand();
    const hash = send('100');
    await Promise.all([
      ...Array.from({ length: 10 }, () =>
        database.app
          .transaction()
          .execute((tx) => nameTransfer(tx, order.id, hash, by()))
          .catch(String),
      ),
      here.work(),
      here.work(),
    ]);
    await Promise.all([here.work(), here.work(), here.work()]);
    expect((await here.payout(order.id)).status).toBe('paid');
    expect(await journals(order.id)).toBe(1);
  });

  test('a slip of the pen is replaced by the right one, and is free for whose it is', async () => {
    const [first, second] = [await inHand(), await inHand()];
    const [mine, another] = [send('100'), send('100', {}, { stands: false })];
    expect((await name(first.id, another)).data).toMatchObject({ state: 'asked' });
    expect((await name(first.id, mine)).data).toMatchObject({ state: 'paid' });
    rooms.bank.pay(sentBy(another));
    expect((await name(second.id, another)).data).toMatchObject({ state: 'paid' });
    expect(await journals(first.id)).toBe(1);
  });

  test('a node that does not answer says nothing', async () => {
    const order = await inHand();
    const hash = send('100');
    for (const manner of ['error', 'garbage', 'cut'] as const) {
      rooms.bank.takeQueries = manner;
      expect((await name(order.id, hash)).data).toMatchObject({ state: 'asked' });
      await here.work();
      expect(await here.payout(order.id)).toMatchObject({ status: 'processing' });
    }
    rooms.bank.takeQueries = 'answer';
    await here.work();
    expect((await here.payout(order.id)).status).toBe('paid');
  });

  test('a crash between its sending and its being handed over is made good, one after its naming too', async () => {
    const order = await here.place(merchantId, wish('100'));
    await database.app
      .transaction()
      .execute((tx) => letGo(tx, order.id, { actorId: operator.id, reason: 'mine', requestId: 'r' }));
    await sendPayouts(database.workers, [order.id]);
    expect((await here.payout(order.id)).stage).toBe('submitted');
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('claimed');
    const hash = send('100');
    // Named, and the process died before the chain was asked.
    await database.app.transaction().execute((tx) => nameTransfer(tx, order.id, hash, by()));
    // Whoever still holds the work of before must not put it back into a hand, unasked.
    const attempt = await findPayoutAttempt(database.app, { orderId: order.id, n: 1 });
    expect(attempt && (await handOver(database.app, attempt))).toBe(false);
    await here.work();
    expect((await here.payout(order.id)).status).toBe('paid');
    expect(await journals(order.id)).toBe(1);
  });

  test('is in the hand of whoever let it go: nobody else names its transaction while he is there', async () => {
    const order = await inHand();
    const hash = send('100');
    const other = await person({ kind: 'admin', paymentPassword: payment });
    const names = () =>
      database.app
        .transaction()
        .execute((tx) => nameTransfer(tx, order.id, hash, { ...by(), actorId: other.id }));
    await expect(names()).rejects.toMatchObject({ code: 'LG423' });
    const othersToken = await door.tokenOf(other);
    const refused = await call('POST', `/payment/transactions/${order.id}/transfer`, {
      token: othersToken,
      headers: { 'idempotency-key': `name-${(serial += 1)}` },
      body: { tx_hash: hash, reason: 'mine too', payment_password: payment, one_code: code(other) },
    });
    expect(refused.code).toBe(21019);
    const { data } = await call('GET', `/payment/transactions/${order.id}`, { token: othersToken });
    expect(refused.message).toContain(getPayout.output.parse(data).in_hand_of);
    // Who has left cannot send it any more.
    await admin.query("UPDATE app_user SET status = 'disabled' WHERE id = $1", [operator.id]);
    try {
      expect(await names()).toBe(true);
    } finally {
      await admin.query("UPDATE app_user SET status = 'active' WHERE id = $1", [operator.id]);
    }
    await here.work();
    expect(await journals(order.id)).toBe(1);
  });

  test('nobody below the platform names one, nor does a number count as a slip', async () => {
    const order = await inHand();
    const agent = await person({ kind: 'agent', paymentPassword: payment });
    await expect(
      database.app
        .transaction()
        .execute((tx) => nameTransfer(tx, order.id, newHash(), { ...by(), actorId: agent.id })),
    ).rejects.toMatchObject({ code: 'LG403' });
    const asked = await call('POST', `/payment/transactions/${order.id}/markPaid`, {
      token,
      headers: { 'idempotency-key': `mark-${(serial += 1)}` },
      body: {
        third_party_no: newHash(),
        reason: 'I say so',
        payment_password: payment,
        one_code: code(operator),
      },
    });
    expect(asked.code).toBe(21016);
    expect(await paidTimes(order.id)).toBe(false);
  });
});

test('at the end every posting has its cause', async () => {
  expect((await prove(database)).checks.filter(({ passed }) => !passed)).toEqual([]);
});

const by = () => ({ actorId: operator.id, reason: 'sent from the wallet', requestId: 'r' });
