import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { wallClock } from '../../platform/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import { redeliver } from '../callbacks/redeliver.ts';
import { foldSums } from '../collections/collections.store.ts';
import {
  bindCollections,
  bindRefunds,
  bindSupply,
  releaseWork,
  toldCollections,
} from '../collections/index.ts';
import type { OrderRow } from '../collections/index.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { prove } from '../ledger/index.ts';
import { toldPayouts } from '../payouts/index.ts';
import { openTestUsers } from '../users/testing/open-test-users.ts';
import { archiveWork } from './archive-work.ts';
import { moveOrders } from './archive.store.ts';
import { openArchive } from './index.ts';

const door = await openDoor();
const { admin, call, code, database, person, tokenOf } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
bindCollections(door.app, rooms.collections, async () => []);
bindRefunds(door.app, rooms.collections, door.identity, approvals);
bindSupply(door.app, rooms.collections, door.identity, approvals);
openArchive({ db: database, identity: door.identity, works: () => undefined }).bind(door.app);
const paymentPassword = 'a payment password';
const dayMs = 86_400_000;

let tenant: Tenant;
let boss: Person;
beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
});
beforeEach(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  await admin.query("UPDATE archive_progress SET month = '-infinity', begins_at = '-infinity'");
});

const ask = async (method: 'POST' | 'PUT', path: string, body: object, who: Person = boss) =>
  call(method, path, {
    token: await tokenOf(who),
    headers: { 'idempotency-key': randomUUID() },
    body: {
      payment_password: paymentPassword,
      one_code: code(who),
      reason: 'the payer asked for it',
      ...body,
    },
  });
const read = async (path: string, who: Person = boss) => call('GET', path, { token: await tokenOf(who) });

async function paid(merchantId = tenant.merchantId): Promise<OrderRow> {
  const order = await rooms.place(merchantId);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  return rooms.order(order.id);
}
async function growOld(): Promise<void> {
  await moveBusinessClock(database, 10 * dayMs);
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
  await foldSums(database.app);
  await moveBusinessClock(database, 401 * dayMs);
}
const move = () => transact(database.workers, (tx) => moveOrders(tx, 'collection', 500));
const placeOf = async (id: bigint): Promise<string[]> =>
  (
    await admin.query<{ schema: string }>(
      `SELECT 'online' AS schema FROM public.collection_order WHERE id = $1
       UNION ALL SELECT 'archive' FROM archive.collection_order WHERE id = $1`,
      [id],
    )
  ).rows.map(({ schema }) => schema);
const sound = async (): Promise<void> =>
  expect((await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]))).toEqual([]);

test('an archived order is found by each of its numbers and told as archived, within its own tree alone', async () => {
  const order = await paid();
  await growOld();
  await move();
  expect(await placeOf(order.id)).toEqual(['archive']);
  const search = async (number: string, who: Person): Promise<unknown[]> => {
    const answer = await call('POST', '/collection/transactions/search', {
      token: await tokenOf(who),
      body: { numbers: [number] },
    });
    return (answer.data as unknown as { items: { id: string; archived?: true }[] }).items.map(
      ({ archived, id }) => [id, archived],
    );
  };
  for (const number of [order.order_no, order.merchant_order_no, order.provider_order_no ?? '']) {
    expect(await search(number, boss)).toEqual([[String(order.id), true]]);
  }
  const { data } = await read(`/collection/transactions/${order.id}`);
  const story = data as unknown as {
    order: { archived?: true };
    money: { lines: unknown[] };
    timeline: unknown[];
  };
  expect(story.order.archived).toBe(true);
  expect(story.money.lines.length).toBeGreaterThan(0);
  expect(story.timeline.length).toBeGreaterThan(0);
  expect(await search(order.order_no, await person({ kind: 'agent' }))).toEqual([]);
  expect(await placeOf(order.id)).toEqual(['archive']);
});

test('a refund brings its order back and goes the ordinary way', async () => {
  const order = await paid();
  await growOld();
  await move();
  const answer = await ask('POST', `/collection/transactions/${order.id}/refund`, {
    confirm: order.order_no.slice(-6),
    amount: '10',
  });
  expect(answer.code).toBe(0);
  expect(await placeOf(order.id)).toEqual(['online']);
  const { rows } = await admin.query('SELECT FROM refund WHERE order_id = $1', [order.id]);
  expect(rows).toHaveLength(1);
  await admin.query("UPDATE archive_progress SET month = '-infinity'");
  await move();
  expect(await placeOf(order.id)).toEqual(['online']);
  await sound();
});

/** Moves again and again while something is done. */
async function whileMoving(work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const moves = (async () => {
    while (!isOver) {
      await admin.query("UPDATE archive_progress SET month = '-infinity'");
      await move();
    }
  })();
  await work().finally(() => (isOver = true));
  await moves;
}

test('refunds and the move at the same moment: each refund is made, and each order stands once', async () => {
  const orders = [await paid(), await paid(), await paid()];
  await growOld();
  await whileMoving(async () => {
    for (const order of orders) {
      const { code: said } = await ask('POST', `/collection/transactions/${order.id}/refund`, {
        confirm: order.order_no.slice(-6),
        amount: '10',
      });
      expect(said).toBe(0);
    }
  });
  for (const { id } of orders) expect(await placeOf(id)).toEqual(['online']);
  await sound();
});

test('charge-backs and the move at the same moment: each is booked once, and each order stands once', async () => {
  const checker = await person({ kind: 'admin', paymentPassword });
  const orders = [await paid(), await paid(), await paid()];
  await growOld();
  await whileMoving(async () => {
    for (const order of orders) {
      const asked = await ask('POST', '/collection/revert/chargeBack', {
        order_no: order.order_no,
        provider_order_no: `CB-${order.id}`,
      });
      const { approval_id: id } = asked.data as unknown as { approval_id: string };
      const given = await ask('POST', `/admin/approvals/${id}/approve`, { reason: undefined }, checker);
      expect([asked.code, given.code]).toEqual([0, 0]);
    }
  });
  for (const { id } of orders) expect(await placeOf(id)).toEqual(['online']);
  const { rows } = await admin.query<{ n: bigint }>(
    `SELECT count(*) AS n FROM journal WHERE event = 'collection.chargeBack' AND ref_id = ANY ($1)`,
    [orders.map(({ id }) => id)],
  );
  expect(rows[0]?.n).toBe(3n);
  await sound();
});

test('supplies and freezes and the move at the same moment: each finds its order', async () => {
  const settled = [await paid(), await paid(), await paid()];
  const over = await Promise.all([1, 2, 3, 4].map(() => rooms.place(tenant.merchantId)));
  await moveBusinessClock(database, dayMs);
  await admin.query('SELECT expire_collections($1, NULL)', [over.map(({ id }) => id)]);
  await growOld();
  await whileMoving(async () => {
    for (const { id } of over) {
      const wished = { amount: '1000', source: 'goodwill' };
      const shown = await call('POST', `/collection/transactions/${id}/supply/effect`, {
        token: await tokenOf(boss),
        body: wished,
      });
      expect([id, shown.code]).toEqual([id, 0]);
      const { hash } = shown.data as unknown as { hash: string };
      const answer = await ask('POST', `/collection/transactions/${id}/supply`, {
        ...wished,
        effect_hash: hash,
      });
      expect([id, answer.code]).toEqual([id, 0]);
    }
    for (const { order_no: no } of settled) {
      const answer = await ask('POST', `/users/${tenant.merchantId}/frozen`, {
        direction: 'freeze',
        order_no: no,
        amount: '10',
      });
      expect([no, answer.code]).toEqual([no, 0]);
    }
  });
  await sound();
});

test('a callback is sent again from the archive: its order comes back with it, and leaves once it arrived', async () => {
  const order = await paid();
  await admin.query(
    `INSERT INTO callback (event_id, order_kind, order_id, customer_id, recipient_id, agent_id, lane, type, api_version, body, url,
       status, created_at, order_created_at)
     SELECT 'evt_' || id, 'collection', id, customer_id, customer_id, agent_id, 'x 1', 'collection.succeeded', 'v2', '{}',
       'https://shop.example/hook', 'failed', business_now(), created_at FROM collection_order WHERE id = $1`,
    [order.id],
  );
  await growOld();
  await move();
  expect(await placeOf(order.id)).toEqual(['archive']);
  const sending = {
    db: database,
    clock: wallClock,
    orders: { collection: toldCollections, payout: toldPayouts },
    wake: () => {},
  };
  await Promise.all([
    redeliver(sending, tenant.merchantId, `evt_${order.id}`, 'again'),
    admin.query("UPDATE archive_progress SET month = '-infinity'").then(move),
  ]);
  expect(await placeOf(order.id)).toEqual(['online']);
  const { rows } = await admin.query('SELECT next_at IS NOT NULL AS due FROM callback WHERE order_id = $1', [
    order.id,
  ]);
  expect(rows).toEqual([{ due: true }]);
  await admin.query("UPDATE callback SET status = 'success', next_at = NULL WHERE order_id = $1", [order.id]);
  await admin.query("UPDATE archive_progress SET month = '-infinity'");
  await move();
  expect(await placeOf(order.id)).toEqual(['archive']);
  await sound();
});

test('its work moves until there is nothing more, and drops exchanges that are kept no longer', async () => {
  const order = await paid();
  await growOld();
  await admin.query('UPDATE archive_setting SET exchange_days = 365');
  const counts = { moved: 0, gaveWay: 0 };
  const work = archiveWork(counts);
  while ((await transact(database.workers, (tx) => work.run(tx, new Date()))) === 'more');
  expect(counts.moved).toBeGreaterThan(0);
  expect(await placeOf(order.id)).toEqual(['archive']);
  const { rows } = await admin.query('SELECT FROM archive.provider_log WHERE order_id = $1', [order.id]);
  expect(rows).toEqual([]);
  await admin.query('UPDATE archive_setting SET exchange_days = 0');
  await sound();
});

test('the periods are set by whoever may, once for each look, and stand in the log', async () => {
  const { data } = await read('/admin/operate/archive');
  const seen = data as unknown as { version: number; online_days: number; archived: { collection: number } };
  expect(seen.online_days).toBe(400);
  expect(seen.archived.collection).toBeGreaterThan(0);
  const wish = { online_days: 200, exchange_days: 90, version: seen.version };
  expect((await ask('PUT', '/admin/operate/archive', wish)).code).toBe(0);
  expect((await read('/admin/operate/archive')).data).toMatchObject({ online_days: 200, exchange_days: 90 });
  expect(
    (await ask('PUT', '/admin/operate/archive', wish, await person({ kind: 'admin', paymentPassword }))).code,
  ).not.toBe(0);
  expect(
    (
      await ask(
        'PUT',
        '/admin/operate/archive',
        { ...wish, online_days: 5 },
        await person({ kind: 'admin', paymentPassword }),
      )
    ).code,
  ).not.toBe(0);
  const { rows } = await admin.query("SELECT after FROM audit_log WHERE act = 'admin.operate.archive'");
  expect(rows).toMatchObject([{ after: { online_days: 200, exchange_days: 90 } }]);
});
