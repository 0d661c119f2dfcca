import { beforeAll, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { openApprovals } from '../approvals/index.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { prove } from '../ledger/index.ts';
import { bindPayoutActs, reverseCheckKeyPurpose } from './index.ts';

const door = await openDoor();
const { admin, call, code, person } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms);
bindPayoutActs(
  door.app,
  here.payouts,
  door.identity,
  openApprovals({ db: door.database, identity: door.identity, fourEyes: true }),
);
const payment = 'quiet river stones';
let tenant: Tenant;
let merchantId: bigint;
let operator: Person;
let token: string;
let serial = 0;

beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId);
  operator = await person({ kind: 'admin', paymentPassword: payment });
  token = await door.tokenOf(operator);
});

const act = (orderId: bigint, name: string, more: object = {}, key = `key-${(serial += 1)}`) =>
  call('POST', `/payment/transactions/${orderId}/${name}`, {
    token,
    headers: { 'idempotency-key': key },
    body: { reason: 'looked at it', payment_password: payment, one_code: code(operator), ...more },
  });

const actsOf = async (orderId: bigint): Promise<string[]> => {
  const { rows } = await admin.query<{ act: string }>(
    "SELECT act FROM audit_log WHERE object_kind = 'payout' AND object_id = $1 AND actor_id = $2 ORDER BY id",
    [String(orderId), operator.id],
  );
  return rows.map((row) => row.act);
};

describe('a person of the platform', () => {
  test('lets a waiting payout go, once, with reason and code', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    expect((await act(order.id, 'dispatch', { payment_password: 'wrong' })).code).toBe(20434);
    expect((await here.payout(order.id)).wait_reason).toBe('approval');
    expect(await act(order.id, 'dispatch')).toMatchObject({
      code: 0,
      data: { state: 'done', approval_id: null },
    });
    expect((await here.payout(order.id)).wait_reason).toBeNull();
    expect((await act(order.id, 'dispatch')).code).toBe(21001);
    expect(await actsOf(order.id)).toEqual(['payout.dispatch', 'payment.transactions.take']);
  });

  test('does not let go what he submitted himself', async () => {
    const order = await here.place(merchantId, {
      major: '10',
      isAgreed: false,
      source: 'manual',
      personId: operator.id,
    });
    expect((await act(order.id, 'dispatch')).code).toBe(21701);
    expect((await here.payout(order.id)).wait_reason).toBe('approval');
  });

  test('rejects what was not sent, and nothing that a provider may have', async () => {
    const [free, sent] = [
      await here.place(merchantId, { major: '10', isAgreed: false }),
      await here.place(merchantId, { major: '10' }),
    ];
    await here.work();
    expect((await act(free.id, 'reject')).code).toBe(0);
    expect(await here.payout(free.id)).toMatchObject({ status: 'rejected', failure: 'payoutRejected' });
    expect((await act(sent.id, 'reject')).code).toBe(21001);
    expect((await here.payout(sent.id)).status).toBe('processing');
  });

  test('sends a waiting payout by another channel, at what its merchant was charged', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const { rows } = await admin.query<{ id: bigint }>(
      "SELECT id FROM channel WHERE direction = 'payout' AND id <> $1 ORDER BY id LIMIT 1",
      [order.channel_id],
    );
    const other = rows[0]?.id ?? 0n;
    expect((await act(order.id, 'switchChannel', { channel_id: String(other) })).code).toBe(0);
    expect(await here.payout(order.id)).toMatchObject({
      channel_id: other,
      merchant_fee: order.merchant_fee,
    });
    expect((await act(order.id, 'switchChannel', { channel_id: '999999' })).code).toBe(21001);
  });

  test('sees whom a payout pays in full with reason and code alone, and each look stands in the log', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false, accountNo: '0901-5605 4321' });
    const shown = await act(order.id, 'reveal');
    expect(shown).toMatchObject({ code: 0, data: { card_no: '090156054321' } });
    expect((await act(order.id, 'reveal', { payment_password: 'wrong' })).code).toBe(20434);
    expect((await act(order.id, 'reveal', { reason: '' })).code).toBe(400);
    expect((await act(0n, 'reveal')).code).toBe(404);
    // The same code is worth nothing for another look, and a key brings no answer back.
    const body = { reason: 'twice', payment_password: payment, one_code: code(operator) };
    const look = () =>
      call('POST', `/payment/transactions/${order.id}/reveal`, {
        token,
        headers: { 'idempotency-key': 'reveal-twice' },
        body,
      });
    const both = await Promise.all([look(), look()]);
    expect(both.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 10_003]);
    expect(await actsOf(order.id)).toEqual(['payment.transactions.reveal', 'payment.transactions.reveal']);
    const { rows } = await admin.query<{ everything: string }>(
      `SELECT coalesce(string_agg(x.row, ' '), '') AS everything FROM (
         SELECT row_to_json(l)::text AS row FROM audit_log l UNION ALL SELECT row_to_json(k)::text FROM idempotency_key k
       ) x`,
    );
    expect(rows[0]?.everything).not.toContain('090156054321');
  });

  test('has a payout verified once more, which is held anew from what there is', async () => {
    const id = await tenant.merchant({ payout_from_unsettled: true, settle_rule: 'D2' });
    await here.channel(tenant, [id]);
    await here.earn(id);
    await admin.query('INSERT INTO audit_setting (user_id, url, key_sealed) VALUES ($1, $2, $3)', [
      id,
      'http://127.0.0.1:9/check',
      door.vault.seal('key', reverseCheckKeyPurpose),
    ]);
    const order = await here.place(id);
    await here.work();
    await here.work();
    expect((await here.payout(order.id)).status).toBe('verify_failed');
    expect((await act(order.id, 'reverify')).code).toBe(0);
    expect(await here.payout(order.id)).toMatchObject({
      status: 'processing',
      stage: 'verifying',
      hold_no: 2,
      failure: null,
      completed_at: null,
    });
    expect(await rooms.balances(id)).toEqual({ L202: '4695.00', L230: '5020.00' });
    expect((await act(order.id, 'reverify')).code).toBe(21001);
    await here.work();
    await here.work();
    expect((await here.payout(order.id)).status).toBe('verify_failed');
    expect(await rooms.balances(id)).toEqual({ L202: '9715.00' });
    // Without the money it stays as it is.
    await here.place(id, { major: '9000' });
    expect((await act(order.id, 'reverify')).code).toBe(21100);
    expect((await here.payout(order.id)).status).toBe('verify_failed');
  });
});

test('after all of this the books prove', async () => {
  expect((await prove(door.database)).checks.filter(({ passed }) => !passed)).toEqual([]);
});
