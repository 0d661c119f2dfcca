import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { idempotently, sweepKeys } from './idempotent.ts';

const { database, admin } = await testDatabase();
await admin.query('CREATE TABLE effect (n int); GRANT ALL ON effect TO PUBLIC');
const effects = async (): Promise<number> =>
  (await admin.query<{ n: number }>('SELECT count(*)::int AS n FROM effect')).rows[0]?.n ?? -1;

const call = (key: string, request: unknown = { amount: '1.00' }) => ({
  ownerId: 7n,
  effectiveId: 7n,
  endpoint: 'POST /payouts',
  key,
  request,
});
const pay = (key: string, request?: unknown, delayMs = 0) =>
  idempotently(database.app, call(key, request), async (tx) => {
    await sql`INSERT INTO effect VALUES (1)`.execute(tx);
    await sleep(delayMs);
    return { id: '42', z: 1, a: [null, 'x'] };
  });

test('a replay answers the same bytes and has no second effect', async () => {
  const first = await pay('k1');
  const again = await pay('k1');
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  expect(await effects()).toBe(1);
});

test('the same key with another request is refused', async () => {
  await expect(pay('k1', { amount: '2.00' })).rejects.toMatchObject({
    refusal: 'idempotencyConflict',
    code: 20409,
  });
});

test('a second call while the first runs is told so at once', async () => {
  const first = pay('k2', undefined, 200);
  await sleep(80);
  await expect(pay('k2')).rejects.toMatchObject({ refusal: 'requestInProgress', code: 20410 });
  await first;
  expect(await effects()).toBe(2);
});

test('a failed work keeps no key, so the caller may try again', async () => {
  const failed = idempotently(database.app, call('k3'), async () => {
    throw new Error('no funds');
  });
  await expect(failed).rejects.toThrow('no funds');
  await pay('k3');
  expect(await effects()).toBe(3);
});

test('an answer is given again to nobody else, for no other account and on no other route', async () => {
  const ask = (of: string, more: Partial<ReturnType<typeof call>>) =>
    idempotently(database.app, { ...call('k4'), ...more }, async () => of);
  expect(await ask('himself', {})).toBe('himself');
  expect(await ask('another caller', { ownerId: 8n })).toBe('another caller');
  expect(await ask('another account', { effectiveId: 8n })).toBe('another account');
  expect(await ask('another route', { endpoint: 'POST /withdrawals' })).toBe('another route');
  expect(await ask('again', {})).toBe('himself');
  await admin.query("DELETE FROM idempotency_key WHERE key = 'k4'");
});

test('a key is forgotten a day after its call, and not before', async () => {
  await admin.query("UPDATE idempotency_key SET created_at = now() - interval '25 hours' WHERE key = 'k2'");
  await sweepKeys(database.workers);
  const { rows } = await admin.query<{ key: string }>('SELECT key FROM idempotency_key ORDER BY key');
  expect(rows.map(({ key }) => key)).toEqual(['k1', 'k3']);
});
