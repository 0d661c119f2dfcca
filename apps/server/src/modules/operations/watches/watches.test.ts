import { watchKinds } from '@suanpan/domain/exports/watch-kinds';
import { watchesPerPerson, watchRestMinutes } from '@suanpan/domain/limits';
import { beforeEach, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../../test/database.ts';
import type { Principal } from '../../../../test/authorization/table.ts';
import { exportLists } from '../../../export-lists.ts';
import { wallClock } from '../../../platform/clock.ts';
import { confirmCollection } from '../../collections/index.ts';
import { openBench } from '../../exports/testing/export-bench.ts';
import { openIdentity } from '../../identity/index.ts';
import { askWatch, lookAtWatches } from './look-at-watches.ts';
import { takeWatch } from './watches.store.ts';

const bench = await openBench();
const { house, cast } = bench;
const { admin, database, log, vault } = house.base;
const identity = openIdentity({ db: database, vault, clock: wallClock, config: { demo: false }, log });
const watched = { lists: exportLists(vault), actorNow: (userId: bigint) => identity.actorNow(userId) };

let told = 0n;
beforeEach(async () => {
  await bench.enter();
  await admin.query('DELETE FROM list_watch');
  const { rows } = await admin.query<{ last: bigint }>('SELECT coalesce(max(id), 0) AS last FROM outbox');
  told = rows[0]?.last ?? 0n;
});

/** A minute passes, and two servers look. */
async function minute(count = 1): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await moveBusinessClock(database, 60_000);
    await admin.query("UPDATE list_watch SET asked_at = '-infinity'");
    await Promise.all([1, 2].map(() => lookAtWatches(database, watched, log)));
  }
}

async function fired(): Promise<Record<string, string>[]> {
  const { rows } = await admin.query<{ payload: Record<string, string> }>(
    "SELECT payload FROM outbox WHERE kind = 'watch.fired' AND id > $1 ORDER BY id",
    [told],
  );
  return rows.map(({ payload }) => payload);
}

const draft = (more: object = {}) => ({
  kind: 'collections.transactions',
  name: 'waiting too long',
  filter: { status: ['pending'] },
  search: { status: 'pending' },
  window_min: 600,
  older_min: 5,
  mark: 0,
  via: ['bell', 'sound'],
  url: null,
  ...more,
});
const create = (who: Principal, more: object = {}) => bench.call(who, 'POST', '/watches', draft(more));
const listed = async (who: Principal) => (await bench.call(who, 'GET', '/watches')).data.items;

test('an order that waits longer than is liked is told once to whoever asked, and is silent again once it is paid', async () => {
  const order = await house.rooms.place(cast.person('A.merchant'));
  const filter = { status: ['pending'], order_no: order.order_no };
  expect((await create('merchant', { filter })).code).toBe(0);
  await minute(4);
  expect(await fired()).toEqual([]);
  expect(await listed('merchant')).toMatchObject([{ found: 0, since: null }]);
  await minute(3);
  expect(await fired()).toMatchObject([
    {
      user_id: String(cast.person('A.merchant')),
      name: 'waiting too long',
      list: 'collections.transactions',
      search: '{"status":"pending"}',
      found: '1',
      mark: '0',
      sound: true,
    },
  ]);
  const [firing] = await listed('merchant');
  expect(firing).toMatchObject({ found: 1, since: expect.any(String) });

  house.rooms.bank.pay(order.order_no);
  await confirmCollection(house.rooms.collections, order.id, null);
  await minute();
  expect(await listed('merchant')).toMatchObject([{ found: 0, since: null }]);
  expect(await fired()).toHaveLength(1);
});

test('a second click, and a call whose answer was lost, make no second one', async () => {
  const token = (await cast.enter(['merchant'])).get('merchant');
  const click = async (name: string, key: string) =>
    (
      await house.app.inject({
        method: 'POST',
        url: '/api/watches',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
        payload: draft({ name }),
      })
    ).json();
  const first = await click('once', 'watch-1');
  expect(first.code).toBe(0);
  expect(await click('once', 'watch-1')).toEqual(first);
  expect((await click('another', 'watch-1')).code).not.toBe(0);
  expect(await listed('merchant')).toMatchObject([
    { id: first.data.id, name: 'once', found: expect.any(Number) },
  ]);
});

test('each counts in the tree of its owner alone, and healthy traffic tells nobody', async () => {
  const theirs = [
    await house.rooms.place(cast.person('B.merchant')),
    await house.rooms.place(cast.person('B.merchant')),
  ];
  const filter = { numbers: theirs.map((order) => order.order_no) };
  for (const who of ['merchant', 'agent', 'admin'] as const)
    await create(who, { filter, search: {}, older_min: 0, mark: 1 });
  await minute();
  expect((await fired()).map(({ user_id: id }) => id)).toEqual([String(cast.person('admin'))]);
  expect(await listed('agent')).toMatchObject([{ found: 0 }]);
  expect(await listed('admin')).toMatchObject([{ found: 2 }]);

  await admin.query('DELETE FROM list_watch');
  await create('admin', {
    filter: { status: ['amount_mismatch', 'abnormal'] },
    search: { status: 'abnormal' },
    older_min: 0,
  });
  const paid = await house.rooms.place(cast.person('A.merchant'));
  house.rooms.bank.pay(paid.order_no);
  await confirmCollection(house.rooms.collections, paid.id, null);
  await minute(3);
  expect(await fired()).toHaveLength(1);
});

test('what comes and goes is told again only after a rest', async () => {
  await create('admin', {
    filter: { status: ['pending'], product_name: undefined },
    older_min: 0,
    window_min: 2,
  });
  await house.rooms.place(cast.person('A.merchant'));
  await minute();
  await minute(3);
  await house.rooms.place(cast.person('A.merchant'));
  await minute();
  expect(await fired()).toHaveLength(1);
  await minute(watchRestMinutes);
  await house.rooms.place(cast.person('A.merchant'));
  await minute();
  expect(await fired()).toHaveLength(2);
});

test('whoever loses the right to the list is told nothing of it any more, and not that it is quiet', async () => {
  await create('agentStaff', { older_min: 0, filter: { merchant_order_no: 'to-come' } });
  const staff = cast.person('A.staff');
  const { rows } = await admin.query('SELECT permissions FROM app_user WHERE id = $1', [staff]);
  await admin.query("UPDATE app_user SET permissions = '{}' WHERE id = $1", [staff]);
  try {
    await house.rooms.place(cast.person('A.merchant'), { merchantOrderNo: 'to-come' });
    await minute();
    expect(await fired()).toEqual([]);
    const kept = await admin.query('SELECT found, since FROM list_watch');
    expect(kept.rows).toEqual([{ found: null, since: null }]);
  } finally {
    await admin.query('UPDATE app_user SET permissions = $2 WHERE id = $1', [staff, rows[0]?.permissions]);
  }
});

test('an address is told too, and a search that is no search of the list, or looks for people, is refused', async () => {
  const hook = { via: ['webhook'], url: 'https://ops.example/hook/secret', older_min: 0, filter: {} };
  expect((await create('admin', hook)).code).toBe(0);
  await house.rooms.place(cast.person('A.merchant'));
  await minute();
  const { rows } = await admin.query('SELECT url, body FROM alert_call WHERE watch_id IS NOT NULL');
  expect(rows).toHaveLength(1);
  expect(JSON.parse(rows[0]?.body)).toMatchObject({ type: 'watch.fired', list: 'collections.transactions' });
  expect(await fired()).toEqual([]);
  expect((await listed('admin')).at(-1)).toMatchObject({ last_call: null });
  // What became of the call is told where the search stands.
  await admin.query("UPDATE alert_call SET outcome = '404', answered_at = now() WHERE watch_id IS NOT NULL");
  expect((await listed('admin')).at(-1)).toMatchObject({ last_call: '404' });

  for (const wrong of [
    { filter: { status: ['nothing'] } },
    { filter: { unknown: '1' } },
    { filter: { real_name: 'Wang' } },
    { older_min: 600 },
    { search: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`key${n}`, 'x'.repeat(200)])) },
    { via: ['webhook'], url: null },
    { via: ['webhook'], url: 'http://127.0.0.1/x' },
  ])
    expect((await create('admin', wrong)).code, JSON.stringify(wrong)).toBe(400);
});

test('what is said anew is asked at once, told as if it were new, and is its owner’s alone', async () => {
  const order = await house.rooms.place(cast.person('A.merchant'));
  const filter = { order_no: order.order_no };
  const { kind: _kind, ...asked } = draft({ filter, older_min: 0 });
  const { id } = (await create('merchant', { filter, older_min: 0 })).data;
  expect(await fired()).toHaveLength(1);
  const say = (who: Principal, more: object) =>
    bench.call(who, 'PUT', `/watches/${id}`, { ...asked, ...more });
  expect((await say('merchant', { name: 'three of them', mark: 3 })).code).toBe(0);
  expect(await listed('merchant')).toMatchObject([{ name: 'three of them', mark: 3, found: 1, since: null }]);
  expect(await fired()).toHaveLength(1);
  // He was told a moment ago; of this he was not.
  expect((await say('merchant', { name: 'any of them', mark: 0 })).code).toBe(0);
  expect((await fired()).map(({ name }) => name)).toEqual(['waiting too long', 'any of them']);

  for (const who of ['admin', 'agent'] as const) expect((await say(who, {})).code).toBe(404);
  for (const wrong of [
    { filter: { status: ['nothing'] } },
    { filter: { real_name: 'Wang' } },
    { older_min: 600 },
  ])
    expect((await say('merchant', wrong)).code, JSON.stringify(wrong)).toBe(400);
  expect((await say('merchant', { kind: 'callbacks' })).code).toBe(400);
  const { rows } = await admin.query(
    `SELECT before ->> 'value' AS before, after ->> 'value' AS after FROM audit_log
     WHERE act = 'watch.change' AND object_id = $1 ORDER BY id`,
    [`watch ${id}`],
  );
  expect(rows).toEqual([
    { before: null, after: 'waiting too long: > 0 (0–600 min), bell+sound' },
    {
      before: 'waiting too long: > 0 (0–600 min), bell+sound',
      after: 'three of them: > 3 (0–600 min), bell+sound',
    },
    {
      before: 'three of them: > 3 (0–600 min), bell+sound',
      after: 'any of them: > 0 (0–600 min), bell+sound',
    },
  ]);
  expect((await bench.call('merchant', 'DELETE', `/watches/${id}`)).code).toBe(0);
  expect((await say('merchant', {})).code).toBe(404);
});

test('what was found before it was said anew is told to nobody', async () => {
  const order = await house.rooms.place(cast.person('A.merchant'));
  const filter = { order_no: order.order_no };
  const { kind: _kind, ...asked } = draft({ filter, older_min: 5 });
  const { id } = (await create('merchant', { filter })).data;
  await moveBusinessClock(database, 6 * 60_000);
  await admin.query("UPDATE list_watch SET asked_at = '-infinity'");
  const taken = await takeWatch(database.workers);
  if (taken === undefined) throw new Error('It was not taken');
  // Meanwhile its owner wants to hear of two alone.
  await bench.call('merchant', 'PUT', `/watches/${id}`, { ...asked, mark: 1 });
  await askWatch(database, watched, log, taken);
  expect(await fired()).toEqual([]);
  expect(await listed('merchant')).toMatchObject([{ found: 1, since: null }]);
});

test('callbacks that nobody took and jobs that failed for good are told to whoever sees to them', async () => {
  await admin.query(
    `INSERT INTO outbox_dead (id, kind, subject, payload, error, attempts, created_at, parked_at)
     VALUES (900001, 'callback.paused', 'webhook:1', '{}', 'nobody listens', 8, business_now() - interval '3 days', now())`,
  );
  const jobs = {
    kind: 'admin.failedQueue',
    filter: { state: 'open' },
    search: { state: 'open' },
    older_min: 0,
  };
  try {
    expect((await create('admin', jobs)).code).toBe(0);
    expect(await fired()).toMatchObject([{ list: 'admin.failedQueue', found: '1' }]);
    expect((await create('merchant', jobs)).code).toBe(20_403);
    // A merchant's own callbacks, and nobody else's.
    const order = await house.rooms.place(cast.person('A.merchant'));
    await admin.query(
      `INSERT INTO callback (event_id, order_kind, order_id, customer_id, type, api_version, body, url, created_at, order_created_at,
         recipient_id, agent_id, lane, status, result)
       VALUES ('evt_given_up', 'collection', $1, $2, 'collection.created', 'v2', '{}', 'https://shop.example/hook', business_now(),
         business_now(), $2, $3, 'x', 'failed', 'timeout')`,
      [order.id, order.customer_id, order.agent_id],
    );
    const asked = {
      kind: 'callbacks',
      filter: { given_up: 'only' },
      search: { given_up: 'only' },
      older_min: 0,
    };
    for (const who of ['merchant', 'agent', 'admin'] as const)
      expect((await create(who, asked)).code).toBe(0);
    expect((await fired()).slice(1)).toMatchObject(
      ['A.merchant', 'A.agent', 'admin'].map((who) => ({
        user_id: String(cast.person(who)),
        list: 'callbacks',
        found: '1',
      })),
    );
  } finally {
    await admin.query('DELETE FROM outbox_dead WHERE id = 900001');
  }
});

test.each(watchKinds)('%s can be watched, and is asked at once', async (kind) => {
  expect((await create('admin', { kind, filter: {}, search: {}, older_min: 0, mark: 1_000_000 })).code).toBe(
    0,
  );
  expect(await listed('admin')).toMatchObject([{ kind, found: expect.any(Number), since: null }]);
});

test('nobody keeps more than so many, however many he asks for at once', async () => {
  const made = await Promise.all(
    Array.from({ length: watchesPerPerson + 3 }, (_, n) => create('merchant', { name: `watch ${n}` })),
  );
  expect(made.filter(({ code }) => code === 0)).toHaveLength(watchesPerPerson);
  expect(made.filter(({ code }) => code === 21_810)).toHaveLength(3);
});

test('searches that take long keep nothing else waiting: a look ends, and the next one goes on with whoever waits longest', async () => {
  for (const name of ['one', 'two', 'three']) await create('merchant', { name });
  const asked: bigint[] = [];
  const slow = {
    ...watched,
    actorNow: async (userId: bigint) => {
      asked.push(userId);
      // Whatever was asked before would be asked anew by now.
      await admin.query("UPDATE list_watch SET asked_at = asked_at - interval '1 minute'");
      return watched.actorNow(userId);
    },
  };
  const names = async (): Promise<string[]> => {
    const { rows } = await admin.query<{ name: string }>('SELECT name FROM list_watch ORDER BY asked_at');
    return rows.map(({ name }) => name);
  };
  await admin.query("UPDATE list_watch SET asked_at = now() - id * interval '1 hour'");
  const before = await names();
  await lookAtWatches(database, slow, log, 0);
  expect(asked).toHaveLength(1);
  expect(await names()).toEqual([...before.slice(1), before[0]]);
  await lookAtWatches(database, slow, log, 0);
  expect(asked).toHaveLength(2);
  expect(await names()).toEqual([before[2], before[0], before[1]]);
});
