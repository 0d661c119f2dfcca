import { randomUUID } from 'node:crypto';
import { openClaimsPerPerson } from '@suanpan/domain/limits';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { nothingByHand } from '../../../../test/nothing-by-hand.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { bindReceipts } from '../index.ts';
import type { OrderRow } from '../index.ts';

const door = await openDoor();
const { admin, call, code, person } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
bindReceipts(door.app, rooms.collections, door.identity, approvals, nothingByHand);
const paymentPassword = 'a payment password';

let tenant: Tenant;
let one: Person;
let two: Person;
const tokens = new Map<bigint, string>();
beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  one = await person({ kind: 'admin', paymentPassword });
  two = await person({ kind: 'admin', paymentPassword });
  for (const each of [one, two]) tokens.set(each.id, await door.tokenOf(each));
});
beforeEach(() => admin.query('DELETE FROM receipt_lock'));

interface Row {
  readonly id: string;
  readonly left: string;
  readonly actions: readonly string[];
  readonly claimed_by: { readonly name: string } | null;
  readonly order_id: string;
  readonly why: readonly string[];
}
interface Answer {
  readonly code: number;
  readonly data: {
    readonly items: readonly Row[];
    readonly total: number;
    readonly hash: string;
    readonly summary: { readonly open: number; readonly most: number };
  };
}
const ask = async (who: Person, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> =>
  (await call(method, path, {
    token: tokens.get(who.id) ?? '',
    headers: { 'idempotency-key': randomUUID() },
    ...(body && { body }),
  })) as unknown as Answer;

/** Another sum than was asked for: it lies aside. */
async function aside(paid: string): Promise<{ order: OrderRow; id: string }> {
  const order = await rooms.place(tenant.merchantId);
  rooms.bank.pay(order.order_no, { amount: paid });
  await rooms.tell(order);
  const { rows } = await admin.query<{ id: bigint }>('SELECT id FROM receipt WHERE order_id = $1', [
    order.id,
  ]);
  return { order, id: String(rows[0]?.id) };
}
const claim = (who: Person, id: string) => ask(who, 'POST', `/claimOrder/${id}/claim`, {});

test('what lies open is told to each with what he may do, and two at the same moment: one has it', async () => {
  const { id } = await aside('7.00');
  const codes = (await Promise.all([claim(one, id), claim(two, id)])).map(({ code: each }) => each);
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 21_002]);
  const [his, not] = codes[0] === 0 ? [one, two] : [two, one];
  const row = async (who: Person) => (await ask(who, 'GET', `/claimOrder?id=${id}`)).data.items[0];
  expect((await row(his))?.actions).toEqual(['release', 'match', 'sendBack']);
  expect((await row(not))?.actions).toEqual([]);
  expect((await ask(not, 'POST', `/claimOrder/${id}/release`, {})).code).toBe(21_003);
  expect((await ask(his, 'POST', `/claimOrder/${id}/release`, {})).code).toBe(0);
  expect((await claim(not, id)).code).toBe(0);
});

test('nobody keeps more than he may, also when he asks for all at once; what has run out does not count', async () => {
  const ids: string[] = [];
  for (let n = 0; n <= openClaimsPerPerson; n += 1) ids.push((await aside(`${n + 1}.50`)).id);
  const codes = (await Promise.all(ids.map((id) => claim(one, id)))).map(({ code: each }) => each);
  expect(codes.filter((each) => each === 0)).toHaveLength(openClaimsPerPerson);
  expect(codes.filter((each) => each === 21_004)).toHaveLength(1);
  const { summary } = (await ask(one, 'GET', '/claimOrder')).data;
  expect(summary).toMatchObject({ open: openClaimsPerPerson, most: openClaimsPerPerson });
  await admin.query("UPDATE receipt_lock SET until = now() - interval '1 s'");
  expect(
    (await Promise.all(ids.map((id) => claim(two, id)))).filter(({ code: each }) => each === 0),
  ).toHaveLength(openClaimsPerPerson);
});

test('a receipt is matched to another order of the same senior agent, which it then has settled', async () => {
  const { id } = await aside('8000.00');
  const meant = await rooms.place(tenant.merchantId, { major: '8000' });
  const { items } = (await ask(one, 'GET', `/claimOrder/${id}/candidates`)).data;
  expect(items.map(({ why }) => why)).toEqual([['own', 'time'], expect.arrayContaining(['amount'])]);
  expect(items[1]?.order_id).toBe(String(meant.id));
  const wished = { order_id: String(meant.id), amount: '8000' };
  const { data } = await ask(one, 'POST', `/claimOrder/${id}/match/effect`, wished);
  const match = (who: Person, hash: string) =>
    ask(who, 'POST', `/claimOrder/${id}/match`, {
      ...wished,
      effect_hash: hash,
      reason: 'the payer named the wrong order',
      payment_password: paymentPassword,
      one_code: code(who),
    });
  await claim(two, id);
  expect((await match(one, data.hash)).code).toBe(21_002);
  await admin.query('DELETE FROM receipt_lock');
  await claim(one, id);
  expect((await match(one, 'another')).code).toBe(20_412);
  expect((await match(one, data.hash)).data).toEqual({ state: 'done' });
  // What is closed is nobody's any more, and counts against nobody.
  expect((await admin.query('SELECT FROM receipt_lock')).rowCount).toBe(0);
  expect((await rooms.order(meant.id)).status).toBe('success');
  expect((await match(one, data.hash)).code).toBe(21_107);
  // The provider says that the meant order was paid as well: that is another payment.
  rooms.bank.pay(meant.order_no);
  await rooms.tell(meant);
  const { rows } = await admin.query('SELECT reason FROM receipt WHERE order_id = $1', [meant.id]);
  expect(rows).toEqual([{ reason: 'paid_twice' }]);
  const { checks } = await prove(door.database);
  expect(checks.flatMap(({ name, passed }) => (passed ? [] : [name]))).toEqual([]);
});

test('a senior agent sees what came in by his own accounts alone', async () => {
  const { id } = await aside('3.00');
  const stranger = await person({ kind: 'agent', paymentPassword });
  tokens.set(stranger.id, await door.tokenOf(stranger));
  expect((await ask(stranger, 'GET', '/claimOrder')).data.total).toBe(0);
  expect((await claim(stranger, id)).code).not.toBe(0);
});
