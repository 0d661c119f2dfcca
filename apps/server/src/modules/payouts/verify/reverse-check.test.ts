import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { reverseCheckKeyPurpose, signReverseCheck } from './reverse-check.ts';

const key = 'a check key';
const asked: Record<string, string>[] = [];
let answer: (response: ServerResponse) => void;
const shop = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
  request.on('end', () => {
    asked.push(JSON.parse(body) as Record<string, string>);
    answer(response);
  });
});
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms, [origin]);
let tenant: Tenant;
let merchantId: bigint;

beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
});
beforeEach(async () => {
  asked.length = 0;
  merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId);
  await setCheck(`${origin}/check`);
});

async function setCheck(url: string): Promise<void> {
  await base.admin.query(
    `INSERT INTO audit_setting (user_id, url, key_sealed) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET url = EXCLUDED.url`,
    [merchantId, url, base.vault.seal(key, reverseCheckKeyPurpose)],
  );
}

const say = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('a payout of a merchant who confirms his payouts', () => {
  test.each([0, 200, '0'])('leaves when his server answers the code %s', async (code) => {
    answer = say(200, { code });
    const order = await here.place(merchantId, { accountNo: '0901560501232' });
    expect(order.stage).toBe('verifying');
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({ stage: 'queued', check_result: 'accepted' });
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('submitted');
    const [{ sign, ...fields } = { sign: '' }] = asked;
    expect(fields).toMatchObject({
      order_no: order.order_no,
      merchant_order_no: order.merchant_order_no,
      amount: '5000.00',
      account_name: '王小明',
      card_no: '0901560501232',
    });
    expect(sign).toBe(signReverseCheck(fields, key));
  });

  test.each<[string, () => void, string]>([
    ['another code', () => (answer = say(200, { code: 1 })), 'verifyFailed'],
    ['no JSON', () => (answer = (response) => void response.end('OK')), 'verifyFailed'],
    ['HTTP 500', () => (answer = say(500, { code: 0 })), 'verifyFailed'],
    ['HTTP 302', () => (answer = say(302, { code: 0 })), 'verifyFailed'],
    ['HTTP 403', () => (answer = say(403, { code: 0 })), 'checkDomainOrSafelist'],
    ['a cut', () => (answer = (response) => void response.destroy()), 'noResponseAfterTimeout'],
  ])('gives its hold back after two answers of: %s', async (_, how, why) => {
    how();
    const order = await here.place(merchantId);
    await here.work();
    expect((await here.payout(order.id)).status).toBe('processing');
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({
      status: 'verify_failed',
      failure: why,
      check_result: why,
    });
    expect(asked).toHaveLength(2);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
    const { rows } = await base.admin.query(
      "SELECT FROM outbox WHERE kind = 'payout.failed' AND subject = $1",
      [`payout:${order.id}`],
    );
    expect(rows).toHaveLength(1);
  });

  test('is not confirmed by an address inside the house', async () => {
    await setCheck('http://127.0.0.1:9/check');
    const order = await here.place(merchantId);
    await here.work();
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({
      status: 'verify_failed',
      failure: 'checkDomainOrSafelist',
    });
  });

  test('that waits for a person waits on once it is confirmed', async () => {
    answer = say(200, { code: 0 });
    const order = await here.place(merchantId, { isAgreed: false });
    await here.work();
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({ stage: 'queued', wait_reason: 'approval' });
  });

  test('goes on without a check when he has switched it off meanwhile', async () => {
    const order = await here.place(merchantId);
    await base.admin.query('UPDATE audit_setting SET enabled = false WHERE user_id = $1', [merchantId]);
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('queued');
    expect(asked).toHaveLength(0);
  });
});
