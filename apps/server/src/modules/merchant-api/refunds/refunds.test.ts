import { merchantRefund } from '@suanpan/contract/merchant/v2';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../../test/database.ts';
import type { OrderRow } from '../../collections/index.ts';
import { prove } from '../../ledger/index.ts';
import { openMerchantApi } from '../testing/open-merchant-api.ts';
import type { TestKey } from '../testing/open-merchant-api.ts';

const api = await openMerchantApi();
const { admin, database, rooms, tenant } = api;
const from = { ip: '203.0.113.9' };
const payoutKey = { scopes: ['payout', 'read'], allow: ['203.0.113.0/24'], dailyPayout: 10n ** 10n };
let merchantId: bigint;
let key: TestKey;
let serial = 0;

beforeAll(async () => {
  merchantId = await tenant.merchant({ settle_rule: 'D0' });
  key = await api.issueKey(merchantId, payoutKey);
  // What the fees of a refund take beside the order's own money.
  await paid();
});

async function paid(of = merchantId): Promise<OrderRow> {
  const order = await rooms.place(of);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  return rooms.order(order.id);
}
const wish = (more: object = {}) => {
  serial += 1;
  return { refund_no: `R-${serial}`, amount: '10000.00', ...more };
};
const refund = (order: OrderRow, body: object, of = key) =>
  api.call(of, 'POST', `/api/v2/collections/col_${order.id}/refunds`, body, from);
const get = (path: string, of = key) => api.call(of, 'GET', `/api/v2${path}`, '', from);
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const sound = async () => expect(await failing()).toEqual([]);
/** What the platform's people do with it, through the doors. */
async function lead(id: string): Promise<void> {
  const [sender, checker] = [
    await tenant.user('admin', { agent_id: null, parent_id: null }),
    await tenant.user('admin', { agent_id: null, parent_id: null }),
  ];
  const refundId = BigInt(id.slice('rfd_'.length));
  await admin.query("SELECT refund_send($1, $2, 'x', 'r')", [refundId, sender]);
  await admin.query("SELECT refund_confirm($1, $2, $3, 'x', 'r')", [refundId, `RF-${id}`, checker]);
}

test('a collection is paid back by its merchant, answered signed, and the same request answers the same refund', async () => {
  const order = await paid();
  const body = wish({ reason: 'the goods came back' });
  const made = await refund(order, body);
  expect(made).toMatchObject({
    status: 202,
    signed: true,
    json: {
      refund_no: body.refund_no,
      amount: '10000.00',
      status: 'preparing',
      reason: 'the goods came back',
    },
  });
  expect(merchantRefund.safeParse(made.json).success).toBe(true);
  const again = await refund(order, { ...body, amount: '10000' });
  expect([again.status, again.json.id, again.headers['idempotent-replayed']]).toEqual([
    200,
    made.json.id,
    'true',
  ]);
  const other = await refund(order, { ...body, amount: '1' });
  expect([other.status, other.json.error.code]).toEqual([409, 'order_no_conflict']);
  expect((await get(`/collections/col_${order.id}`)).json.status).toBe('refund_preparing');
  expect(await rooms.balances(merchantId)).toMatchObject({ L232: '10000.00' });
  await sound();

  await lead(made.json.id);
  expect((await get(`/collections/col_${order.id}/refunds`)).json.items).toMatchObject([
    { id: made.json.id, status: 'success', completed_at: expect.any(String) },
  ]);
  const { rows } = await admin.query(
    `SELECT payload #>> '{refund,status}' AS status, payload #>> '{refund,refund_no}' AS no FROM outbox
     WHERE kind = 'refund.updated' AND subject = $1 ORDER BY id`,
    [`collection:${order.id}`],
  );
  expect(rows).toEqual(
    ['preparing', 'refunding', 'success'].map((status) => ({ status, no: body.refund_no })),
  );
  await sound();
});

test('a part, another part, and never more than came', async () => {
  const order = await paid();
  const first = await refund(order, wish({ amount: '4000' }));
  expect(first.status).toBe(202);
  // One at a time.
  expect((await refund(order, wish({ amount: '1' }))).json.error.code).toBe('invalid_state');
  await lead(first.json.id);
  expect((await refund(order, wish({ amount: '6000.01' }))).json.error.code).toBe('amount_out_of_range');
  expect((await refund(order, wish({ amount: '0' }))).json.error).toMatchObject({
    code: 'invalid_request',
    field: 'amount',
  });
  expect((await refund(order, wish({ amount: '1.001' }))).json.error.field).toBe('amount');
  const second = await refund(order, wish({ amount: '6000' }));
  await lead(second.json.id);
  expect((await refund(order, wish({ amount: '1' }))).json.error.code).toBe('invalid_state');
  const { items } = (await get(`/collections/col_${order.id}/refunds`)).json;
  expect(items.map(({ amount }) => amount)).toEqual(['6000.00', '4000.00']);
  expect(
    (await get(`/collections/col_${order.id}/refunds?refund_no=${first.json['refund_no']}`)).json.items,
  ).toHaveLength(1);
  await sound();
});

test('not of another’s, not without the scope, not without the money, and no more a day than the key may', async () => {
  const stranger = await tenant.merchant({ settle_rule: 'D0' });
  const theirs = await paid(stranger);
  expect((await refund(theirs, wish())).status).toBe(404);
  expect((await get(`/collections/col_${theirs.id}/refunds`)).status).toBe(404);
  const reader = await api.issueKey(stranger, { scopes: ['collect', 'read'] });
  expect((await refund(theirs, wish(), reader)).json.error.code).toBe('scope_denied');
  const poor = await api.issueKey(stranger, payoutKey);
  expect((await refund(theirs, wish(), poor)).json.error.code).toBe('insufficient_balance');
  const small = await api.issueKey(stranger, { ...payoutKey, dailyPayout: 50_000_000n });
  expect((await refund(theirs, wish({ amount: '5000.01' }), small)).json.error.code).toBe(
    'amount_out_of_range',
  );
  expect((await refund(theirs, wish({ amount: '5000' }), small)).status).toBe(202);
  const next = await paid(stranger);
  expect((await refund(next, wish({ amount: '0.01' }), small)).json.error.code).toBe('amount_out_of_range');
  await sound();
});

test('what a key pays back and what it pays out are one day, whichever comes first', async () => {
  const stranger = await tenant.merchant({ settle_rule: 'D0' });
  await api.payouts.channel(tenant, [stranger]);
  const [first, second] = [await paid(stranger), await paid(stranger)];
  const small = await api.issueKey(stranger, { ...payoutKey, dailyPayout: 50_000_000n });
  const payOut = async (amount: string) => {
    serial += 1;
    const body = {
      order_no: `P-${serial}`,
      amount,
      currency: 'TWD',
      type: 'bank',
      beneficiary: {
        name: '王小明',
        account_no: `09015605${String(serial).padStart(4, '0')}`,
        bank_code: '004',
      },
    };
    const made = await api.call(small, 'POST', '/api/v2/payouts', body, from);
    expect(made.status).toBe(202);
    const { rows } = await admin.query<{ wait_reason: string | null }>(
      'SELECT wait_reason FROM payout_order WHERE id = $1',
      [BigInt(made.json.id.slice('pay_'.length))],
    );
    return rows[0]?.wait_reason ?? null;
  };
  expect(await payOut('1000')).toBe(null);
  expect((await refund(first, wish({ amount: '4000.01' }), small)).json.error.code).toBe(
    'amount_out_of_range',
  );
  expect((await refund(first, wish({ amount: '4000' }), small)).status).toBe(202);
  // A payout beyond the day waits for a person.
  expect(await payOut('1')).toBe('velocity');
  expect((await refund(second, wish({ amount: '0.01' }), small)).json.error.code).toBe('amount_out_of_range');
  await sound();
});

test('of refunds and payouts of a key at the same moment no more goes by itself than its day', async () => {
  const stranger = await tenant.merchant({ settle_rule: 'D0' });
  await api.payouts.channel(tenant, [stranger]);
  const orders = [await paid(stranger), await paid(stranger), await paid(stranger)];
  const small = await api.issueKey(stranger, { ...payoutKey, dailyPayout: 30_000_000n });
  await Promise.all(
    orders.flatMap((order) => {
      serial += 1;
      return [
        refund(order, wish({ amount: '1000' }), small),
        api.payouts.submit(stranger, { major: '1000', apiKeyId: small.id }),
      ];
    }),
  );
  const { rows } = await admin.query<{ gone: bigint }>(
    `SELECT (SELECT coalesce(sum(amount), 0) FROM refund WHERE api_key_id = $1)::bigint
       + (SELECT coalesce(sum(amount), 0) FROM payout_order WHERE api_key_id = $1 AND wait_reason IS NULL)::bigint AS gone`,
    [small.id],
  );
  expect(rows[0]?.gone).toBeLessThanOrEqual(30_000_000n);
  await sound();
});

test('fifty at once with one number make one refund', async () => {
  const order = await paid();
  const body = wish({ amount: '10' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => refund(order, body)));
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  await sound();
});

test('the merchant’s own people never say what became of it', async () => {
  const order = await paid();
  const made = await refund(order, wish({ amount: '10' }));
  await expect(
    admin.query("SELECT refund_send($1, $2, 'x', 'r')", [BigInt(made.json.id.slice(4)), merchantId]),
  ).rejects.toMatchObject({ code: 'LG403' });
  const sender = await tenant.user('admin', { agent_id: null, parent_id: null });
  await admin.query("SELECT refund_send($1, $2, 'x', 'r')", [BigInt(made.json.id.slice(4)), sender]);
  await expect(
    admin.query("SELECT refund_confirm($1, 'RF-own', $2, 'x', 'r')", [
      BigInt(made.json.id.slice(4)),
      merchantId,
    ]),
  ).rejects.toMatchObject({ code: 'LG403' });
});

test('what moves to the archive at that moment is paid back all the same', async () => {
  const orders = [await paid(), await paid(), await paid(), await paid()];
  await admin.query('SELECT fold_collections(10000)');
  await moveBusinessClock(database, 401 * 86_400_000);
  let isOver = false;
  const moves = (async () => {
    while (!isOver) {
      await admin.query("UPDATE archive_progress SET month = '-infinity', begins_at = '-infinity'");
      await admin.query('SELECT archive_collections(100)');
    }
  })();
  const answers = await Promise.all(orders.map((order) => refund(order, wish()))).finally(
    () => (isOver = true),
  );
  await moves;
  expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 202));
  await sound();
});
