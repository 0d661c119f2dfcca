import { randomBytes } from 'node:crypto';
import { signV1 } from '@suanpan/signing/v1';
import { signV2 } from '@suanpan/signing/v2';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openHouse } from '../open-house.ts';
import { openPayoutRooms } from '../payout-rooms.ts';
import { createTenant } from '../tenant.ts';
import { watchWrites } from './watch-writes.ts';

/**
 * Every call of the merchant API: the scope it takes, and the HTTP status for the merchant's own thing, that of another
 * merchant of the same senior agent, that of another senior agent's, and one that does not exist. `-` marks a call that
 * names nothing.
 */
const v2 = lines(`
  call                             scope    own  beside  other  absent
  POST /collections                collect  201  -       -      -
  GET /collections                 read     200  -       -      -
  GET /collections?order_no={no}   read     200  404     404    404
  GET /collections/{id}            read     200  404     404    404
  POST /collections/{id}/close     collect  200  404     404    404
  POST /simulate/collections/{id}  collect  202  404     404    404
  POST /simulate/payouts/{id}      payout   409  404     404    404
  POST /collections/{id}/refunds   payout   409  404     404    404
  GET /collections/{id}/refunds    read     200  404     404    404
  POST /payouts                    payout   202  -       -      -
  GET /payouts                     read     200  -       -      -
  GET /payouts?order_no={no}       read     200  404     404    404
  GET /payouts/{id}                read     200  404     404    404
  POST /payouts/{id}/cancel        payout   200  404     404    404
  GET /balance                     read     200  -       -      -
  GET /methods                     read     200  -       -      -
  GET /banks                       read     200  -       -      -
  GET /rates                       read     200  -       -      -
  GET /events                      read     200  -       -      -
  POST /events/{event}/redeliver   collect  -    -       -      404
`);

/** Whoever is not let in, whatever he calls. The order is that of the door: the first thing wrong is what he hears. */
const turnedAway = {
  'no key': [401, 'invalid_key'],
  'a session of the back office': [401, 'invalid_key'],
  'a revoked key': [401, 'invalid_key'],
  'a key from another address': [403, 'ip_not_allowed'],
  'a clock that is wrong': [401, 'timestamp_out_of_range'],
  'a forged signature': [401, 'invalid_signature'],
  'a key without the scope': [403, 'scope_denied'],
  'a key of a disabled merchant': [403, 'merchant_disabled'],
} as const;
type Stranger = keyof typeof turnedAway;

/** The legacy form answers 200 always; its codes are those of merchant API §3. */
const v1 = ['/pay/create', '/pay/query', '/balance', '/transfer/create', '/transfer/query'];
const v1Codes = { 'nobody we know': 1003, 'a forged signature': 1002, 'another address': 1007 } as const;

const { app, base, rooms, routes } = await openHouse();
const { database, vault } = base;
const own = await createTenant(base, { provider: rooms.bank });
const foreign = await createTenant(base, { provider: rooms.bank });
const owners = {
  own: own.merchantId,
  beside: await own.merchant(),
  other: foreign.merchantId,
};
const disabled = await own.merchant({ status: 'disabled' });
const elsewhere = await own.merchant({ api_version: 'v1', ip_allowlist: ['192.0.2.1'] });
const legacy = await own.merchant({ api_version: 'v1' });
const v1Secret = 'sk_v1_4f9d2c7b8a1e4d5f90ab12cd34ef5678';
for (const merchant of [elsewhere, legacy]) {
  await sql`INSERT INTO webhook_endpoint (customer_id, secret_sealed, v1_secret_sealed)
            VALUES (${merchant}, 'none', ${vault.seal(v1Secret, 'webhook_endpoint.v1_secret')})`.execute(
    database.app,
  );
}
const keys = {
  all: await issueKey(owners.own, {
    scopes: ['collect', 'payout', 'read'],
    allow: ['203.0.113.0/24'],
    dailyPayout: 10n ** 12n,
  }),
  collect: await issueKey(owners.own, { scopes: ['collect'] }),
  read: await issueKey(owners.own, { scopes: ['read'] }),
  bound: await issueKey(owners.own, { allow: ['192.0.2.1'] }),
  revoked: await issueKey(owners.own, { revoked: true }),
  disabled: await issueKey(disabled),
};
const absentOrder = '999999999999';
const here = await openPayoutRooms(base, rooms);
for (const merchant of Object.values(owners)) {
  await here.channel(merchant === owners.other ? foreign : own, [merchant]);
  await here.earn(merchant);
}
const watch = await watchWrites(base.admin);

/** Open to everybody: the description has no caller. */
const open = '/api/v2/openapi.json';

test('every route of the merchant API stands in the table, and only those', () => {
  const served = routes.filter(({ path }) => /^\/api\/v[12]\//.test(path) && !path.endsWith('*'));
  const known = v2.map(({ call }) =>
    `/api/v2${call?.split(' ')[1]?.split('?')[0]}`.replace('{event}', '{id}'),
  );
  expect([...new Set(served.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')))].toSorted()).toEqual(
    [...new Set([...known, ...v1.map((path) => `/api/v1${path}`), open])].toSorted(),
  );
});

describe.each(v2)('$call', (row) => {
  const [method = '', path = ''] = row.call?.split(' ') ?? [];

  test('is answered as the table says, and a foreign thing exactly as an absent one', async () => {
    const said = new Map<string, string>();
    for (const relation of ['beside', 'other', 'absent', 'own'] as const) {
      if (row[relation] === '-') continue;
      const target = await targetOf(relation, path);
      await watch.since();
      const reply = await send(keys.all, method, fill(path, target), bodyOf(row.call ?? ''));
      expect([relation, reply.status, reply.text]).toEqual([
        relation,
        numberOf(row[relation]),
        expect.any(String),
      ]);
      if (relation !== 'own') expect(await watch.since()).toEqual([]);
      said.set(relation, reply.text.replace(/"request_id":"[^"]*"/, ''));
    }
    const foreigners = [said.get('beside'), said.get('other')].filter((text) => text !== undefined);
    for (const text of foreigners) expect(text).toBe(said.get('absent'));
  });

  test.each(Object.keys(turnedAway) as Stranger[])(
    '%s is turned away and changes nothing',
    async (stranger) => {
      const target = await targetOf(row['own'] === '-' ? 'absent' : 'own', path);
      await watch.since();
      const reply = await sendAs(
        stranger,
        row['scope'] ?? '',
        method,
        fill(path, target),
        bodyOf(row.call ?? ''),
      );
      expect([reply.status, codeOf(reply.text)]).toEqual(turnedAway[stranger]);
      expect(await watch.since()).toEqual([]);
    },
  );
});

describe.each(v1)('the legacy form: %s', (path) => {
  test.each(Object.entries(v1Codes))('%s is turned away', async (who, code) => {
    const merchant = { 'nobody we know': 1n, 'a forged signature': legacy, 'another address': elsewhere }[
      who
    ];
    const fields = {
      merchant_no: String(merchant),
      timestamp: String(Math.floor(Date.now() / 1000)),
      nonce: randomBytes(8).toString('hex'),
      out_trade_no: 'V1-1',
      amount: '1500.00',
      currency: 'TWD',
    };
    const sign = signV1(fields, who === 'a forged signature' ? 'sk_v1_another' : v1Secret);
    await watch.since();
    const response = await app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.7' },
      payload: new URLSearchParams({ ...fields, sign }).toString(),
    });
    expect([response.statusCode, response.json<{ code: number }>().code]).toEqual([200, code]);
    expect(await watch.since()).toEqual([]);
  });
});

interface Key {
  readonly key: string;
  readonly secret: string;
}

async function issueKey(
  customerId: bigint,
  {
    scopes = ['collect', 'read'],
    allow = [] as string[],
    revoked = false,
    dailyPayout = null as bigint | null,
  } = {},
): Promise<Key> {
  const key = `ak_live_${randomBytes(8).toString('hex')}`;
  const secret = `sk_live_${randomBytes(16).toString('hex')}`;
  await sql`
    INSERT INTO api_key (customer_id, key, secret_sealed, scopes, is_test, ip_allowlist, per_minute, created_at,
                         disabled_at, daily_payout_minor)
    VALUES (${customerId}, ${key}, ${vault.seal(secret, 'api_key.secret')}, ${scopes}::text[], false,
            ${allow}::text[], 1200, now(), ${revoked ? new Date() : null}, ${dailyPayout})`.execute(
    database.app,
  );
  return { key, secret };
}

interface Target {
  readonly id: string;
  readonly no: string;
}

/** A fresh order of whoever the relation means, so that ending one leaves the next alone. */
async function targetOf(relation: 'own' | 'beside' | 'other' | 'absent', path: string): Promise<Target> {
  const isPayout = path.includes('/payouts');
  const prefix = isPayout ? 'pay' : 'col';
  if (relation === 'absent') return { id: `${prefix}_${absentOrder}`, no: 'NO-SUCH-ORDER' };
  const order = isPayout
    ? await here.place(owners[relation], { major: '10' })
    : await rooms.place(owners[relation]);
  return { id: `${prefix}_${order.id}`, no: order.merchant_order_no };
}

function fill(path: string, { id, no }: Target): string {
  return path.replace('{id}', id).replace('{no}', no).replace('{event}', 'evt_00000000000000000000000000');
}

let orders = 0;
function bodyOf(call: string): string {
  if (call === 'POST /collections') {
    orders += 1;
    return JSON.stringify({ order_no: `TABLE-${process.pid}-${orders}`, amount: '1500.00', currency: 'TWD' });
  }
  if (call === 'POST /payouts') {
    orders += 1;
    return JSON.stringify({
      order_no: `TABLE-P-${process.pid}-${orders}`,
      amount: '10.00',
      currency: 'TWD',
      type: 'bank',
      beneficiary: { name: '王小明', account_no: `77000000${orders}`, bank_code: '004' },
    });
  }
  // Of one that nobody has paid nothing can be paid back.
  if (call === 'POST /collections/{id}/refunds') return JSON.stringify({ refund_no: 'R-1', amount: '1.00' });
  return call.includes('/simulate/') ? JSON.stringify({ scenario: '00' }) : '';
}

interface Wrong {
  readonly timestampS?: number;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send({ key, secret }: Key, method: string, url: string, body: string, wrong: Wrong = {}) {
  const [path = '', query = ''] = `/api/v2${url}`.split('?');
  const timestamp = String(wrong.timestampS ?? Math.floor(Date.now() / 1000));
  const nonce = randomBytes(8).toString('hex');
  const signed = { method, path, query, timestamp, nonce, body };
  const response = await app.inject({
    method: method as 'GET',
    url: `/api/v2${url}`,
    headers: {
      'x-api-key': key,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signV2(signed, wrong.secret ?? secret),
      'x-localization': 'en',
      'x-forwarded-for': '203.0.113.7',
      ...(body !== '' && { 'content-type': 'application/json' }),
      ...wrong.headers,
    },
    ...(body !== '' && { payload: body }),
  });
  return { status: response.statusCode, text: response.body };
}

async function sendAs(stranger: Stranger, scope: string, method: string, url: string, body: string) {
  const nobody = { key: '', secret: 'none' };
  switch (stranger) {
    case 'no key':
      return send(nobody, method, url, body);
    case 'a session of the back office':
      return send(nobody, method, url, body, { headers: { authorization: 'Bearer of-the-back-office' } });
    case 'a revoked key':
      return send(keys.revoked, method, url, body);
    case 'a key from another address':
      return send(keys.bound, method, url, body);
    case 'a clock that is wrong':
      return send(keys.all, method, url, body, { timestampS: Math.floor(Date.now() / 1000) - 301 });
    case 'a forged signature':
      return send(keys.all, method, url, body, { secret: 'sk_live_another' });
    case 'a key without the scope':
      return send(scope === 'read' ? keys.collect : keys.read, method, url, body);
    case 'a key of a disabled merchant':
      return send(keys.disabled, method, url, body);
  }
}

const codeOf = (text: string): string => (JSON.parse(text) as { error: { code: string } }).error.code;
// Not money: an HTTP status of the table.
const numberOf = (cell: string | undefined): number => Number(cell);

type Line = Readonly<Record<string, string>>;

/** A table as it is written; the first column may hold one space. */
function lines(text: string): readonly Line[] {
  const [head = [], ...rest] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s{2,}/));
  return rest.map((cells) => Object.fromEntries(cells.map((cell, index) => [head[index] ?? '', cell])));
}
