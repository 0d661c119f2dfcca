import { expect, test } from 'vitest';
import { openMerchantApi } from './testing/open-merchant-api.ts';

const { admin, app, call, key, order, requests, tenant } = await openMerchantApi();

async function written(requestId: string | undefined) {
  await requests.settled();
  const { rows } = await admin.query('SELECT * FROM request_log WHERE request_id = $1', [requestId]);
  return rows;
}

test('an order that is made is written down with whose it is, and without what is said of its payer', async () => {
  const sent = order({ payer: { name: '王小明', email: 'wang@shop.example' } });
  const { headers, json } = await call(key, 'POST', '/api/v2/collections', sent);
  const [row, ...others] = await written(headers['x-request-id']);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    customer_id: tenant.merchantId,
    endpoint: 'POST /api/v2/collections',
    order_kind: 'collection',
    merchant_order_no: sent['order_no'],
    http_status: 201,
    outcome: 'accepted',
    ip: '203.0.113.7',
  });
  expect(JSON.parse(row?.['response'])).toMatchObject({
    id: json.id,
    status: json.status,
    amount: '1500.00',
  });
  expect(
    JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  ).not.toMatch(/王小明|wang@|sk_/);
  const asked = await call(key, 'GET', `/api/v2/collections/${json.id}`);
  expect(await written(asked.headers['x-request-id'])).toMatchObject([
    { endpoint: 'GET /api/v2/collections/:id', order_kind: 'collection', order_id: BigInt(json.id.slice(4)) },
  ]);
});

test('a call that is refused is written with why, and with whose key it came', async () => {
  const wrong = await call(key, 'GET', '/api/v2/balance', '', { signature: () => '0'.repeat(64) });
  expect(await written(wrong.headers['x-request-id'])).toMatchObject([
    { outcome: 'invalid_signature', http_status: 401, customer_id: tenant.merchantId },
  ]);
  const stranger = await call(key, 'GET', '/api/v2/balance', '', { key: 'ak_live_nobody' });
  expect(await written(stranger.headers['x-request-id'])).toMatchObject([
    { outcome: 'invalid_key', customer_id: null },
  ]);
});

test('the older forms are written down like the newest', async () => {
  for (const [url, refusal] of [
    ['/api/v1/pay/query', 'invalid_key'],
    ['/api/epay/mapi.php', 'invalid_key'],
  ] as const) {
    const { headers } = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'merchant_no=999999&pid=999999&out_trade_no=W-1&sign=1234',
    });
    expect(await written(String(headers['x-request-id'])), url).toMatchObject([
      { endpoint: `POST ${url}`, outcome: refusal, merchant_order_no: 'W-1' },
    ]);
  }
});
