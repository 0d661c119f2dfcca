import { expect, test, vi } from 'vitest';
import { actorOf } from '../../../test/http.ts';
import { openGate } from './testing/open-gate.ts';

const { admin, here, one, other, there } = await openGate();
const boss = actorOf('admin', await one.user('admin'));
const agent = actorOf('agent', one.agentId);
const list = '/api/settings/blockedIpAddresses';
const block = (ip: string, as = boss) => here.call('POST', list, { as, body: { ip, note: 'abuse' } });

test('a blocked address reaches nothing, here at once and everywhere within a second', async () => {
  expect((await there.call('GET', '/api/branding', { ip: '203.0.113.5' })).code).toBe(0);
  expect((await block('203.0.113.5')).data).toMatchObject({ ip: '203.0.113.5' });
  expect(await here.call('GET', '/api/branding', { ip: '203.0.113.5' })).toMatchObject({
    status: 200,
    code: 20_403,
  });
  expect((await here.call('GET', list, { ip: '203.0.113.5', as: boss })).code).toBe(20_403);
  const page = await here.call('GET', '/', { ip: '203.0.113.5' });
  expect(page).toMatchObject({ status: 403, text: 'Your IP is blocked' });
  await vi.waitFor(
    async () => expect((await there.call('GET', '/api/branding', { ip: '203.0.113.5' })).code).toBe(20_403),
    { timeout: 30_000, interval: 50 },
  );
  expect((await there.call('GET', '/api/branding', { ip: '203.0.113.6' })).code).toBe(0);
  expect((await there.call('GET', '/readyz', { ip: '203.0.113.5' })).status).toBe(200);
});

test.each([
  ['198.51.100.0/24', '198.51.100.77', '198.51.101.1'],
  ['198.51.102.9/24', '198.51.102.200', '198.51.103.9'],
  ['2001:db8:1::/48', '2001:db8:1:2::3', '2001:db8:2::1'],
  ['2001:DB8:5::7', '2001:db8:5:0:0:0:0:7', '2001:db8:5::8'],
  ['::ffff:203.0.113.99', '203.0.113.99', '203.0.113.98'],
  ['::ffff:192.0.2.128/121', '192.0.2.200', '192.0.2.10'],
])('%s holds %s and not %s', async (entry, inside, outside) => {
  expect((await block(entry)).code).toBe(0);
  expect((await here.call('GET', '/api/branding', { ip: inside })).code).toBe(20_403);
  expect((await here.call('GET', '/api/branding', { ip: `::ffff:${inside}` })).code).toBe(
    inside.includes('.') ? 20_403 : 0,
  );
  expect((await here.call('GET', '/api/branding', { ip: outside })).code).toBe(0);
});

test.each(['nonsense', '300.1.1.1', '10.0.0.0/33', '1.2.3.0/4', '::/0', '', '10.0.0.1; DROP TABLE'])(
  '%j is no address to block',
  async (ip) => {
    expect((await block(ip)).code).toBe(400);
  },
);

test('nobody locks himself out, alone or within a block', async () => {
  expect((await block('192.0.2.10')).code).toBe(21_611);
  expect((await block('192.0.2.0/28')).code).toBe(21_611);
  expect((await block('::ffff:192.0.2.10')).code).toBe(21_611);
});

test('an address stands once on a list, however it is written', async () => {
  expect((await block('203.0.113.40')).code).toBe(0);
  expect((await block('::ffff:203.0.113.40')).code).toBe(21_610);
});

test('taking an address off lets it in again, and both acts stand in the log', async () => {
  const { id } = (await block('203.0.113.41')).data as { id: string };
  expect((await here.call('DELETE', `${list}/${id}`, { as: boss })).code).toBe(0);
  expect((await here.call('GET', '/api/branding', { ip: '203.0.113.41' })).code).toBe(0);
  expect((await here.call('DELETE', `${list}/${id}`, { as: boss })).code).toBe(404);
  const { rows } = await admin.query(
    `SELECT act FROM audit_log WHERE object_kind = 'block_entry' AND object_id = $1 ORDER BY id`,
    [id],
  );
  expect(rows).toEqual([
    { act: 'settings.blockIPAddress.create' },
    { act: 'settings.blockIPAddress.delete' },
  ]);
});

test('a senior agent keeps an address out of his own tree alone, and sees and removes only his own entries', async () => {
  const made = await block('203.0.113.60', agent);
  const own = actorOf('customer', one.merchantId, { agentId: one.agentId });
  const foreign = actorOf('customer', other.merchantId, { agentId: other.agentId });
  const banksOf = (as: typeof own) => here.call('GET', '/api/banks/TW', { as, ip: '203.0.113.60' });
  expect((await banksOf(own)).code).toBe(20_403);
  expect((await banksOf(agent)).code).toBe(20_403);
  expect((await banksOf(foreign)).code).toBe(0);
  expect((await here.call('GET', '/api/branding', { ip: '203.0.113.60' })).code).toBe(0);
  const { data } = await here.call('GET', list, { as: agent });
  expect(data.items).toMatchObject([{ ip: '203.0.113.60', agent: { id: String(one.agentId) } }]);
  const elsewhere = actorOf('agent', other.agentId);
  expect((await here.call('GET', list, { as: elsewhere })).data.total).toBe(0);
  expect((await here.call('DELETE', `${list}/${made.data.id}`, { as: elsewhere })).code).toBe(404);
  expect((await here.call('GET', list, { as: own })).code).toBe(20_403);
});

test('whom the list kept out is counted, and a flood leaves one row in the log', async () => {
  await block('203.0.113.70');
  for (let n = 0; n < 25; n += 1) await here.call('GET', '/api/branding', { ip: '203.0.113.70' });
  await vi.waitFor(
    async () => {
      const { data } = await here.call('GET', `${list}?ip=203.0.113.70`, { as: boss });
      expect(data.items).toMatchObject([{ hits: 25, last_hit_at: expect.any(String) }]);
    },
    { timeout: 30_000, interval: 50 },
  );
  const { rows } = await admin.query(
    `SELECT outcome FROM audit_log WHERE act = 'addressBlocked' AND ip = '203.0.113.70'`,
  );
  expect(rows).toEqual([{ outcome: 'denied' }]);
});
