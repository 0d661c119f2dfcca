import { beforeEach, expect, test } from 'vitest';
import { openMerchantApi } from './testing/open-merchant-api.ts';

const door = await openMerchantApi();
const { admin, call, denials, issueKey, key, tenant } = door;

interface Denied {
  readonly act: string;
  readonly object_kind: string;
  readonly object_id: string;
  readonly effective_id: bigint | null;
  readonly attempts: number;
}

let seen = 0n;
/** The rows since the last look, with whose they are. */
async function denied(): Promise<Denied[]> {
  await denials.settled();
  const { rows } = await admin.query<Denied & { id: bigint }>(
    `SELECT id, act, object_kind, object_id, effective_id, (after->>'attempts')::int AS attempts FROM audit_log
     WHERE outcome = 'denied' AND id > $1 ORDER BY act`,
    [seen],
  );
  for (const { id } of rows) if (id > seen) seen = id;
  return rows.map(({ id: _id, ...row }) => row);
}

beforeEach(denied);

test('a wrong signature is summed by key and minute', async () => {
  const wrong = { signature: () => '0'.repeat(64) };
  for (let n = 0; n < 25; n += 1) await call(key, 'GET', '/api/v2/balance', '', wrong);
  const of = { object_kind: 'apiKey', object_id: String(key.id), effective_id: tenant.merchantId };
  expect(await denied()).toEqual([{ act: 'merchant.badSignature', ...of, attempts: 25 }]);
});

test('a foreign address, a missing scope, a repeated request and what is not his are written down too', async () => {
  const guarded = await issueKey(tenant.merchantId, { scopes: ['read'], allow: ['198.51.100.0/24'] });
  const inside = { ip: '198.51.100.9' };
  await call(guarded, 'GET', '/api/v2/balance', '', { ip: '203.0.113.9' });
  await call(guarded, 'POST', '/api/v2/collections', door.order(), inside);
  const once = { ...inside, nonce: 'sent-a-second-time' };
  for (let n = 0; n < 2; n += 1) await call(guarded, 'GET', '/api/v2/balance', '', once);
  await call(guarded, 'GET', '/api/v2/collections/999999999', '', inside);
  const of = {
    object_kind: 'apiKey',
    object_id: String(guarded.id),
    effective_id: tenant.merchantId,
    attempts: 1,
  };
  expect(await denied()).toEqual([
    { act: 'merchant.foreignAddress', ...of },
    { act: 'merchant.nonceReused', ...of },
    { act: 'merchant.notFound', ...of },
    { act: 'merchant.scopeDenied', ...of },
  ]);
});

test('keys that nobody has are one row together: a stranger cannot fill the log with names of his own', async () => {
  for (let n = 0; n < 40; n += 1)
    await call(key, 'GET', '/api/v2/balance', '', { key: `ak_live_made_up_${n}` });
  expect(await denied()).toMatchObject([{ act: 'merchant.unknownKey', effective_id: null, attempts: 40 }]);
});
