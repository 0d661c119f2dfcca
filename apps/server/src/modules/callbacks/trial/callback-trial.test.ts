import { tryCallback } from '@suanpan/contract/endpoints/callback-trial';
import type { TrialForm, TrialType } from '@suanpan/contract/endpoints/callback-trial';
import { Refusal } from '@suanpan/domain/errors';
import { verifyEpay } from '@suanpan/signing/epay';
import { verifyV1 } from '@suanpan/signing/v1';
import { verifyWebhook } from '@suanpan/signing/webhooks';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { wallClock } from '../../../platform/clock.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { createOutbound } from '../../../platform/outbound.ts';
import { toldCollections } from '../../collections/index.ts';
import { toldPayouts } from '../../payouts/index.ts';
import { openCallbacks } from '../index.ts';
import { startReceiver } from '../testing/receiver.ts';
import { createWorld, secret, v1Secret } from '../testing/world.ts';

const base = await testDatabase();
const world = createWorld(base);
const shop = await startReceiver();
const outbound = createOutbound({
  trustedOrigins: [shop.origin],
  allowHttp: true,
  resolve: async () => [{ address: '10.0.0.7', family: 4 }],
});
const counted: bigint[] = [];
const callbacks = openCallbacks({
  orders: { collection: toldCollections, payout: toldPayouts },
  db: base.database,
  vault: base.vault,
  outbound,
  log: base.log,
  async trialGate(customerId) {
    counted.push(customerId);
    if (counted.filter((id) => id === customerId).length > 10) throw new Refusal('tooManyRequests');
  },
});
const http = openHttp(base);
callbacks.bind(http.app);
afterAll(async () => {
  await callbacks.stop();
  await outbound.close();
  await shop.close();
});

interface Asked {
  readonly type?: TrialType;
  readonly form?: TrialForm;
  readonly url?: string;
}
const ask = (actor: Actor, { form = 'v2', type = 'collection.succeeded', url }: Asked = {}) =>
  http.post(actor, tryCallback.path, { form, type, ...(url !== undefined && { url }) });
async function merchant(url: string | null = null): Promise<{ actor: Actor; id: bigint }> {
  const { customerId } = await world.merchant();
  await world.endpoint(customerId, url);
  return { actor: actorOf('customer', customerId), id: customerId };
}

test('a signed callback of no order goes to the merchant’s own address once, and both sides are shown', async () => {
  const { actor, id } = await merchant(`${shop.origin}/own`);
  const { code, data } = await ask(actor);
  expect(code).toBe(0);
  const said = tryCallback.output.parse(data);
  expect(said.answer).toMatchObject({ acknowledged: true, result: null, http_status: 200, body: 'OK' });
  const [received, ...more] = shop.at('/own');
  expect(more).toEqual([]);
  const nowS = Math.floor(wallClock.now().getTime() / 1000);
  expect(verifyWebhook(received?.headers ?? {}, received?.body ?? '', [secret], nowS)).toEqual({
    verified: true,
  });
  expect(said.request).toMatchObject({ method: 'POST', url: `${shop.origin}/own`, body: received?.body });
  expect(JSON.parse(received?.body ?? '')).toMatchObject({
    type: 'collection.succeeded',
    data: {
      id: 'col_0',
      status: 'succeeded',
      paid_amount: '1500.00',
      credited_amount: '1470.00',
      test: true,
    },
  });
  const { rows } = await base.admin.query(
    `SELECT (SELECT count(*)::int FROM callback WHERE customer_id = $1::bigint) AS kept,
            (SELECT array_agg(act) FROM audit_log WHERE object_id = $1::bigint::text) AS acts`,
    [id],
  );
  expect(rows[0]).toEqual({ kept: 0, acts: ['apiFile.simulate'] });
});

test.each([
  ['collection.expired', 'expired'],
  ['collection.amount_mismatch', 'amount_mismatch'],
  ['collection.abnormal', 'abnormal'],
  ['payout.paid', 'paid'],
  ['payout.rejected', 'rejected'],
  ['payout.failed', 'verification_failed'],
] as const)('%s is told as it would be', async (type, status) => {
  const path = `/${type}`;
  const { actor } = await merchant(`${shop.origin}${path}`);
  expect((await ask(actor, { type })).code).toBe(0);
  expect(JSON.parse(shop.at(path)[0]?.body ?? '')).toMatchObject({ type, data: { status, test: true } });
});

test('the v1 form is signed with its own secret, and what does not acknowledge is shown as that', async () => {
  const { actor } = await merchant();
  shop.answer('/v1', (response) => response.writeHead(200).end('not yet'));
  const { data } = await ask(actor, { form: 'v1', url: `${shop.origin}/v1` });
  expect(tryCallback.output.parse(data).answer).toMatchObject({
    acknowledged: false,
    result: 'error_response',
    http_status: 200,
    body: 'not yet',
  });
  const fields = Object.fromEntries(new URLSearchParams(shop.at('/v1')[0]?.body ?? ''));
  expect(verifyV1(fields, v1Secret)).toBe(true);
  expect(fields).toMatchObject({ status: '2', is_test: '1' });
});

test('the epay form goes by GET behind the merchant’s own query, signed over its parameters alone', async () => {
  const { actor, id } = await merchant();
  shop.answer('/epay', (response) => response.writeHead(200).end('success'));
  const { data } = await ask(actor, { form: 'epay', url: `${shop.origin}/epay?shop=1` });
  const said = tryCallback.output.parse(data);
  expect(said.answer).toMatchObject({ acknowledged: true, http_status: 200, body: 'success' });
  const received = shop.received.find(({ path }) => path.startsWith('/epay?')) ?? expect.fail('nothing came');
  expect(received.body).toBe('');
  const { shop: own, ...params } = Object.fromEntries(new URL(received.path, shop.origin).searchParams);
  expect(own).toBe('1');
  expect(verifyEpay(params, v1Secret)).toBe(true);
  expect(verifyEpay({ ...params, money: '9999.00' }, v1Secret)).toBe(false);
  expect(params).toMatchObject({ pid: String(id), money: '1500.00', trade_status: 'TRADE_SUCCESS' });
  expect((await ask(actor, { form: 'epay', type: 'payout.paid', url: `${shop.origin}/epay` })).code).not.toBe(
    0,
  );
});

test('an address inside a house is called by nobody, and nothing of it is learned', async () => {
  const { actor } = await merchant();
  const inside = [
    'http://127.0.0.1:80/',
    'http://inside.example.com/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
  ];
  for (const url of inside) {
    const { data } = await ask(actor, { url });
    expect(tryCallback.output.parse(data).answer, url).toEqual({
      acknowledged: false,
      result: 'invalid_url',
      http_status: null,
      body: '',
      latency_ms: 0,
    });
  }
  expect((await ask(actor, { url: 'ftp://shop.example/' })).code).not.toBe(0);
});

test('without an address there is nothing to send, more than ten a minute are too many, and only merchants try', async () => {
  const { actor } = await merchant();
  expect((await ask(actor)).code).toBe(21_501);
  for (let sent = 0; sent < 10; sent += 1)
    expect((await ask(actor, { url: `${shop.origin}/many` })).code).toBe(0);
  expect((await ask(actor, { url: `${shop.origin}/many` })).status).toBe(429);
  expect(shop.at('/many')).toHaveLength(10);
  const boss = actorOf('admin', await world.user('admin'));
  expect((await ask(boss, { url: `${shop.origin}/boss` })).code).toBe(404);
  expect(shop.at('/boss')).toEqual([]);
});
