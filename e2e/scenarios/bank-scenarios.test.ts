import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import { getCollection } from '@suanpan/contract/endpoints/collections';
import { unreadNotifications } from '@suanpan/contract/endpoints/notifications';
import { parseSignedLedger } from '@suanpan/money/amount';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { moveClockBy } from '../harness/business-clock.ts';
import { openAdmin } from '../harness/database.ts';
import { EchoShop, typesOf } from '../harness/echo-shop.ts';
import { Merchant, newOrderNo } from '../harness/merchant.ts';
import { quiet } from '../harness/quiet.ts';
import { theServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

const server = theServer();
const shop = new EchoShop(server.url);
const merchant = new Merchant(server.url, server.account('xingji'));
const product = openAdmin(server);
const bank = openAdmin(server, 'suanpan_bank');
let admin: BackOffice;
let totalBefore: string;

/** The last two integer digits choose what the bank lets happen (merchant API §6). */
const digits = [
  '00',
  '01',
  '02',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
] as const;
type Digits = (typeof digits)[number];

/** Created, and paid or not, long before the payers' time is over. */
const orders = {} as Record<Digits, MerchantCollection>;
const answers = {} as Record<Digits, number>;

const isOver = (order: MerchantCollection): boolean => order.status !== 'pending';
const now = (code: Digits): Promise<MerchantCollection> => merchant.read(orders[code].id);
const becomes = (code: Digits, status: string, withinMs?: number): Promise<MerchantCollection> =>
  until(
    `order ${code} becomes ${status}`,
    async () => {
      const order = await now(code);
      return order.status === status && order;
    },
    { ...(withinMs !== undefined && { withinMs }) },
  );

/** Under which number the bank has it. */
const numberOf = async (code: Digits): Promise<string> => {
  const [order] = await product.query<{ order_no: string }>(
    'SELECT order_no FROM collection_order WHERE id = $1',
    [orders[code].id.slice(4)],
  );
  return order?.order_no ?? '';
};
const noticesOf = async (code: Digits): Promise<string[]> => {
  const rows = await product.query<{ outcome: string }>(
    'SELECT outcome FROM channel_notice WHERE order_no = $1 ORDER BY id',
    [await numberOf(code)],
  );
  return rows.map((row) => row.outcome);
};
const journalsOf = async (code: Digits): Promise<string[]> =>
  (await admin.call(getCollection, { id: orders[code].id.slice(4) })).money.journals.map(
    ({ event }) => event,
  );

beforeAll(async () => {
  admin = await enterAs(server.url, 'admin.lin');
  totalBefore = (await merchant.balance()).total;
  await Promise.all(
    digits.map(async (code) => {
      const orderNo = newOrderNo();
      const answer = await merchant.create({ order_no: orderNo, amount: `12${code}.00`, method: 'qr' });
      answers[code] = answer.status;
      orders[code] = answer.status < 300 ? answer.body : await merchant.byOrderNo(orderNo);
    }),
  );
});

afterAll(async () => {
  await proveBooks(server);
  await Promise.all([product.close(), bank.close()]);
});

describe('what the bank does while the payer still has time', () => {
  test('00: paid once, posted once, told once', async () => {
    expect(answers['00']).toBe(201);
    await becomes('00', 'succeeded');
    expect(await journalsOf('00')).toEqual(['collection.settle']);
  });

  test('04: five notices, two of them at the same instant, are one posting, and each is acknowledged', async () => {
    await becomes('04', 'succeeded');
    const acknowledged = await until('all five were acknowledged', async () => {
      const rows = await bank.query<{ outcome: string }>(
        `SELECT n.outcome FROM sandbox_bank.notify n JOIN sandbox_bank.charge c ON c.id = n.charge_id
         WHERE c.merchant_order_no = $1 AND n.outcome = 'acknowledged'`,
        [await numberOf('04')],
      );
      return rows.length >= 5 && rows.length;
    });
    expect(acknowledged).toBe(5);
    expect((await noticesOf('04')).toSorted()).toEqual(['accepted', ...Array<string>(4).fill('duplicate')]);
    expect(await journalsOf('04')).toEqual(['collection.settle']);
  });

  test.each(['05', '06'] as const)(
    '%s: another sum than asked for is kept apart and never credited',
    async (code) => {
      const order = await becomes(code, 'amount_mismatch');
      expect(order.paid_amount).toBe(code === '05' ? '1204.00' : '1207.00');
      expect(order.credited_amount).toBeNull();
      expect(order.failure?.code).toBe('amount_mismatch');
      expect(await journalsOf(code)).not.toContain('collection.settle');
    },
  );

  test('07: a notice with a wrong signature is refused and reported, the good one after it is believed', async () => {
    await becomes('07', 'succeeded');
    expect(await noticesOf('07')).toContain('accepted');
    const refused = await product.query("SELECT 1 FROM channel_notice WHERE outcome = 'bad_signature'");
    expect(refused.length).toBeGreaterThan(0);
    await until('people were told of the forgery', async () =>
      (await admin.call(unreadNotifications, { paginate: 200 })).items.some(
        ({ type }) => type === 'NoticeRefused',
      ),
    );
  });

  test.each([
    ['08', 'a failure after the success'],
    ['09', 'a payment taken back'],
  ] as const)('%s: %s leaves the success as it stands and is shown to people', async (code, _what) => {
    await becomes(code, 'succeeded');
    const { order } = await admin.call(getCollection, { id: orders[code].id.slice(4) });
    await until('people were told', async () =>
      (await admin.call(unreadNotifications, { paginate: 200 })).items.some(
        ({ type, data }) => type === 'AbnormalOrder' && data.message.content.includes(order.order_no),
      ),
    );
    expect((await now(code)).status).toBe('succeeded');
  });

  test('10: a create call without an answer is an open end, and asking again finds the payment', async () => {
    expect(answers['10']).toBe(504);
    expect(orders['10'].status).toBe('pending');
    await until('the payment is there', async () => (await now('10')).payment !== null);
    // What the bank would do by itself half a minute later.
    await merchant.simulate(orders['10'].id, '00');
    await becomes('10', 'succeeded');
  });

  test('11: a create call that fails for certain in no way leaves the order waiting', async () => {
    expect(answers['11']).toBe(504);
    expect((await now('11')).status).toBe('pending');
  });

  test('12: an unreadable answer to the create call loses neither the order nor its payment', async () => {
    expect(answers['12']).toBe(504);
    await becomes('12', 'succeeded');
  });

  test('14: a payment that the bank marks as simulated credits nothing', async () => {
    const order = await becomes('14', 'test_supplied');
    expect(order.credited_amount).toBeNull();
    expect(await journalsOf('14')).toEqual([]);
  });

  test('15: a notice that overtakes the answer to the create call is believed all the same', async () => {
    expect(answers['15']).toBe(201);
    await becomes('15', 'succeeded');
  });

  test('16: a notice for an order that nobody has is kept and acknowledged', async () => {
    await until(
      'the stranger was kept',
      async () =>
        (await product.query("SELECT 1 FROM channel_notice WHERE outcome = 'unknown_order'")).length > 0,
    );
    expect((await now('16')).status).toBe('pending');
  });

  test.each(['01', '02', '13'] as const)('%s: waits, since nobody said that it was paid', async (code) => {
    expect((await now(code)).status).toBe('pending');
  });
});

describe('when the time is over', () => {
  beforeAll(async () => {
    await moveClockBy(server.url, 16 * 60_000);
  });

  test('13: the bank is asked before an order ends, so that a payment without a notice is found', async () => {
    await becomes('13', 'succeeded');
    expect(await journalsOf('13')).toEqual(['collection.settle']);
  });

  test.each(['01', '02', '16'] as const)('%s: ends as expired', async (code) => {
    expect((await becomes(code, 'expired')).failure?.code).toBe('order_expired');
  });

  test('11: a bank that does not know the order is believed in its third answer, ten minutes apart each', async () => {
    const orderNo = (await admin.call(getCollection, { id: orders['11'].id.slice(4) })).order.order_no;
    for (let answer = 0; answer < 3; answer += 1) {
      expect((await now('11')).status).toBe('pending');
      await lookAgain(orderNo);
    }
    await becomes('11', 'expired');
  });

  /** Lets ten minutes of the bank's patience pass, and waits until it was asked again. */
  async function lookAgain(orderNo: string): Promise<void> {
    await product.query(
      `UPDATE collection_attempt SET asked_at = asked_at - interval '11 minutes',
         not_found_at = not_found_at - interval '11 minutes' WHERE request_no = $1`,
      [orderNo],
    );
    const counted = (): Promise<unknown[]> =>
      product.query(
        `SELECT FROM collection_attempt WHERE request_no = $1 AND not_found_at > now() - interval '1 minute'`,
        [orderNo],
      );
    await product.query(
      `UPDATE collection_check SET next_at = now()
       WHERE order_id = (SELECT order_id FROM collection_attempt WHERE request_no = $1)`,
      [orderNo],
    );
    await until('the bank was asked again', async () => (await counted()).length > 0);
  }

  test('every order was told exactly what happened to it, once', async () => {
    await until('all are over', async () => (await Promise.all(digits.map(now))).every(isOver));
    await quiet(server);
    const told = await Promise.all(
      digits.map(async (code) => [code, typesOf(await shop.eventsOf(orders[code].order_no))] as const),
    );
    const succeeded = ['collection.succeeded'];
    const expired = ['collection.expired'];
    const mismatch = ['collection.amount_mismatch'];
    expect(Object.fromEntries(told)).toEqual({
      '00': succeeded,
      '01': expired,
      '02': expired,
      '04': succeeded,
      '05': mismatch,
      '06': mismatch,
      '07': succeeded,
      '08': succeeded,
      '09': succeeded,
      '10': succeeded,
      '11': expired,
      '12': succeeded,
      '13': succeeded,
      '14': succeeded,
      '15': succeeded,
      '16': expired,
    });
    const [simulated] = await shop.eventsOf(orders['14'].order_no);
    expect(JSON.parse(simulated?.body ?? '')).toMatchObject({
      data: { status: 'test_supplied', credited_amount: null },
    });
  });

  test('the merchant has what his succeeded orders credited, and not a cent of the others', async () => {
    const minor = (text: string | null): bigint => parseSignedLedger(text ?? '0', 'TWD');
    const succeeded = (await Promise.all(digits.map(now))).filter(({ status }) => status === 'succeeded');
    const credited = succeeded.reduce((sum, order) => sum + minor(order.credited_amount), 0n);
    expect(succeeded).toHaveLength(9);
    expect(minor((await merchant.balance()).total)).toBe(minor(totalBefore) + credited);
  });
});
