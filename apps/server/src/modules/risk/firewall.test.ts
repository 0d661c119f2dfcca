import { afterEach, expect, test, vi } from 'vitest';
import { pathClassOf } from '@suanpan/domain/protection/firewall';
import { readContract } from '../../../test/authorization/read-contract.ts';
import { actorOf } from '../../../test/http.ts';
import { openGate, perMinute } from './testing/open-gate.ts';

const { admin, here, one, other, there } = await openGate();
const boss = actorOf('admin', await one.user('admin'));
const rules = '/api/settings/firewall';
const plain = {
  name: 'rule',
  path_class: 'backOffice',
  key: 'user',
  window_s: 60,
  attempts: 3,
  ban_s: 0,
  agent_id: null,
  enabled: true,
};
const create = (change: object) => here.call('POST', rules, { as: boss, body: { ...plain, ...change } });
/** Until the other server has looked again. */
const soon = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 30_000, interval: 50 });

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const times = async (n: number, call: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let index = 0; index < n; index += 1) statuses.push((await call()).status);
  return statuses;
};

// A rule that a failed test left would fail all that come after it. The cleaner falls under no count of theirs.
const cleaner = { as: actorOf('admin', await one.user('admin')), ip: '192.0.2.250' };
afterEach(async () => {
  const { data } = await here.call('GET', rules, cleaner);
  const own = data.items.filter(({ name }: { name: string }) => ['rule', 'strict'].includes(name));
  for (const { id } of own) await here.call('DELETE', `${rules}/${id}`, cleaner);
});

test('the example of the specification ships: the 61st call of the door within a minute is refused', async () => {
  const ip = '192.0.2.200';
  const captcha = (from = here, path = '/api/captcha') => from.call('GET', path, { ip });
  // Both servers count together.
  const statuses = [...(await times(40, () => captcha(here))), ...(await times(20, () => captcha(there)))];
  expect(statuses.every((status) => status === 200)).toBe(true);
  const refused = await captcha();
  expect(refused).toMatchObject({ status: 429, code: 20_429, retryAfter: expect.stringMatching(/^\d+$/) });
  expect(refused.text).toContain('too many requests in a short time, system temporarily locked');
  expect(Number(refused.retryAfter)).toBeLessThanOrEqual(60);
  expect((await captcha(there)).status).toBe(429);
  // The route counts, however its address is written.
  for (const path of ['/api/%63aptcha/', '/%61pi/captcha', '/%61%70%69/captcha?x=1', '/api/captcha#x']) {
    expect((await captcha(here, path)).status, path).toBe(429);
  }
  expect((await here.call('GET', '/api/captcha', { ip: '192.0.2.201' })).status).toBe(200);
  // Each call of the door counts by itself, and nothing else counts with it.
  expect((await here.call('GET', '/api/branding', { ip })).status).toBe(200);
});

test('a rule by user counts a session wherever it comes from, and nobody else', async () => {
  const { data } = await create({ attempts: 3 });
  const merchant = actorOf('customer', one.merchantId);
  const call = (n: number) => here.call('GET', '/api/banks/TW', { as: merchant, ip: `192.0.2.${n}` });
  expect([(await call(1)).status, (await call(2)).status, (await call(3)).status]).toEqual([200, 200, 200]);
  expect((await call(4)).status).toBe(429);
  expect(
    (await here.call('GET', '/api/banks/TW', { as: actorOf('customer', other.merchantId) })).status,
  ).toBe(200);
  await here.call('DELETE', `${rules}/${data.id}`, { as: boss });
  expect((await call(5)).status).toBe(200);
});

test('a changed rule acts at once, with a fresh window, in every process', async () => {
  const { data } = await create({ key: 'ip', attempts: 2 });
  const call = (from = here) => from.call('GET', '/api/branding', { ip: '192.0.2.50' });
  expect(await times(3, call)).toEqual([200, 200, 429]);
  const body = { ...plain, key: 'ip', attempts: 5, version: 1 };
  expect((await here.call('PUT', `${rules}/${data.id}`, { as: boss, body })).code).toBe(0);
  expect(await times(6, call)).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await here.call('PUT', `${rules}/${data.id}`, { as: boss, body })).code).toBe(20_412);
  await here.call('PUT', `${rules}/${data.id}`, { as: boss, body: { ...body, enabled: false, version: 2 } });
  await soon(async () => expect((await call(there)).status).toBe(200));
});

test('a ban keeps the key out beyond its window, stands in the list once, and is lifted everywhere', async () => {
  const { data } = await create({ name: 'strict', key: 'ip', window_s: 1, attempts: 2, ban_s: 3_600 });
  // The operator's own calls count by their address too, so each comes from another.
  const call = (from = here) => from.call('GET', '/api/branding', { ip: '192.0.2.60' });
  await Promise.all(Array.from({ length: 8 }, () => call()));
  await sleep(1_200);
  const still = await call();
  expect(still.status).toBe(429);
  expect(Number(still.retryAfter)).toBeGreaterThan(3_500);
  await soon(async () => expect((await call(there)).status).toBe(429));
  const bans = await here.call('GET', `${rules}/bans`, { as: boss, ip: '192.0.2.61' });
  expect(bans.data.items).toMatchObject([{ rule: 'strict', shown: '192.0.2.60', state: 'active' }]);
  expect(bans.data.total).toBe(1);
  const { rows } = await admin.query(
    `SELECT outcome FROM audit_log WHERE act = 'firewall.ban' AND object_id = $1`,
    [data.id],
  );
  expect(rows).toEqual([{ outcome: 'denied' }]);

  const id = bans.data.items[0].id as string;
  expect(
    (await here.call('POST', `${rules}/bans/${id}/lift`, { as: boss, ip: '192.0.2.62', body: {} })).code,
  ).toBe(0);
  expect((await call()).status).toBe(200);
  await soon(async () => expect((await call(there)).status).toBe(200));
  expect(
    (await here.call('POST', `${rules}/bans/${id}/lift`, { as: boss, ip: '192.0.2.63', body: {} })).code,
  ).toBe(404);
});

test('a rule of one senior agent counts his tree alone', async () => {
  await create({ attempts: 1, agent_id: String(one.agentId) });
  const call = ({ agentId, merchantId }: typeof one) =>
    here.call('GET', '/api/banks/TW', { as: actorOf('customer', merchantId, { agentId }) });
  expect((await call(one)).status).toBe(200);
  expect((await call(one)).status).toBe(429);
  expect(await times(3, () => call(other))).toEqual([200, 200, 200]);
});

test('a rule by merchant key counts keys', async () => {
  await create({ path_class: 'merchantApi', key: 'apiKey', attempts: 1 });
  const call = (keyId: bigint) =>
    here.risk.admitMerchant({
      agentId: one.agentId,
      customerId: one.merchantId,
      keyId,
      ip: '192.0.2.9',
    });
  await call(7n);
  await expect(call(7n)).rejects.toMatchObject({ refusal: 'tooManyRequests' });
  await call(8n);
});

test.each([
  ['a user at the door', { path_class: 'door', key: 'user' }, 400],
  ['a key in the back office', { key: 'apiKey' }, 400],
  ['an address of one tree', { key: 'ip', agent_id: '5' }, 400],
  ['no attempts', { attempts: 0 }, 400],
  ['a window beyond a day', { window_s: 86_401 }, 400],
  ['a merchant in place of a senior agent', { agent_id: String(one.merchantId) }, 21_601],
])('%s cannot be a rule', async (_what, change, code) => {
  expect((await create(change)).code).toBe(code);
});

test('only the platform reads and writes rules', async () => {
  const agent = actorOf('agent', one.agentId);
  expect((await here.call('GET', rules, { as: agent })).code).toBe(20_403);
  expect((await here.call('POST', rules, { as: agent, body: plain })).code).toBe(20_403);
});

test('every call that needs no session is counted at the door or in the checkout, or tells nothing to try', async () => {
  const endpoints = [...(await readContract()).values()];
  const open = endpoints.flatMap(({ access, path }) => ('public' in access ? [path] : []));
  const harmless = ['/branding', '/demo/accounts', '/demo/progress', '/maintenance', '/validate/token'];
  const uncounted = open
    .map((path) => ({ path, route: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }))
    .filter(({ route }) => !['door', 'checkout'].includes(pathClassOf(route)))
    .map(({ path }) => path);
  expect([...new Set(uncounted)].toSorted()).toEqual(harmless);
});

test.each([
  ['address', { path_class: 'backOffice', key: 'ip' }],
  ['user', { path_class: 'backOffice', key: 'user' }],
  ['key', { path_class: 'merchantApi', key: 'apiKey' }],
] as const)('a limit by %s is one for all processes, and tells when to come back', async (kind, rule) => {
  await create({ ...rule, attempts: 4 });
  await Promise.all([here.risk.refresh(), there.risk.refresh()]);
  const merchant = actorOf('customer', one.merchantId, { userId: 55_555n, sessionId: 55_555n });
  const { agentId, merchantId: customerId } = one;
  const calls = {
    address: ({ risk }: typeof here) => risk.admit({ ip: '192.0.2.66', route: '/api/branding' }),
    user: ({ risk }: typeof here) =>
      risk.admitActor({ actor: merchant, ip: '192.0.2.67', route: '/api/banks/:country' }),
    key: ({ risk }: typeof here) => risk.admitMerchant({ agentId, customerId, keyId: 66n, ip: '192.0.2.68' }),
  };
  for (const from of [here, there, here, there]) await calls[kind](from);
  for (const from of [here, there]) {
    await expect(calls[kind](from)).rejects.toMatchObject({
      refusal: 'tooManyRequests',
      http: 429,
      params: { retryAfterS: expect.stringMatching(/^[1-9]\d*$/) },
    });
  }
});

test('a session may call so often in a minute, whatever rules there are, in all processes together', async () => {
  const merchant = actorOf('customer', one.merchantId, { userId: 66_666n, sessionId: 66_666n });
  const call = (from = here) => from.call('GET', '/api/banks/TW', { as: merchant, ip: '192.0.2.70' });
  const half = perMinute.session / 2;
  expect(
    new Set([...(await times(half, () => call(here))), ...(await times(half, () => call(there)))]),
  ).toEqual(new Set([200]));
  for (const from of [here, there]) {
    expect(await call(from)).toMatchObject({ status: 429, retryAfter: expect.stringMatching(/^[1-9]\d*$/) });
  }
  const otherSession = actorOf('customer', one.merchantId, { userId: 77_777n, sessionId: 77_777n });
  expect((await here.call('GET', '/api/banks/TW', { as: otherSession, ip: '192.0.2.71' })).status).toBe(200);
});

test('an address may open so many sockets in a minute, in all processes together', async () => {
  const ask = ({ risk }: typeof here, ip = '192.0.2.80') => risk.admitHandshake(ip);
  for (let n = 0; n < perMinute.handshake / 2; n += 1) await Promise.all([ask(here), ask(there)]);
  for (const from of [here, there]) {
    await expect(ask(from)).rejects.toMatchObject({ refusal: 'tooManyRequests', http: 429 });
  }
  await ask(here, '192.0.2.81');
});

test('where nothing can be counted nobody is let in', async () => {
  await create({ path_class: 'merchantApi', key: 'apiKey', attempts: 100 });
  await admin.query('ALTER TABLE firewall_count RENAME TO firewall_count_away');
  try {
    const merchant = actorOf('customer', other.merchantId, { sessionId: 88_888n });
    expect((await here.call('GET', '/api/captcha', { ip: '192.0.2.90' })).status).toBeGreaterThanOrEqual(500);
    expect((await here.call('GET', '/api/banks/TW', { as: merchant })).status).toBeGreaterThanOrEqual(500);
    await expect(here.risk.admitHandshake('192.0.2.91')).rejects.toThrow();
    const { agentId, merchantId: customerId } = one;
    await expect(
      here.risk.admitMerchant({ agentId, customerId, keyId: 1n, ip: '192.0.2.92' }),
    ).rejects.toThrow();
  } finally {
    await admin.query('ALTER TABLE firewall_count_away RENAME TO firewall_count');
  }
});
