import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { logosKeptUnused } from '@suanpan/domain/limits';
import { jpegOf, pngOf, webpOf } from '../../../platform/images/testing/pictures.ts';
import { bindSettings } from '../index.ts';

const base = await testDatabase();
const http = openHttp(base);
bindSettings(http.app, base.database);
const provider = { origin: 'http://127.0.0.1:1', merchantNo: 'm', secret: 's' };
const [one, other] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
const boss = actorOf('admin', await one.user('admin'));
const agent = actorOf('agent', one.agentId);
type Caller = typeof boss;

async function save(as: Caller, change: object) {
  const body = { app_name: 'Heng Xin', logo: '', color: '', domain: '', version: 0, ...change };
  await http.get(as, '/settings/oem');
  const response = await http.app.inject({
    method: 'PUT',
    url: '/api/settings/oem',
    headers: { authorization: `Bearer session-${as.userId}` },
    payload: body,
  });
  return response.json<{ code: number; data: { version: number }; errors?: object }>();
}
async function upload(as: Caller, bytes: Buffer, type = 'image/png') {
  await http.get(as, '/settings/oem');
  const response = await http.app.inject({
    method: 'POST',
    url: '/api/settings/oem/logo',
    headers: { authorization: `Bearer session-${as.userId}`, 'content-type': type },
    payload: bytes,
  });
  return { status: response.statusCode, ...response.json<{ code: number; data: { logo: string } }>() };
}
const brandAt = async (host: string) =>
  (await http.app.inject({ url: '/api/branding', headers: { host } })).json<{ data: { app_name: string } }>()
    .data;

test('a senior agent sets title, colour and host of his own tree, and the host opens with them', async () => {
  expect((await save(agent, { color: '#8a1c2b', domain: 'Pay.HengXin.example' })).data).toEqual({
    version: 1,
  });
  expect(await brandAt('pay.hengxin.example')).toMatchObject({ app_name: 'Heng Xin', color: '#8a1c2b' });
  expect((await brandAt('elsewhere.example')).app_name).toBe('Suanpan');
  expect((await http.get(agent, '/settings/oem')).data).toMatchObject({ version: 1, agents: [] });
  expect((await http.get(actorOf('agent', other.agentId), '/settings/oem')).data).toMatchObject({
    version: 0,
    app_name: 'Suanpan',
  });
});

test('an edit of what somebody else has changed meanwhile is refused', async () => {
  expect((await save(agent, { app_name: 'Second', version: 0 })).code).toBe(20_412);
  expect((await save(agent, { app_name: 'Second', version: 1 })).data.version).toBe(2);
});

test('a host stands once, and never that of the platform itself', async () => {
  await save(agent, { domain: 'once.example', version: 2 });
  expect(await save(actorOf('agent', other.agentId), { domain: 'once.example' })).toMatchObject({
    code: 400,
    errors: { domain: [expect.any(String)] },
  });
});

test('the platform chooses whose it edits, an agent never another', async () => {
  const view = await http.get(boss, `/settings/oem?agent_id=${one.agentId}`);
  expect(view.data.agent.id).toBe(String(one.agentId));
  expect(view.data.agents).toHaveLength(2);
  expect((await http.get(boss, `/settings/oem?agent_id=${one.merchantId}`)).code).toBe(21_601);
  expect((await http.get(agent, `/settings/oem?agent_id=${other.agentId}`)).code).toBe(404);
  expect((await save(agent, { agent_id: String(other.agentId) })).code).toBe(404);
  expect((await save(actorOf('customer', one.merchantId), {})).code).toBe(20_403);
});

test.each([
  ['a PNG', pngOf(64, 64), 'image/png'],
  ['a JPEG', jpegOf(64, 64), 'image/jpeg'],
  ['a WebP under a wrong name', webpOf(64, 64), 'image/webp'],
])('%s becomes a logo that can do nothing but be drawn', async (_what, bytes, mime) => {
  const { code, data } = await upload(agent, bytes, 'text/html');
  expect(code).toBe(0);
  const { rows } = await base.admin.query(
    `SELECT actor_id FROM audit_log WHERE object_kind = 'logo' AND object_id = $1`,
    [data.logo.split('/').at(-1)],
  );
  expect(rows).toEqual([{ actor_id: agent.userId }]);
  const answer = await http.app.inject({ url: data.logo });
  expect(answer.headers).toMatchObject({
    'content-type': mime,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': expect.stringContaining('immutable'),
  });
  const { version } = (await http.get(agent, '/settings/oem')).data as { version: number };
  expect((await save(agent, { logo: data.logo, version })).code).toBe(0);
  expect((await http.get(agent, '/settings/oem')).data.logo).toBe(data.logo);
});

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a page that calls itself a picture', Buffer.from('<script>alert(1)</script>')],
  ['more pixels than a screen', pngOf(2_049, 16)],
  ['a dot', pngOf(4, 4)],
])('%s is no logo', async (_what, bytes) => {
  expect((await upload(agent, bytes)).code).toBe(21_803);
});

test('of many uploads the newest few are kept, and what is shown is kept for ever', async () => {
  const { logo: shown } = (await http.get(agent, '/settings/oem')).data as { logo: string };
  expect(shown).not.toBe('');
  for (let side = 100; side < 130; side += 1) await upload(agent, pngOf(side, 100));
  const { rows } = await base.admin.query(
    'SELECT count(*)::int AS n FROM branding_logo WHERE uploaded_by = $1',
    [agent.userId],
  );
  expect(rows[0].n).toBeLessThanOrEqual(logosKeptUnused + 2);
  expect((await http.app.inject({ url: shown })).statusCode).toBe(200);
});

test('a logo that is not there is told in JSON, with the status of what a browser asks for', async () => {
  for (const hash of ['0'.repeat(64), 'none']) {
    const answer = await http.app.inject({ url: `/api/branding/logo/${hash}` });
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 404, data: null }]);
  }
});

test('more than two megabytes are cut off, and strangers upload nothing', async () => {
  expect((await upload(agent, Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413);
  expect((await upload(actorOf('customer', one.merchantId), pngOf(64, 64))).code).toBe(20_403);
  const nobody = await http.app.inject({
    method: 'POST',
    url: '/api/settings/oem/logo',
    payload: pngOf(64, 64),
  });
  expect(nobody.json<{ code: number }>().code).toBe(10_001);
});

test.each([
  ['a logo that nobody uploaded', { logo: `/api/branding/logo/${'0'.repeat(64)}` }],
  ['a logo from elsewhere', { logo: 'https://evil.example/x.png' }],
  ['a colour that is none', { color: 'url(x)' }],
  ['a host that is none', { domain: 'not a host' }],
  ['no name', { app_name: '  ' }],
])('%s is refused', async (_what, change) => {
  expect((await save(agent, { version: 99, ...change })).code).toBe(400);
});
