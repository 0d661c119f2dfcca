import { afterAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { servesThisMachineAlone } from '../loopback.ts';
import { createMetrics } from '../metrics.ts';
import { bindHealth } from './bind-health.ts';
import { createHttp } from './create-http.ts';
import type { Http } from './create-http.ts';

const open: Http[] = [];
afterAll(() => Promise.all(open.map((app) => app.close())));

async function metricsOf(
  options: { readonly metricsToken?: string; readonly isAlone: boolean },
  headers: Record<string, string> = {},
): Promise<number> {
  const app = createHttp({
    config: { production: false, publicUrl: 'http://127.0.0.1:3000', trustedProxies: [], allowedOrigins: [] },
    log: createLog({ logLevel: 'silent' }),
    words: (name) => name,
    authenticate: () => Promise.reject(new Error('Nobody signs in here')),
    metrics: createMetrics(),
  });
  open.push(app);
  bindHealth(app, { ready: async () => ({}), metricsToken: options.metricsToken, isAlone: options.isAlone });
  return (
    await app.inject({ method: 'GET', url: '/metrics', headers: { host: '127.0.0.1:3000', ...headers } })
  ).statusCode;
}

test('where others can reach the server, its metrics take a token, wherever a call comes from', async () => {
  const metricsToken = 'a token of the monitoring';
  expect(await metricsOf({ isAlone: true })).toBe(200);
  // A proxy on this machine that says nothing of for whom it comes looks exactly like a caller from here.
  expect(await metricsOf({ isAlone: false })).toBe(404);
  for (const isAlone of [true, false]) {
    expect(await metricsOf({ isAlone, metricsToken })).toBe(404);
    expect(await metricsOf({ isAlone, metricsToken }, { authorization: 'Bearer another' })).toBe(404);
    expect(await metricsOf({ isAlone, metricsToken }, { authorization: `Bearer ${metricsToken}` })).toBe(200);
  }
});

test.each([
  ['on loopback and known by it', {}, true],
  ['by its name', { publicUrl: 'http://localhost:3000' }, true],
  ['on every address', { host: '0.0.0.0' }, false],
  ['known by a public name', { publicUrl: 'https://pay.example.com' }, false],
  ['behind a proxy', { trustedProxies: ['127.0.0.1'] }, false],
])('a server %s', (_, change, isAlone) => {
  const here = { host: '127.0.0.1', publicUrl: 'http://127.0.0.1:3000', trustedProxies: [], ...change };
  expect(servesThisMachineAlone(here)).toBe(isAlone);
});
