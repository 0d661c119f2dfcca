import { parseAmount } from '@suanpan/money/amount';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { prove } from '../../ledger/index.ts';
import type { OrderRow } from '../collections.queries.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const { bank } = rooms;
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: bank });
});
afterEach(async () => {
  expect((await prove(database)).checks.filter((check) => !check.passed)).toEqual([]);
});

const twd = (major: string): bigint => parseAmount(major, 'TWD');
const place = (): Promise<OrderRow> => rooms.place(tenant.merchantId);

/** The bank tells of the order once more, and is asked. */
let event = 0;
async function tell(order: OrderRow, status = 'paid'): Promise<void> {
  event += 1;
  expect(await rooms.tell(order, { eventId: `event-${event}`, status })).toMatchObject({ status: 200 });
}

/** What the order came to: its state, what people were told, and what lies aside. */
async function outcome(order: OrderRow): Promise<unknown[]> {
  const { rows: told } = await admin.query(
    `SELECT payload ->> 'reason' AS reason FROM outbox_event WHERE subject = $1 AND kind = 'collection.flagged'`,
    [`collection:${order.id}`],
  );
  const { rows: aside } = await admin.query('SELECT amount FROM receipt WHERE order_id = $1 ORDER BY id', [
    order.id,
  ]);
  return [
    (await rooms.order(order.id)).status,
    told.map(({ reason }) => reason),
    aside.map(({ amount }) => amount),
  ];
}

/** The bank calls the payment of one order by the number of another's. */
function reuse(of: OrderRow, on: OrderRow): void {
  const { chargeNo } = bank.charge(of.order_no);
  Object.assign(bank.charge(on.order_no), { chargeNo });
}

test('a credited payment for which the bank names another sum later is reported, and credited no second time', async () => {
  const order = await place();
  bank.pay(order.order_no);
  await tell(order);
  bank.pay(order.order_no, { amount: '20000.00' });
  await tell(order);
  expect(await outcome(order)).toEqual(['success', ['amount_changed'], []]);
});

test.each([
  [
    'another sum',
    (order: OrderRow) => bank.pay(order.order_no, { amount: '20000.00' }),
    'paid',
    'amount_changed',
  ],
  [
    'that it took the payment back',
    (order: OrderRow) => Object.assign(bank.charge(order.order_no), { status: 'reversed' }),
    'reversed',
    'reversed',
  ],
] as const)(
  'people are told once of %s, however many notices say so and however close together',
  async (_, change, status, reason) => {
    const order = await place();
    bank.pay(order.order_no);
    await tell(order);
    change(order);
    await Promise.all(Array.from({ length: 6 }, () => tell(order, status)));
    await tell(order, status);
    expect(await outcome(order)).toEqual(['success', [reason], []]);
  },
);

test('notices that say failed of what the bank confirms as paid are told once', async () => {
  const order = await place();
  bank.pay(order.order_no);
  await tell(order);
  await Promise.all(Array.from({ length: 6 }, () => tell(order, 'failed')));
  expect(await outcome(order)).toEqual(['success', ['failed_after_success'], []]);
});

test('a reference that two orders share is told once, however many notices come at once', async () => {
  const [first, second] = [await place(), await place()];
  bank.pay(first.order_no);
  bank.pay(second.order_no);
  reuse(first, second);
  await tell(first);
  await Promise.all(Array.from({ length: 6 }, () => tell(second)));
  expect(await outcome(second)).toEqual(['abnormal', ['reference_reused'], []]);
});

test('each other sum that the bank names is news of its own', async () => {
  const order = await place();
  bank.pay(order.order_no);
  await tell(order);
  for (const amount of ['20000.00', '30000.00', '20000.00']) {
    bank.pay(order.order_no, { amount });
    await tell(order);
  }
  expect(await outcome(order)).toEqual(['success', ['amount_changed', 'amount_changed'], []]);
});

test('money that lies aside for which the bank names another sum later is reported', async () => {
  const order = await place();
  bank.pay(order.order_no, { amount: '5000.00' });
  await tell(order);
  bank.pay(order.order_no, { amount: '10000.00' });
  await tell(order);
  expect(await outcome(order)).toEqual(['amount_mismatch', ['amount_changed'], [twd('5000')]]);
});

test('money that lies aside and is taken back by the bank is reported', async () => {
  const order = await place();
  bank.pay(order.order_no, { amount: '5000.00' });
  await tell(order);
  bank.charge(order.order_no).status = 'reversed';
  await tell(order, 'reversed');
  expect(await outcome(order)).toEqual(['amount_mismatch', ['reversed'], [twd('5000')]]);
});

test.each(['10000.00', '7.00'])(
  'a payment of %s that the bank names for two orders is booked once, and the second order ends for a person',
  async (amount) => {
    const [first, second] = [await place(), await place()];
    bank.pay(first.order_no);
    bank.pay(second.order_no, { amount });
    reuse(first, second);
    await tell(first);
    await tell(second);
    expect(await outcome(first)).toEqual(['success', [], []]);
    expect(await outcome(second)).toEqual(['abnormal', ['reference_reused'], []]);
    // Corrected by the bank: what came for the second order is booked then.
    Object.assign(bank.charge(second.order_no), { chargeNo: `own-${second.id}` });
    await tell(second);
    expect(await outcome(second)).toEqual(['abnormal', ['reference_reused', 'paid_twice'], [twd(amount)]]);
  },
);

test('a payment that is named for two orders at once costs their neighbours nothing', async () => {
  const orders = [await place(), await place(), await place()] as const;
  for (const order of orders) bank.pay(order.order_no);
  reuse(orders[0], orders[1]);
  await Promise.all(orders.map((order) => tell(order)));
  const states = await Promise.all(orders.map(async (order) => (await rooms.order(order.id)).status));
  expect(states.slice(0, 2).sort()).toEqual(['abnormal', 'success']);
  expect(states[2]).toBe('success');
});

test('real money for an order that ended as a simulation lies aside and is reported', async () => {
  const order = await place();
  bank.pay(order.order_no, { simulated: true });
  await tell(order);
  bank.pay(order.order_no);
  await tell(order);
  await tell(order);
  expect(await outcome(order)).toEqual(['test_supplied', ['paid_twice'], [twd('10000')]]);
});

test.each([
  ['a NUL', 'R\u0000'],
  ['a line feed', 'R\n1'],
  ['half a character', 'R\ud800'],
  ['nothing but a space', ' '],
  ['ten thousand letters', 'R'.repeat(10_000)],
])('a payment whose reference holds %s is no answer, and is asked about again', async (_, chargeNo) => {
  const order = await place();
  bank.pay(order.order_no);
  Object.assign(bank.charge(order.order_no), { chargeNo });
  await tell(order);
  expect(await outcome(order)).toEqual(['pending', [], []]);
  expect((await admin.query('SELECT FROM collection_check WHERE order_id = $1', [order.id])).rowCount).toBe(
    1,
  );
});

test.each(['E\u0000', 'E\ud800', ' '])('an event %j that cannot be kept is refused', async (eventId) => {
  const order = await place();
  expect(await rooms.tell(order, { eventId })).toMatchObject({ status: 401 });
});
