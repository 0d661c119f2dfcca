import { signResponseV2, verifyV2 } from '@suanpan/signing/v2';
import { expect, test } from 'vitest';
import { MerchantRefusal, MerchantUnknown, openMerchant } from '../src/merchant.ts';

const secret = 'sk_test_1';
interface Said {
  readonly status?: number;
  readonly body: unknown;
  readonly signedBy?: string | null;
  readonly headers?: Record<string, string>;
}

/** A gateway at the wire: it verifies each call by the signatures of the product, and answers what it is told to. */
function gateway(...answers: readonly (Said | 'silence')[]) {
  const asked: {
    method: string;
    path: string;
    query: string;
    body: string;
    believed: boolean;
    nonce: string;
  }[] = [];
  const merchant = openMerchant({
    origin: 'https://pay.example',
    key: 'ak_test_1',
    secret,
    nowS: () => 1_795_222_800,
    fetch: async (target, init) => {
      const url = new URL(typeof target === 'string' ? target : expect.fail('no text'));
      const headers = new Headers(init?.headers);
      const body = typeof init?.body === 'string' ? init.body : '';
      const [method, path, query] = [init?.method ?? '', url.pathname, url.search.slice(1)];
      const timestamp = headers.get('x-timestamp') ?? '';
      const nonce = headers.get('x-nonce') ?? '';
      const signed = { method, path, query, timestamp, nonce, body };
      const believed = verifyV2(signed, headers.get('x-signature') ?? '', [secret]);
      const said = answers[asked.length] ?? expect.fail('asked too often');
      asked.push({ method, path, query, body, believed, nonce });
      if (said === 'silence') throw new TypeError('fetch failed');
      const { headers: more, signedBy = secret, status = 200 } = said;
      const text = JSON.stringify(said.body);
      const own: Record<string, string> =
        signedBy === null
          ? {}
          : {
              'x-timestamp': '5',
              'x-signature': signResponseV2({ timestamp: '5', status, body: text }, signedBy),
            };
      return new Response(text, { status, headers: { ...own, ...more } });
    },
  });
  return { asked, merchant };
}

test('every call is signed over what is sent, with a nonce of its own, and a query by its whole text', async () => {
  const { asked, merchant } = gateway(...Array.from({ length: 6 }, () => ({ body: { items: [] } })));
  await merchant.collections.create({
    order_no: 'T1',
    amount: '1.00',
    currency: 'TWD',
    payer: { name: '王小明' },
  });
  await merchant.collections.find('T 1');
  await merchant.collections.list({ limit: 2, cursor: 'col_9' });
  await merchant.payouts.cancel('pay_3');
  await merchant.balance();
  await merchant.redeliver('evt_1');
  expect(asked.map(({ believed }) => believed)).toEqual(Array.from({ length: 6 }, () => true));
  expect(new Set(asked.map(({ nonce }) => nonce)).size).toBe(6);
  expect(asked.map(({ method, path, query }) => `${method} ${path}?${query}`)).toEqual([
    'POST /api/v2/collections?',
    'GET /api/v2/collections?order_no=T+1',
    'GET /api/v2/collections?limit=2&cursor=col_9',
    'POST /api/v2/payouts/pay_3/cancel?',
    'GET /api/v2/balance?',
    'POST /api/v2/events/evt_1/redeliver?',
  ]);
});

test('a refusal says why, and whatever leaves the truth open is unknown', async () => {
  const error = { code: 'insufficient_balance', message: 'Not enough', field: null, request_id: 'r1' };
  const { merchant } = gateway(
    { status: 402, body: { error }, headers: { 'retry-after': '7' } },
    // Whoever is not proven is answered without a signature.
    { status: 401, body: { error: { ...error, code: 'invalid_key' } }, signedBy: null },
    'silence',
    { body: {}, signedBy: 'another secret' },
    { body: {}, signedBy: null },
    { status: 502, body: 'Bad gateway', signedBy: null },
  );
  const fault = async (): Promise<unknown> => merchant.balance().catch((caught: unknown) => caught);
  expect(await fault()).toMatchObject({
    name: 'MerchantRefusal',
    status: 402,
    code: 'insufficient_balance',
    requestId: 'r1',
    retryAfterS: 7,
  });
  expect(await fault()).toBeInstanceOf(MerchantRefusal);
  for (let left = 4; left > 0; left -= 1) expect(await fault()).toBeInstanceOf(MerchantUnknown);
});

test('every event is read page by page, each once', async () => {
  const event = (id: string) => ({ id, type: 'collection.succeeded' });
  const { asked, merchant } = gateway(
    { body: { items: [event('a'), event('b')], next_cursor: 'b' } },
    { body: { items: [event('c')], next_cursor: 'c' } },
    { body: { items: [], next_cursor: null } },
  );
  const ids: string[] = [];
  for await (const { id } of merchant.everyEvent()) ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(asked.map(({ query }) => query)).toEqual(['', 'after=b', 'after=c']);
});
