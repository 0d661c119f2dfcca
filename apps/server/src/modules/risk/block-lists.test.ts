import { expect, test } from 'vitest';
import { actorOf } from '../../../test/http.ts';
import { openGate } from './testing/open-gate.ts';

const { admin, here, one, other } = await openGate();
const boss = actorOf('admin', await one.user('admin'));
const agent = actorOf('agent', one.agentId);
const list = '/api/settings/blockLists';
const find = (as: typeof boss, body: object = {}) => here.call('POST', `${list}/search`, { as, body });
const add = (body: object, as = boss) => here.call('POST', list, { as, body });
const refused = (payer: object, agentId = one.agentId) => {
  try {
    here.risk.refusePayer({ agentId, ...payer });
    return null;
  } catch (error) {
    return (error as { refusal?: string }).refusal ?? String(error);
  }
};

test('a name is refused however it is written, and its neighbours are not', async () => {
  expect((await add({ kind: 'name', value: '陳 大文', note: 'fraud' })).data).toMatchObject({
    shown: '陳**',
  });
  for (const name of ['陳大文', '陈大文', ' 陳　大 文 ', '陳\u200B大文']) {
    expect(refused({ name }), name).toBe('blockedPayer');
  }
  expect(refused({ name: '陳大明' })).toBeNull();
  expect(refused({ name: null })).toBeNull();
});

test('an address of payers holds as a block too', async () => {
  await add({ kind: 'ip', value: '198.51.100.0/24' });
  expect(refused({ ip: '198.51.100.3' })).toBe('blockedPayer');
  expect(refused({ ip: '::ffff:198.51.100.3' })).toBe('blockedPayer');
  expect(refused({ ip: '198.51.101.3' })).toBeNull();
});

test('a card is found however it is grouped, kept as a hash and shown masked', async () => {
  expect((await add({ kind: 'card', value: '4000 1234 5678 9010' })).data.shown).toBe('400012******9010');
  expect(refused({ card: '4000-1234-5678-9010' })).toBe('blockedPayer');
  expect(refused({ card: '4000123456789011' })).toBeNull();
  const { rows } = await admin.query('SELECT * FROM block_entry');
  expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
    /400012345|大文|陈|56789010/,
  );
  const { rows: logged } = await admin.query(
    `SELECT after::text FROM audit_log WHERE act LIKE 'settings.blockLists%'`,
  );
  expect(JSON.stringify(logged)).not.toMatch(/4000123456789010|大文/);
});

test('entries of a senior agent hold in his tree, those of the platform everywhere', async () => {
  await add({ kind: 'name', value: '王小明' }, agent);
  expect(refused({ name: '王小明' })).toBe('blockedPayer');
  expect(refused({ name: '王小明' }, other.agentId)).toBeNull();
  await add({ kind: 'name', value: '林一', agent_id: String(other.agentId) });
  expect(refused({ name: '林一' })).toBeNull();
  expect(refused({ name: '林一' }, other.agentId)).toBe('blockedPayer');
  expect(refused({ name: '陳大文' }, other.agentId)).toBe('blockedPayer');
  expect((await add({ kind: 'name', value: '林二', agent_id: String(one.merchantId) })).code).toBe(21_601);
});

test('an agent cannot write into another tree, nor read or remove what is not his', async () => {
  const made = await add({ kind: 'name', value: '何三', agent_id: String(other.agentId) }, agent);
  expect(made.code).toBe(0);
  expect(refused({ name: '何三' }, other.agentId)).toBeNull();
  const seen = await find(agent);
  expect(
    seen.data.items.every((row: { agent: { id: string } }) => row.agent.id === String(one.agentId)),
  ).toBe(true);
  const platform = await find(boss, { kind: 'card' });
  const id = platform.data.items[0].id as string;
  expect((await here.call('DELETE', `${list}/${id}`, { as: agent })).code).toBe(404);
  expect((await here.call('DELETE', `/api/settings/blockedIpAddresses/${id}`, { as: boss })).code).toBe(404);
});

test('a name is found by its whole, in any writing', async () => {
  const search = (value: string) => find(boss, { value });
  expect((await search('陈大文')).data.total).toBe(1);
  expect((await search('4000123456789010')).data.items).toMatchObject([{ kind: 'card' }]);
  expect((await search('陳')).data.total).toBe(0);
});

test('removing an entry lets the payer in again', async () => {
  const { data } = await add({ kind: 'name', value: '高四' });
  expect((await add({ kind: 'name', value: '高 四' })).code).toBe(21_610);
  expect(refused({ name: '高四' })).toBe('blockedPayer');
  expect((await here.call('DELETE', `${list}/${data.id}`, { as: boss })).code).toBe(0);
  expect(refused({ name: '高四' })).toBeNull();
});

test.each([
  ['ip', 'nonsense'],
  ['card', 'ab'],
  ['card', '<script>'],
  ['name', '\u200B'],
])('%s %j is refused', async (kind, value) => {
  expect((await add({ kind, value })).code).toBe(400);
});
