import { randomUUID } from 'node:crypto';
import { createDemoSecrets } from '../../apps/server/src/demo/demo-secrets.ts';
import { loadSecrets } from '../../apps/server/src/platform/crypto/secrets.ts';
import { createVault } from '../../apps/server/src/platform/crypto/vault.ts';
import { signV2 } from '@suanpan/signing/v2';
import { afterAll, describe, expect, test } from 'vitest';
import { BackOffice, enterAs } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { callFrom } from '../harness/call-from.ts';
import { openAdmin } from '../harness/database.ts';
import type { Envelope } from '../harness/envelope.ts';
import { Merchant } from '../harness/merchant.ts';
import { theServer } from '../harness/shared-server.ts';
import { unusedCode } from '../harness/unused-code.ts';

// Four people who come for money that is not theirs, each with what he really can get hold of. Each story ends without any gone.
const server = theServer();
const database = openAdmin(server);

/** What thieves ask for is told from all else by its number. */
const mark = `THEFT${process.pid}`;
let serial = 0;
const order = (amount = '100') => ({
  bank_code: '004',
  account_name: '何大盜',
  card_no: `90${String(process.pid).padStart(7, '0')}${String((serial += 1)).padStart(4, '0')}`,
  amount,
  order_no: `${mark}-${serial}`,
});

/** Of what the thieves asked for: what a provider may have, and what was paid. */
async function gone(): Promise<string[]> {
  const rows = await database.query<{ order_no: string }>(
    `SELECT order_no FROM payout_order WHERE account_name = '何大盜'
       AND (status IN ('paid', 'rejected_reversed') OR stage IN ('claimed', 'submitted', 'unknown'))`,
  );
  return rows.map(({ order_no: no }) => no);
}

/** What the merchant has, in all his buckets, without what he earns meanwhile. */
async function held(username: string): Promise<string> {
  const [row] = await database.query<{ sum: string }>(
    `SELECT coalesce(sum(h.amounts[1]), 0) AS sum FROM payout_order o JOIN payout_hold h ON h.order_id = o.id
     WHERE o.customer_id = $1 AND o.account_name = '何大盜' AND h.given_back_at IS NULL`,
    [server.account(username).customer_id],
  );
  return row?.sum ?? '';
}

async function proofOf(username: string) {
  const account = server.account(username);
  return { payment_password: account.payment_password ?? '', one_code: await unusedCode(server, account) };
}
const post = (office: BackOffice, path: string, body: object): Promise<Envelope> =>
  office.send('POST', path, body, { idempotencyKey: randomUUID() });
const upload = (office: BackOffice, query: string, ...lines: string[]): Promise<Envelope> =>
  office.send(
    'POST',
    `/payment/apply/batches?${query}`,
    ['bank_code,account_name,card_no,amount', ...lines].join('\n'),
    { idempotencyKey: randomUUID(), headers: { 'content-type': 'text/csv' } },
  );

/** Looks at a payout as its form does, and submits what was shown. */
async function apply(office: BackOffice, body: object, proof: object): Promise<Envelope> {
  const shown = await post(office, '/payment/apply/effect', body);
  if (shown.code !== 0) return shown;
  const { hash } = shown.data as { hash: string };
  return post(office, '/payment/apply', { ...body, effect_hash: hash, ...proof });
}

afterAll(async () => {
  expect(await gone()).toEqual([]);
  await proveBooks(server);
  expect(server.complaints()).toEqual([]);
  await database.close();
});

test('a stolen session looks, and moves nothing: neither password nor code are in it', async () => {
  const thief = await enterAs(server.url, 'zaojiao');
  const guess = { payment_password: 'what a thief would guess', one_code: '000000' };

  expect((await apply(thief, order(), guess)).code).toBe(20_434);
  const file = await upload(thief, 'name=theft.csv', '004,何大盜,901234567890,100');
  expect(file.code).toBe(0);
  const { id } = file.data as { id: string };
  const shown = await post(thief, `/payment/apply/batches/${id}/submit/effect`, {});
  expect(shown.code).toBe(0);
  const { hash } = shown.data as { hash: string };
  expect(
    (await post(thief, `/payment/apply/batches/${id}/submit`, { effect_hash: hash, ...guess })).code,
  ).toBe(20_434);

  // What would open the way later asks for the same proof.
  const pin = await post(thief, '/users/self/paymentPassword', {
    password: guess.payment_password,
    new_payment_password: 'twelve new letters',
    one_code: guess.one_code,
  });
  expect([20_434, 20_436]).toContain(pin.code);
  const key = { is_test: false, scopes: ['payout'], ip_allowlist: ['203.0.113.9/32'], daily_amount: '1' };
  expect((await post(thief, '/apiKeys', { ...key, reason: 'mine', ...guess })).code).toBe(20_434);
  expect(await gone()).toEqual([]);

  // The owner shows everybody else out, and the thief is nobody any more.
  const owner = await enterAs(server.url, 'zaojiao');
  expect((await owner.send('DELETE', '/users/self/sessions')).code).toBe(0);
  expect((await thief.send('GET', '/users/self')).code).toBe(10_001);
});

describe('a stolen API key', () => {
  const secrets = createDemoSecrets(createVault(loadSecrets(server.dataDir)));
  const beneficiary = { name: '何大盜', account_no: '901234567890', bank_code: '004' };
  const body = (no: string) =>
    JSON.stringify({ order_no: no, amount: '500.00', currency: 'TWD', type: 'bank', beneficiary });

  test('that collects pays nobody, and one that pays does so from its own addresses alone', async () => {
    const collecting = new Merchant(server.url, server.account('shuibei'));
    const refused = await collecting.send('POST', '/payouts', body(`${mark}-key`));
    expect([refused.status, (refused.body as { error: { code: string } }).error.code]).toEqual([
      403,
      'scope_denied',
    ]);

    const account = {
      ...server.account('shuibei'),
      api_key: secrets.payoutKey('shuibei'),
      api_secret: secrets.payoutSecret('shuibei'),
    };
    const raw = body(`${mark}-away`);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const nonce = randomUUID();
    const signed = {
      method: 'POST' as const,
      path: '/api/v2/payouts',
      query: '',
      timestamp,
      nonce,
      body: raw,
    };
    const headers = {
      'content-type': 'application/json',
      'x-api-key': account.api_key,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signV2(signed, account.api_secret),
      // An address that is claimed is no address.
      'x-forwarded-for': '127.0.0.1',
    };
    const away = await callFrom('127.0.0.2', `${server.url}/api/v2/payouts`, {
      method: 'POST',
      headers,
      body: raw,
    });
    expect([away.status, away.text]).toEqual([403, expect.stringContaining('ip_not_allowed')]);
    expect(await gone()).toEqual([]);
  });

  test('is of no use with what was overheard, nor with another payee in its place', async () => {
    const account = {
      ...server.account('shuibei'),
      api_key: secrets.payoutKey('shuibei'),
      api_secret: secrets.payoutSecret('shuibei'),
    };
    const program = new Merchant(server.url, account);
    const nonce = randomUUID();
    const heard = await program.send('GET', '/balance?currency=TWD', undefined, { nonce });
    expect(heard.status).toBe(200);
    const again = await program.send('GET', '/balance?currency=TWD', undefined, { nonce });
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('nonce_reused')]);
    const late = await program.send('POST', '/payouts', body(`${mark}-late`), {
      timestampS: Math.floor(Date.now() / 1000) - 600,
    });
    expect([late.status, late.text]).toEqual([401, expect.stringContaining('timestamp_out_of_range')]);
    const forged = await program.send('POST', '/payouts', body(`${mark}-forged`), {
      secret: 'another secret',
    });
    expect([forged.status, forged.text]).toEqual([401, expect.stringContaining('invalid_signature')]);
    expect(await gone()).toEqual([]);
  });
});

test('a bribed operator submits, and nobody but another person lets it go', async () => {
  const bribed = await enterAs(server.url, 'manager.wu');
  const honest = await enterAs(server.url, 'admin.lin');
  const customerId = server.account('yuandian').customer_id;
  const made = await apply(bribed, { ...order(), customer_id: customerId }, await proofOf('manager.wu'));
  expect([made.code, made.message]).toEqual([0, expect.any(String)]);
  const { id, wait_reason: waits } = made.data as { id: string; wait_reason: string };
  expect(waits).toBe('approval');

  // By himself, by the file, and by saying that he paid it already.
  const reason = 'the merchant is in a hurry';
  expect(
    (await post(bribed, `/payment/transactions/${id}/dispatch`, { reason, ...(await proofOf('manager.wu')) }))
      .code,
  ).toBe(21_701);
  const paid = await post(bribed, `/payment/transactions/${id}/markPaid`, {
    reason,
    third_party_no: `${mark}-told`,
    ...(await proofOf('manager.wu')),
  });
  expect([paid.code, paid.data]).toEqual([0, expect.objectContaining({ state: 'waiting' })]);
  const { approval_id: approval } = paid.data as { approval_id: string };
  const yes = await post(bribed, `/admin/approvals/${approval}/approve`, await proofOf('manager.wu'));
  expect(yes.code).not.toBe(0);
  expect(
    (await post(honest, `/admin/approvals/${approval}/refuse`, { reason: 'nobody asked for it' })).code,
  ).toBe(0);
  expect(await gone()).toEqual([]);

  // The other one asks the merchant, and gives the money back.
  const back = await post(honest, `/payment/transactions/${id}/reject`, {
    reason: 'the merchant knows nothing of it',
    ...(await proofOf('admin.lin')),
  });
  expect(back.code).toBe(0);
  expect(await held('yuandian')).toBe('0');
});

test('a bribed senior agent has merchants, and none of their money', async () => {
  const bribed = await enterAs(server.url, 'agent.lanhai');
  const honest = await enterAs(server.url, 'admin.lin');
  const own = server.account('yuandian').customer_id ?? '';
  const foreign = server.account('zaojiao').customer_id ?? '';

  // He pays out for nobody: one by one, and by the file.
  expect((await post(bribed, '/payment/apply/effect', { ...order(), customer_id: own })).code).toBe(21_110);
  expect((await upload(bribed, `customer_id=${own}`, '004,何大盜,901234567890,100')).code).toBe(21_110);

  // What waits for the platform's second person does not wait for him; what is another tree's is not there.
  for (const [customerId, refusal] of [
    [own, 21_701],
    [foreign, 404],
  ] as const) {
    const made = await apply(honest, { ...order(), customer_id: customerId }, await proofOf('admin.lin'));
    expect([made.code, made.message]).toEqual([0, expect.any(String)]);
    const { id } = made.data as { id: string };
    const asked = { reason: 'it is urgent', ...(await proofOf('agent.lanhai')) };
    expect((await post(bribed, `/payment/transactions/${id}/dispatch`, asked)).code).toBe(refusal);
    const back = { reason: 'a story', ...(await proofOf('admin.chen')) };
    const second = await enterAs(server.url, 'admin.chen');
    expect((await post(second, `/payment/transactions/${id}/reject`, back)).code).toBe(0);
  }

  // The rules of his tree are his, within those of the platform.
  const looser = await bribed.send('PUT', '/payment/setting', {
    user_id: own,
    velocity: [{ by: 'payee', per: 'day', amount: '99999999' }],
    version: 0,
  });
  expect([looser.code, Object.keys(looser.errors ?? {})]).toEqual([400, ['payee_day']]);

  // As the merchant himself he looks around and touches nothing.
  const visit = await post(bribed, `/users/${own}/impersonate`, {
    reason: 'a question',
    ...(await proofOf('agent.lanhai')),
  });
  expect([visit.code, visit.message]).toEqual([0, expect.any(String)]);
  const inside = await bribed.send('POST', '/enter', { code: (visit.data as { code: string }).code });
  const { access_token: token } = inside.data as { access_token: string };
  const asMerchant = new BackOffice(server.url, { token });
  expect((await asMerchant.send('GET', '/users/self')).code).toBe(0);
  expect((await post(asMerchant, '/payment/apply/effect', order())).code).toBe(20_430);
  expect((await upload(asMerchant, 'name=x', '004,何大盜,901234567890,100')).code).toBe(20_430);
  expect(await gone()).toEqual([]);
  expect(await held('yuandian')).toBe('0');
});
