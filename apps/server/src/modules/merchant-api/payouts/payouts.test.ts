import { merchantPayout } from '@suanpan/contract/merchant/v2';
import { beforeAll, describe, expect, test } from 'vitest';
import { openMerchantApi } from '../testing/open-merchant-api.ts';
import type { TestKey } from '../testing/open-merchant-api.ts';

const api = await openMerchantApi();
const { payouts: here, rooms, tenant } = api;
let merchantId: bigint;
let key: TestKey;
let serial = 0;

const from = { ip: '203.0.113.9' };
const payoutKey = { scopes: ['payout', 'read'], allow: ['203.0.113.0/24'], dailyPayout: 10n ** 11n };

beforeAll(async () => {
  merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId, 2);
  key = await api.issueKey(merchantId, payoutKey);
});

function wish(more: object = {}) {
  serial += 1;
  return {
    order_no: `P-${serial}`,
    amount: '100.00',
    currency: 'TWD',
    type: 'bank',
    beneficiary: {
      name: '王小明',
      account_no: `0901-5605 ${String(serial).padStart(4, '0')}`,
      bank_code: '004',
    },
    ...more,
  };
}

const post = (body: object, of = key) => api.call(of, 'POST', '/api/v2/payouts', body, from);
const get = (url: string, of = key) => api.call(of, 'GET', `/api/v2${url}`, '', from);

test('a payout is submitted, answered masked and signed, and the same request answers the same one', async () => {
  const body = wish();
  const made = await post(body);
  expect(made).toMatchObject({
    status: 202,
    signed: true,
    json: { status: 'queued', amount: '100.00', fee: '15.10' },
  });
  expect(merchantPayout.safeParse(made.json).success).toBe(true);
  expect(made.text).not.toContain('09015605');
  const again = await post({ ...body, amount: '100' });
  expect([again.status, again.json.id, again.headers['idempotent-replayed']]).toEqual([
    200,
    made.json.id,
    'true',
  ]);
  const other = await post({ ...body, amount: '101' });
  expect([other.status, other.json.error.code]).toEqual([409, 'order_no_conflict']);
  expect((await get(`/payouts/${made.json.id}`)).json).toEqual(made.json);
  expect((await get(`/payouts?order_no=${body.order_no}`)).json).toEqual(made.json);
});

test('pages are the newest first', async () => {
  const [older, newer] = [await post(wish()), await post(wish())];
  const first = await get('/payouts?limit=1');
  expect(first.json.items.map(({ id }) => id)).toEqual([newer.json.id]);
  const second = await get(`/payouts?limit=1&cursor=${first.json.next_cursor}`);
  expect(second.json.items.map(({ id }) => id)).toEqual([older.json.id]);
});

test('what is still queued is taken back, once', async () => {
  const made = await post(wish());
  const cancel = () => api.call(key, 'POST', `/api/v2/payouts/${made.json.id}/cancel`, {}, from);
  expect(await cancel()).toMatchObject({
    status: 200,
    json: { status: 'rejected', failure: { code: 'cancelled' } },
  });
  expect(await cancel()).toMatchObject({ status: 409, json: { error: { code: 'invalid_state' } } });
});

test('without money it is answered 402 with its id, and kept', async () => {
  const body = wish({ amount: '999999.00' });
  const refused = await post(body);
  expect(refused).toMatchObject({ status: 402, json: { error: { code: 'insufficient_balance' } } });
  const { id } = refused.json.error as unknown as { id: string };
  expect((await get(`/payouts/${id}`)).json).toMatchObject({
    status: 'insufficient_balance',
    order_no: body.order_no,
  });
});

test('a sandbox plays a scenario on what was given to it, and on nothing else', async () => {
  const made = await post(wish());
  const play = (id: string, of = key) =>
    api.call(of, 'POST', `/api/v2/simulate/payouts/${id}`, { scenario: '00' }, from);
  // Nobody has it yet.
  expect(await play(made.json.id)).toMatchObject({ status: 409, json: { error: { code: 'invalid_state' } } });
  await here.work();
  expect(await play(made.json.id)).toMatchObject({ status: 202, json: { id: made.json.id } });
  await here.work();
  expect((await get(`/payouts/${made.json.id}`)).json).toMatchObject({ status: 'paid' });
  // A sum is nothing that happens to a payout.
  expect(
    await api.call(
      key,
      'POST',
      `/api/v2/simulate/payouts/${made.json.id}`,
      { scenario: '00', amount: '1.00' },
      from,
    ),
  ).toMatchObject({ status: 400 });
});

test('one over a chain is answered with its network and its address masked, and finds its way in the coin alone', async () => {
  const sealed = { addresses: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', token: 'T', api_key: 'k' };
  await here.channel(tenant, [merchantId], {
    provider: { ...rooms.bank, driver: 'tron', credentials: sealed },
    account: { currency: 'USDT' },
    channel: { currency: 'USDT', endpoint_per_item: 0n },
  });
  const body = wish({
    type: 'crypto',
    currency: 'USDT',
    beneficiary: { network: 'TRC20', address: 'TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZK' },
  });
  // He has no coins, so that it is kept and answered with its id.
  const refused = await post(body);
  expect(refused).toMatchObject({ status: 402, json: { error: { code: 'insufficient_balance' } } });
  const { id } = refused.json.error as unknown as { id: string };
  const read = await get(`/payouts/${id}`);
  expect(merchantPayout.parse(read.json)).toMatchObject({
    type: 'crypto',
    beneficiary: { network: 'TRC20', address: expect.stringMatching(/^TNEns8\*+QjZK$/) },
    tx_hash: null,
  });
});

describe('it is refused', () => {
  test.each([
    [
      'a bank that is none',
      { beneficiary: { name: '王', account_no: '123456', bank_code: '999' } },
      422,
      'invalid_bank_code',
    ],
    [
      'an account of letters',
      { beneficiary: { name: '王', account_no: '12a456', bank_code: '004' } },
      400,
      'invalid_request',
    ],
    ['a chain to a bank', { type: 'crypto' }, 400, 'invalid_request'],
    [
      'a bank to a chain',
      { beneficiary: { network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } },
      400,
      'invalid_request',
    ],
    [
      'a chain in another coin',
      {
        type: 'crypto',
        beneficiary: { network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
      },
      400,
      'invalid_request',
    ],
    [
      'an address with a slip in it',
      {
        type: 'crypto',
        currency: 'USDT',
        beneficiary: { network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T' },
      },
      422,
      'invalid_address',
    ],
    ['nothing to pay', { amount: '0' }, 400, 'invalid_request'],
    ['a field that nobody knows', { status: 'paid' }, 400, 'invalid_request'],
    ['more than any payout has', { amount: '100000001' }, 422, 'amount_out_of_range'],
    ['a currency without a way', { currency: 'USD' }, 422, 'no_channel_available'],
  ])('for %s', async (_, more, status, code) => {
    expect(await post(wish(more))).toMatchObject({ status, json: { error: { code } } });
  });

  test('for a key without the scope, and from elsewhere', async () => {
    const collecting = await api.issueKey(merchantId, { scopes: ['collect', 'read'] });
    expect(await post(wish(), collecting)).toMatchObject({
      status: 403,
      json: { error: { code: 'scope_denied' } },
    });
    const elsewhere = await api.call(key, 'POST', '/api/v2/payouts', wish(), { ip: '198.51.100.1' });
    expect(elsewhere).toMatchObject({ status: 403, json: { error: { code: 'ip_not_allowed' } } });
  });

  test('for a payout of somebody else, as for one that is not there', async () => {
    const other = await tenant.merchant();
    const foreign = await api.issueKey(other, payoutKey);
    const made = await post(wish());
    const [theirs, absent] = [
      await get(`/payouts/${made.json.id}`, foreign),
      await get('/payouts/pay_999999', foreign),
    ];
    expect([theirs.status, theirs.json.error.code]).toEqual([absent.status, absent.json.error.code]);
    const cancel = await api.call(foreign, 'POST', `/api/v2/payouts/${made.json.id}/cancel`, {}, from);
    expect(cancel.status).toBe(404);
  });
});

test('one that is paid tells its merchant so', async () => {
  const made = await post(wish());
  await here.work();
  const order = await here.payout(BigInt(made.json.id.slice(4)));
  rooms.bank.payout(order.order_no).status = 'paid';
  await here.tell(order);
  expect((await get(`/payouts/${made.json.id}`)).json).toMatchObject({ status: 'paid' });
});
