import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { bindHealth } from './bind-health.ts';
import { bindWeb } from './bind-web.ts';
import { createHttp } from './create-http.ts';

const dist = mkdtempSync(join(tmpdir(), 'pages-'));
for (const folder of ['pay', 'assets']) mkdirSync(join(dist, folder));
for (const file of ['assets/a-B2LQ5Ujj.js', 'scheme.js']) writeFileSync(join(dist, file), '0;');
for (const file of ['index.html', 'pay/index.html']) {
  writeFileSync(
    join(dist, file),
    '<style nonce="__CSP_NONCE__"></style><script src="/assets/a.js"></script>',
  );
}
const metrics = createMetrics();
const openHttp = () =>
  createHttp({
    config: {
      production: true,
      publicUrl: 'https://pay.example.com',
      trustedProxies: [],
      allowedOrigins: [],
    },
    log: createLog({ logLevel: 'silent' }),
    words: (name) => name,
    authenticate: () => Promise.reject(new Error('Nobody signs in here')),
    metrics,
  });
const app = openHttp();
bindWeb(app, dist);
bindHealth(app, { ready: async () => ({}), metricsToken: undefined, isAlone: false });
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true, force: true });
});

async function page(url: string) {
  const { body, headers } = await app.inject({ method: 'GET', url });
  const policy = new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((rule) => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1)]),
  );
  return { body, policy };
}

test.each(['/', '/pay/'])(
  'the page %s runs the scripts of its own server alone, and none that stands in it',
  async (url) => {
    const { body, policy } = await page(url);
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['default'],
    });
    // What may stand in the page is style, by an attribute or under this page's own number.
    expect(
      [...policy].filter(([, sources]) => sources.includes("'unsafe-inline'")).map(([rule]) => rule),
    ).toEqual(['style-src-attr']);
    expect(JSON.stringify([...policy])).not.toMatch(/unsafe-eval|strict-dynamic|https?:|\*/);
    const nonce = /'nonce-([^']+)'/.exec(policy.get('style-src')?.join(' ') ?? '')?.[1] ?? '';
    expect(nonce.length).toBeGreaterThanOrEqual(16);
    expect(body).toContain(`nonce="${nonce}"`);
    expect((await page(url)).body).not.toContain(nonce);
  },
);

test('a file whose name is its content is kept for a year, any other is asked for anew', async () => {
  const kept = async (url: string) => (await app.inject({ method: 'GET', url })).headers['cache-control'];
  expect(await kept('/assets/a-B2LQ5Ujj.js')).toBe('public, max-age=31536000, immutable');
  expect(await kept('/scheme.js')).toBe('no-cache');
});

test('what a page does against its policy is reported, counted, and kept nowhere', async () => {
  const { policy } = await page('/');
  expect(policy.get('report-uri')).toEqual(['/csp-report']);
  const report = (payload: string, type: string) =>
    app.inject({ method: 'POST', url: '/csp-report', headers: { 'content-type': type }, payload });
  for (const [payload, type] of [
    ['{"csp-report":{"blocked-uri":"inline"}}', 'application/csp-report'],
    ['[{"type":"csp-violation"}]', 'application/reports+json'],
    ['<no json at all', 'text/plain'],
  ] as const) {
    const answer = await report(payload, type);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
  }
  expect((await report('x'.repeat(20_000), 'application/csp-report')).statusCode).toBe(413);
  expect(await metrics.text()).toMatch(/suanpan_policy_reports_total 3\n/);
});

test('whoever asks for a page that is still being built waits for it', async () => {
  const folder = join(dist, 'later');
  const building = Promise.withResolvers<void>();
  const early = openHttp();
  expect(bindWeb(early, folder, building.promise)).toBe(true);
  const asked = early.inject({ method: 'GET', url: '/' });
  writeFileSync(join(folder, 'index.html'), 'built');
  building.resolve();
  expect((await asked).body).toBe('built');
  await early.close();
  expect(bindWeb(openHttp(), join(dist, 'never'))).toBe(false);
});
