import { getPayout } from '@suanpan/contract/endpoints/payouts';
import { beforeAll, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { pngOf } from '../../platform/images/testing/pictures.ts';
import { openApprovals } from '../approvals/index.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { prove } from '../ledger/index.ts';
import { bindPayoutActs, bindPayouts } from './index.ts';

const door = await openDoor();
const { admin, call, code, login, person } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms);
const approvals = openApprovals({ db: door.database, identity: door.identity, fourEyes: true });
approvals.bind(door.app);
bindPayoutActs(door.app, here.payouts, door.identity, approvals);
bindPayouts(door.app, here.payouts, async () => []);
const payment = 'quiet river stones';
let tenant: Tenant;
let merchantId: bigint;
let maker: Person;
let checker: Person;
const tokens = new Map<bigint, string>();
let serial = 0;

beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId);
  maker = await person({ kind: 'admin', paymentPassword: payment });
  checker = await person({ kind: 'admin', paymentPassword: payment });
  for (const each of [maker, checker])
    tokens.set(each.id, (await login(each, { code: code(each) })).data.access_token);
});

const tokenOf = (who: Person): string => tokens.get(who.id) ?? '';
const proof = (who: Person) => ({ payment_password: payment, one_code: code(who) });
const act = (orderId: bigint, name: string, more: object = {}, who = maker) =>
  call('POST', `/payment/transactions/${orderId}/${name}`, {
    token: tokenOf(who),
    headers: { 'idempotency-key': `hand-${(serial += 1)}` },
    body: { reason: 'the bank says so', ...proof(who), ...more },
  });
const approve = (id: string, who = checker) =>
  call('POST', `/admin/approvals/${id}/approve`, { token: tokenOf(who), body: proof(who) });
const plain = (orderId: bigint, name: string, who = maker) =>
  call('POST', `/payment/transactions/${orderId}/${name}`, { token: tokenOf(who), body: {} });
const upload = async (bytes: Buffer) => {
  const response = await door.app.inject({
    method: 'POST',
    url: '/api/payment/slips',
    headers: { authorization: `Bearer ${tokenOf(maker)}`, 'content-type': 'image/png' },
    payload: bytes,
  });
  return response.json() as { code: number; data: { file: string } };
};
const actionsOf = async (orderId: bigint, who = maker): Promise<string[]> => {
  const found = await call('POST', '/payment/transactions/search', {
    token: tokenOf(who),
    body: { numbers: [(await here.payout(orderId)).order_no] },
  });
  const { items } = found.data as unknown as { items: { actions: string[] }[] };
  return items[0]?.actions ?? [];
};
interface Waiting {
  readonly state: string;
  readonly approval_id: string;
}

describe('a payout that was paid by hand', () => {
  test('is booked once a second person of the platform agrees, and no provider hears of it', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    expect(await actionsOf(order.id)).toContain('markPaid');
    const before = await rooms.balances(merchantId);
    const asked = await act(order.id, 'markPaid', { third_party_no: 'BANK-7001' });
    expect(asked.data).toMatchObject({ state: 'waiting' });
    expect((await here.payout(order.id)).status).toBe('processing');
    const { approval_id: id } = asked.data as unknown as Waiting;
    expect((await approve(id, maker)).code).not.toBe(0);
    expect((await approve(id)).code).toBe(0);
    expect(await here.payout(order.id)).toMatchObject({
      status: 'paid',
      provider_order_no: 'BANK-7001',
      wait_reason: null,
    });
    expect((await here.journal('payout.paid', order.id))[0]).toBe('L230[customer] -25.01');
    expect((await rooms.balances(merchantId))['L200']).toBe(before['L200']);
    await here.work();
    expect(rooms.bank.payouts.has(order.order_no)).toBe(false);
    const { data } = await call('GET', `/payment/transactions/${order.id}`, { token: tokenOf(maker) });
    expect(getPayout.output.safeParse(data).success).toBe(true);
    expect(data).toMatchObject({ by_hand: { third_party_no: 'BANK-7001', slip: null } });
  });

  test('is known by the slip alone, which pays one payout and no other', async () => {
    const slip = await upload(pngOf(40, 30));
    expect(slip.code).toBe(0);
    expect((await upload(Buffer.from('no picture'))).code).toBe(21803);
    const [one, two] = [
      await here.place(merchantId, { major: '10', isAgreed: false }),
      await here.place(merchantId, { major: '11', isAgreed: false }),
    ];
    for (const order of [one, two]) {
      const asked = await act(order.id, 'markPaid', { slip: slip.data.file });
      const { approval_id: id } = asked.data as unknown as Waiting;
      expect((await approve(id)).code).toBe(order === one ? 0 : 21005);
    }
    expect((await here.payout(one.id)).status).toBe('paid');
    expect((await here.payout(two.id)).status).toBe('processing');
    const shown = await door.app.inject({
      url: `/api/payment/slips/${slip.data.file}`,
      headers: { authorization: `Bearer ${tokenOf(checker)}` },
    });
    expect(shown.headers['content-type']).toBe('image/png');
  });

  test('takes a number or a slip, and an open payout', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    expect((await act(order.id, 'markPaid')).code).toBe(21016);
    expect((await act(order.id, 'markPaid', { slip: 'f'.repeat(64) })).code).toBe(21802);
    expect((await act(order.id, 'reject')).code).toBe(0);
    expect((await act(order.id, 'markPaid', { third_party_no: 'BANK-7009' })).code).toBe(21001);
  });

  test('is refused by the door where nobody agreed to exactly this', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const said = await act(order.id, 'markPaid', { third_party_no: 'BANK-7010' });
    const { approval_id: id } = said.data as unknown as Waiting;
    const ask = (ref: string, agreed: string | null) =>
      door.database.pool.query('SELECT payout_paid_by_hand($1, $2, NULL, $3, $4, $5, NULL)', [
        order.id,
        ref,
        maker.id,
        agreed,
        'the bank says so',
      ]);
    // What waits is not agreed to yet.
    await expect(ask('BANK-7010', id)).rejects.toMatchObject({ code: 'LG403' });
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM installation');
    await client.query("INSERT INTO installation (mode) VALUES ('production')");
    await expect(ask('BANK-7010', null)).rejects.toMatchObject({ code: 'LG403' });
    await client.query('DELETE FROM installation');
    client.release(true);
    expect((await here.payout(order.id)).status).toBe('processing');
  });
});

describe('a payout that came back', () => {
  const paid = async (major: string) => {
    const order = await here.place(merchantId, { major });
    await here.work();
    rooms.bank.payout(order.order_no).status = 'paid';
    await here.tell(await here.payout(order.id));
    return here.payout(order.id);
  };

  test('is booked at once when its provider says so too', async () => {
    const order = await paid('10');
    expect(await actionsOf(order.id)).toContain('reverse');
    Object.assign(rooms.bank.payout(order.order_no), { status: 'returned', returnedAmount: '10.00' });
    expect((await act(order.id, 'reverse')).code).toBe(0);
    expect(await here.payout(order.id)).toMatchObject({
      status: 'rejected_reversed',
      reverse_status: 'reversed',
    });
  });

  test('is pending while its provider does not say so, and nothing is posted', async () => {
    const order = await paid('10');
    expect((await act(order.id, 'reverse')).code).toBe(0);
    expect(await here.payout(order.id)).toMatchObject({ status: 'paid', reverse_status: 'pending' });
    expect(await here.journal('payout.reverse', order.id)).toEqual([]);
    expect((await act(order.id, 'reverse')).code).toBe(21001);
    expect(await actionsOf(order.id)).not.toContain('reverse');
  });
});

describe('a payout that somebody keeps to himself', () => {
  test('is decided by nobody else until he gives it back', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    expect((await plain(order.id, 'lock')).code).toBe(0);
    expect(await actionsOf(order.id)).toContain('unlock');
    expect(await actionsOf(order.id, checker)).toEqual([]);
    expect((await act(order.id, 'reject', {}, checker)).code).toBe(21002);
    expect((await plain(order.id, 'lock', checker)).code).toBe(21002);
    expect((await plain(order.id, 'unlock', checker)).code).toBe(21003);
    expect((await plain(order.id, 'unlock')).code).toBe(0);
    expect((await act(order.id, 'reject', {}, checker)).code).toBe(0);
  });

  test('is free again after three minutes, and nobody keeps more than three', async () => {
    const orders = [];
    await admin.query('DELETE FROM payout_lock');
    for (let n = 0; n < 4; n += 1)
      orders.push(await here.place(merchantId, { major: '10', isAgreed: false }));
    const [first, , , last] = orders;
    for (const order of orders.slice(0, 3)) expect((await plain(order.id, 'lock')).code).toBe(0);
    expect((await plain(last?.id ?? 0n, 'lock')).code).toBe(21004);
    await admin.query("UPDATE payout_lock SET until = until - interval '3 minutes' WHERE order_id = $1", [
      first?.id,
    ]);
    expect((await plain(first?.id ?? 0n, 'lock', checker)).code).toBe(0);
    expect((await plain(last?.id ?? 0n, 'lock')).code).toBe(0);
  });
});

test('after all of this the books prove', async () => {
  expect((await prove(door.database)).checks.filter(({ passed }) => !passed)).toEqual([]);
});
