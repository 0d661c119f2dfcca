import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { transact } from '../../../platform/db/transact.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { startOutboxRelay } from '../../../platform/outbox/relay.ts';
import { bindFailedJobs } from './failed-jobs.routes.ts';

const base = await testDatabase();
const { admin, database } = base;
const http = openHttp(base);
bindFailedJobs(http.app, database);
const boss = actorOf('admin', 1n);

let isBroken = true;
const heard: string[] = [];
const relay = startOutboxRelay({
  db: database.workers,
  log: base.log,
  attempts: 1,
  subscriptions: [
    {
      kinds: ['callback.paused'],
      handle: async (_tx, events) => {
        if (isBroken) throw new Error('nobody listens');
        heard.push(...events.map(({ subject }) => subject));
      },
    },
  ],
});
afterAll(() => relay.stop());
beforeEach(async () => {
  isBroken = true;
  heard.length = 0;
  await admin.query('TRUNCATE outbox_dead');
});

async function park(subject: string): Promise<string> {
  await transact(database.app, (tx) =>
    emit(tx, [
      {
        kind: 'callback.paused',
        subject,
        payload: {
          customer_id: '7',
          agent_id: null,
          recipient_id: '7',
          url: 'https://shop.example.com/hook',
        },
      },
    ]),
  );
  await relay.idle();
  const { rows } = await admin.query<{ id: bigint }>('SELECT id FROM outbox_dead WHERE subject = $1', [
    subject,
  ]);
  return String(rows[0]?.id);
}
const listed = async (query = '') => (await http.get(boss, `/admin/failedQueue${query}`)).data.items;

test('what nobody could be told of is shown with its error, and nothing of a person', async () => {
  const id = await park('webhook:7');
  const [row] = await listed();
  expect(JSON.parse(row.payload)).toEqual({
    customer_id: '7',
    agent_id: null,
    recipient_id: '7',
    url: '***',
  });
  expect(await listed()).toEqual([
    expect.objectContaining({
      id,
      job: 'callback.paused',
      subject: 'webhook:7',
      error: 'nobody listens',
      attempts: 1,
      state: 'open',
      actions: ['retry', 'discard'],
    }),
  ]);
});

test('a job that is retried is told once and is gone; it is not there to be retried again', async () => {
  const id = await park('webhook:8');
  isBroken = false;
  expect((await http.post(boss, '/admin/failedQueue/retry', { ids: [id] })).code).toBe(0);
  await relay.idle();
  expect(heard).toEqual(['webhook:8']);
  expect(await listed()).toEqual([]);
  expect((await http.post(boss, '/admin/failedQueue/retry', { ids: [id] })).code).toBe(21804);
  const { rows } = await admin.query(
    "SELECT act FROM audit_log WHERE object_kind = 'failedJob' AND object_id = $1",
    [id],
  );
  expect(rows).toEqual([{ act: 'admin.failedQueue.retry' }]);
});

test('one that is gone keeps all of them where they are', async () => {
  const id = await park('webhook:9');
  expect((await http.post(boss, '/admin/failedQueue/retry', { ids: [id, '999999'] })).code).toBe(21804);
  expect(await listed()).toHaveLength(1);
});

test('a job that is discarded stays with its reason and is never told', async () => {
  const id = await park('webhook:10');
  const answer = await http.post(boss, '/admin/failedQueue/discard', {
    ids: [id],
    reason: 'the shop has closed',
  });
  expect(answer.code).toBe(0);
  expect(await listed('?state=discarded')).toMatchObject([
    { id, state: 'discarded', reason: 'the shop has closed', actions: [] },
  ]);
  expect(await listed('?state=open')).toEqual([]);
  expect((await http.post(boss, '/admin/failedQueue/retry', { ids: [id] })).code).toBe(21804);
});

test('only the platform comes here', async () => {
  for (const actor of [actorOf('agent', 5n), actorOf('customer', 6n)]) {
    expect((await http.get(actor, '/admin/failedQueue')).code).toBe(20403);
  }
});
