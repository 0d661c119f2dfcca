import { presets } from '@suanpan/domain/access/presets';
import type { Notification } from '@suanpan/contract/endpoints/notifications';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { startOutboxRelay } from '../../../platform/outbox/relay.ts';
import { openNotifications } from '../index.ts';

const base = await testDatabase();
const { admin, database, log } = base;
const pushed: { room: string; notice: Notification }[] = [];
const notifications = openNotifications({
  db: database,
  log,
  realtime: {
    toRoom: (room, _event, payload) => void pushed.push({ room, notice: payload as Notification }),
  },
});
const http = openHttp(base);
notifications.bind(http.app);
const relay = startOutboxRelay({
  db: database.workers,
  subscriptions: notifications.subscriptions,
  log,
  pollMs: 50,
});
const provider = { origin: 'http://127.0.0.1:1', merchantNo: 'm', secret: 's' };
const [one, other] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
const boss = actorOf('admin', await one.user('admin'));
const plain = {
  roles: ['customer'],
  agent_id: null as string | null,
  users: [] as string[],
  title: 'Maintenance <b>tonight</b>',
  content: 'From 02:00\nuntil 03:00',
  level: 'warning',
  color: 'violet',
  sound: true,
};

async function send(change: object = {}) {
  const answer = await http.post(boss, '/admin/pushSystemMsg', { ...plain, ...change });
  await relay.idle();
  return answer;
}
const heardBy = async (id: string) =>
  (
    await admin.query<{ user_id: bigint }>('SELECT user_id FROM notification WHERE broadcast_id = $1', [id])
  ).rows
    .map((row) => String(row.user_id))
    .toSorted((left, right) => left.localeCompare(right));

test('a message reaches every user of its roles, live and in the list, as the text it is', async () => {
  const { code, data } = await send();
  expect({ code, recipients: data.recipients }).toEqual({ code: 0, recipients: 2 });
  expect(await heardBy(data.id)).toEqual([String(one.merchantId), String(other.merchantId)]);
  expect(pushed.filter(({ room }) => room.endsWith(`:${one.merchantId}:en`))).toMatchObject([
    {
      notice: {
        type: 'Broadcast',
        sound: true,
        data: { message: { title: plain.title, content: plain.content, color: 'violet', level: 'warning' } },
      },
    },
  ]);
  const list = await http.get(actorOf('customer', one.merchantId), '/users/notifications/unread');
  expect(list.data.items[0].data.message).toMatchObject({ title: plain.title, content: plain.content });
});

test('a tree bounds the roles, and users are told besides', async () => {
  const mine = await send({ agent_id: String(one.agentId) });
  expect(await heardBy(mine.data.id)).toEqual([String(one.merchantId)]);
  const { rows } = await admin.query<{ username: string }>('SELECT username FROM app_user WHERE id = $1', [
    other.subAgentId,
  ]);
  const named = await send({ roles: [], users: [rows[0]?.username.toUpperCase()] });
  expect(await heardBy(named.data.id)).toEqual([String(other.subAgentId)]);
});

test('who is disabled hears nothing', async () => {
  const gone = await one.user('customer', { status: 'disabled' });
  expect(await heardBy((await send()).data.id)).not.toContain(String(gone));
});

test('the history counts who has read', async () => {
  const { data } = await send();
  await http.post(actorOf('customer', one.merchantId), '/users/notifications/markAsRead', { id: 'all' });
  const history = await http.get(boss, '/admin/pushSystemMsg');
  expect(history.data.items[0]).toMatchObject({ id: data.id, recipients: 2, read: 1, roles: ['customer'] });
});

test('the same key sends one message', async () => {
  const key = { 'idempotency-key': 'once-and-only' };
  const call = () =>
    http.app.inject({
      method: 'POST',
      url: '/api/admin/pushSystemMsg',
      headers: { authorization: `Bearer session-${boss.userId}`, ...key },
      payload: plain,
    });
  const [first, second] = [await call(), await call()];
  expect(second.json()).toMatchObject({ data: first.json<{ data: object }>().data });
});

test.each([
  ['nobody at all', { roles: [] }, 400],
  ['a name that nobody has', { users: ['nobody-here'] }, 400],
  ['a merchant in place of a senior agent', { agent_id: '1' }, 21_601],
  ['a title of 81 characters', { title: 'x'.repeat(81) }, 400],
  ['a content of 1001 characters', { content: 'x'.repeat(1_001) }, 400],
  ['a colour of its own', { color: '#fff' }, 400],
  ['a title of two lines', { title: 'a\nb' }, 400],
])('%s is refused', async (_what, change, code) => {
  expect((await send(change)).code).toBe(code);
});

test('only those with the permission send, and the act stands in the log', async () => {
  expect((await http.post(actorOf('agent', one.agentId), '/admin/pushSystemMsg', plain)).code).toBe(20_403);
  expect(presets.agent).not.toContain('admin.pushSystemMsg.create');
  const { rows } = await admin.query(
    `SELECT DISTINCT act, actor_id FROM audit_log WHERE object_kind = 'broadcast'`,
  );
  expect(rows).toEqual([{ act: 'admin.pushSystemMsg.create', actor_id: boss.userId }]);
});

test('an hour takes thirty messages', async () => {
  await admin.query(
    `INSERT INTO broadcast (title, content, level, color, sound, roles, user_ids, created_by, created_at, recipients)
     SELECT 't', 'c', 'info', 'blue', false, '{}', '{}', $1, business_now(), 0 FROM generate_series(1, 30)`,
    [boss.userId],
  );
  expect(await send()).toMatchObject({ status: 429, code: 20_429 });
});

afterAll(() => relay.stop());
