import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { transact } from '../../../platform/db/transact.ts';
import { openMerchantApi } from '../testing/open-merchant-api.ts';
import type { Sending, TestKey } from '../testing/open-merchant-api.ts';

const api = await openMerchantApi();
const { database, payouts: here, tenant } = api;
let merchantId: bigint;
let key: TestKey;
let serial = 0;

const from = { ip: '203.0.113.9' };
const payoutKey = { scopes: ['payout', 'read'], allow: ['203.0.113.0/24'], dailyPayout: 10n ** 11n };

beforeAll(async () => {
  merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId, 4);
  key = await api.issueKey(merchantId, payoutKey);
});

const newNonce = (): string => `signed-payout-${(serial += 1)}`;
function wish(more: object = {}) {
  serial += 1;
  const payee = { name: '王小明', account_no: String(serial).padStart(12, '0'), bank_code: '004' };
  return {
    order_no: `N-${serial}`,
    amount: '10.00',
    currency: 'TWD',
    type: 'bank',
    beneficiary: payee,
    ...more,
  };
}
async function said(body: object | string, sending: Sending = {}, of = key): Promise<string> {
  const { json, status } = await api.call(of, 'POST', '/api/v2/payouts', body, { ...from, ...sending });
  return status < 300 ? String(status) : `${status} ${json.error.code}`;
}
const countPayouts = async (): Promise<number> =>
  Number((await sql<{ n: bigint }>`SELECT count(*) AS n FROM payout_order`.execute(database.app)).rows[0]?.n);
const burnt = async (nonce: string): Promise<number> =>
  (await sql`SELECT 1 FROM merchant_nonce WHERE nonce = ${nonce}`.execute(database.app)).rows.length;

test('the nonce is burnt in the commit that submits the payout', async () => {
  const [nonce, body] = [newNonce(), wish()];
  expect(await said(body, { nonce })).toBe('202');
  const { rows } = await sql`SELECT n.xmin = o.xmin AS together FROM merchant_nonce n, payout_order o
    WHERE n.nonce = ${nonce} AND o.merchant_order_no = ${body.order_no}`.execute(database.app);
  expect(rows).toEqual([{ together: true }]);
});

test('of thirty payouts at once with one nonce one is made, and neighbours with their own are made too', async () => {
  const before = await countPayouts();
  const nonce = newNonce();
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, () => said(wish(), { nonce })),
    ...Array.from({ length: 5 }, () => said(wish())),
  ]);
  expect(answers.slice(0, 30).toSorted()).toEqual([
    '202',
    ...Array.from({ length: 29 }, () => '401 nonce_reused'),
  ]);
  expect(answers.slice(30)).toEqual(Array.from({ length: 5 }, () => '202'));
  expect((await countPayouts()) - before).toBe(6);
});

test('what is refused burns its nonce all the same: before it is submitted, by the door, and for want of money', async () => {
  for (const [body, answer] of [
    ['{', '400 invalid_request'],
    [wish({ amount: '0.00' }), '400 invalid_request'],
    [
      wish({ beneficiary: { name: 'A', account_no: '123456789012', bank_code: '999' } }),
      '422 invalid_bank_code',
    ],
    [wish({ amount: '99999999.00' }), '402 insufficient_balance'],
  ] as const) {
    const nonce = newNonce();
    expect(await said(body, { nonce })).toBe(answer);
    expect(await said(wish(), { nonce })).toBe('401 nonce_reused');
  }
});

test('a nonce that another call used submits nothing, and the other way round', async () => {
  const nonce = newNonce();
  await api.call(key, 'GET', '/api/v2/balance', '', { ...from, nonce });
  expect(await said(wish(), { nonce })).toBe('401 nonce_reused');
  const other = newNonce();
  expect(await said(wish(), { nonce: other })).toBe('202');
  expect((await api.call(key, 'GET', '/api/v2/balance', '', { ...from, nonce: other })).status).toBe(401);
});

test('payouts count against the minute of the key, refused ones too', async () => {
  const slow = await api.issueKey(merchantId, { ...payoutKey, perMinute: 3 });
  const answers = [await said('{', {}, slow)];
  answers.push(...(await Promise.all(Array.from({ length: 4 }, () => said(wish(), {}, slow)))).toSorted());
  expect(answers).toEqual(['400 invalid_request', '202', '202', '429 rate_limited', '429 rate_limited']);
});

test('what waits for a merchant whose balance is held is let in with its payout, once', async () => {
  const [nonce, body] = [newNonce(), wish()];
  const { waiting } = await transact(database.app, async (tx) => {
    // Looking who is held holds whoever is not.
    await sql`SELECT held_merchants(ARRAY[${merchantId}::bigint])`.execute(tx);
    const asked = said(body, { nonce });
    await sleep(600);
    expect(await burnt(nonce)).toBe(0);
    return { waiting: asked };
  });
  expect(await waiting).toBe('202');
  expect(await burnt(nonce)).toBe(1);
  expect(await said(wish(), { nonce })).toBe('401 nonce_reused');
  expect(await said(body)).toBe('200');
});

test('a payout that was answered survives a crash, though an admission alone need not', async () => {
  const durability = await transact(database.app, async (tx) => {
    await sql`SET LOCAL synchronous_commit = 'on'`.execute(tx);
    const none = sql`ARRAY[NULL]`;
    await sql`SELECT FROM payout_submit_admitted(ARRAY[${key.id}::bigint], ARRAY[${newNonce()}], ARRAY[9],
      ARRAY['DURABLE'], ARRAY[${merchantId}::bigint], ARRAY['TWD'], ARRAY[100000::bigint], ARRAY['A'], ARRAY['004'], ${none},
      ARRAY['x'], ARRAY['h'], ARRAY['*'], ${none}, ${none}, ${none}, ARRAY['{}'::jsonb], ${none}, ${none}, ARRAY['api'], ARRAY['v2'],
      ARRAY[NULL::bigint], ARRAY[NULL::bigint], ARRAY[false], ARRAY['\\x00'::bytea], ${none}, ARRAY[NULL::bigint], ${none},
      ARRAY['{}'::jsonb], ARRAY[true], ARRAY[true], ${none}, ARRAY[NULL::bigint])`.execute(tx);
    const { rows } = await sql<{ setting: string }>`
      SELECT current_setting('synchronous_commit') AS setting`.execute(tx);
    return rows[0]?.setting;
  });
  expect(durability).toBe('on');
});
