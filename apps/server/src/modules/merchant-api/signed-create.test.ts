import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openMerchantApi } from './testing/open-merchant-api.ts';
import type { Sending, TestKey } from './testing/open-merchant-api.ts';

const api = await openMerchantApi();
const { call, database, issueKey, key, order, tenant } = api;
const create = (body: object | string, sending: Sending = {}, with_: TestKey = key) =>
  call(with_, 'POST', '/api/v2/collections', body, sending);
const said = async (...args: Parameters<typeof create>): Promise<string> => {
  const { json, status } = await create(...args);
  return status < 300 ? String(status) : `${status} ${json.error.code}`;
};
let serial = 0;
const newNonce = (): string => `signed-create-${(serial += 1)}`;

test('of fifty creates at once with one nonce, one makes an order', async () => {
  const before = await api.countOrders();
  const nonce = newNonce();
  const answers = await Promise.all(Array.from({ length: 50 }, () => said(order(), { nonce })));
  expect(answers.toSorted()).toEqual(['201', ...Array.from({ length: 49 }, () => '401 nonce_reused')]);
  expect(await api.countOrders()).toBe(before + 1);
});

test('a used nonce is refused at a create whatever used it, and the other way round', async () => {
  const nonce = newNonce();
  await call(key, 'GET', '/api/v2/balance', '', { nonce });
  expect(await said(order(), { nonce })).toBe('401 nonce_reused');
  const other = newNonce();
  expect(await said(order(), { nonce: other })).toBe('201');
  expect((await call(key, 'GET', '/api/v2/balance', '', { nonce: other })).status).toBe(401);
});

describe('a create that is refused before there is an order burns its nonce all the same', () => {
  const bad: [string, object | string, string][] = [
    ['no JSON', '{', '400 invalid_request'],
    ['a field that is wrong', order({ amount: 'much' }), '400 invalid_request'],
  ];
  test.each(bad)('%s', async (_name, body, answer) => {
    const nonce = newNonce();
    expect(await said(body, { nonce })).toBe(answer);
    expect(await said(order(), { nonce })).toBe('401 nonce_reused');
  });

  test('a scope that the key lacks, and a used nonce is said before it', async () => {
    const reader = await issueKey(tenant.merchantId, { scopes: ['read'] });
    const nonce = newNonce();
    expect(await said(order(), { nonce }, reader)).toBe('403 scope_denied');
    expect(await said(order(), { nonce }, reader)).toBe('401 nonce_reused');
  });

  test('a merchant that is not active', async () => {
    const merchantId = await tenant.merchant();
    const asleep = await issueKey(merchantId);
    const nonce = newNonce();
    await sql`UPDATE app_user SET status = 'disabled' WHERE id = ${merchantId}`.execute(database.app);
    expect(await said(order(), { nonce }, asleep)).toBe('403 merchant_disabled');
    expect(await said(order(), { nonce }, asleep)).toBe('401 nonce_reused');
  });

  test('a number that another request used', async () => {
    const first = order();
    await create(first);
    const nonce = newNonce();
    expect(await said({ ...first, amount: '7.00' }, { nonce })).toBe('409 order_no_conflict');
    expect(await said(order(), { nonce })).toBe('401 nonce_reused');
  });

  test('a method that finds no channel: its own fault is said, and not that its nonce is used', async () => {
    const nonce = newNonce();
    const answer = await said(order({ method: 'no_such_method' }), { nonce });
    expect(answer).not.toBe('401 nonce_reused');
    expect(await said(order(), { nonce })).toBe('401 nonce_reused');
  });
});

test('creates count against the minute of the key, refused ones too', async () => {
  const slow = await issueKey(tenant.merchantId, { perMinute: 3 });
  const answers = [await said('{', {}, slow)];
  answers.push(...(await Promise.all(Array.from({ length: 4 }, () => said(order(), {}, slow)))).toSorted());
  expect(answers).toEqual(['400 invalid_request', '201', '201', '429 rate_limited', '429 rate_limited']);
  const { headers, signed } = await create(order(), {}, slow);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(signed).toBe(true);
});
