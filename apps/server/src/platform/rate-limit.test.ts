import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { ordinaryLimits } from './db/connection-settings.ts';
import { openPool } from './db/database.ts';
import { createLimiter, sweepLimits } from './rate-limit.ts';

const { database, admin, log } = await testDatabase();
const open = () =>
  openPool(database.urls.app, { name: 'limits', max: 4, limits: ordinaryLimits, driverTypes: true }, log);
const [one, other] = [open(), open()];
afterAll(() => Promise.all([one.end(), other.end()]));

test('of 200 calls at once over two processes exactly 60 pass, the rest learn when to come back', async () => {
  const limiters = [one, other].map((pool) => createLimiter(pool, { name: 'api', points: 60, windowS: 60 }));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) => limiters[index % 2]!.consume('key 1')),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(60);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(refused?.reason).toMatchObject({ refusal: 'tooManyRequests', http: 429 });
  expect(Number(refused?.reason.params.retryAfterS)).toBeGreaterThan(0);
  await limiters[0]?.consume('key 2');
});

test('a forgiven key starts anew', async () => {
  const limiter = createLimiter(one, { name: 'login', points: 2, windowS: 60 });
  await limiter.consume('a');
  expect(await limiter.remaining('a')).toBe(1);
  await limiter.reset('a');
  expect(await limiter.remaining('a')).toBe(2);
});

test('sweeping removes ended windows only', async () => {
  await admin.query("INSERT INTO rate_limit (key, points, expire) VALUES ('old', 1, 1000)");
  expect(await sweepLimits(one)).toBe(1);
  expect(await sweepLimits(one)).toBe(0);
});
