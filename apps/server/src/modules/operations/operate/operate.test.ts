import type { OperateView } from '@suanpan/contract/endpoints/operate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { startDueWork } from '../../../platform/due-work.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import { allocateCollection, releaseWork } from '../../collections/index.ts';
import { routeOf } from '../../collections/read/story.queries.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { bindPayouts } from '../../payouts/index.ts';
import { openMaintenance } from '../../settings/index.ts';
import { bindOperate } from './operate.routes.ts';
import { ownQueues } from './own-queues.queries.ts';

const door = await openDoor();
const { admin, call, code, database, log, person, vault } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms);
const sign = await openMaintenance({ db: database, log, lookEveryMs: 60_000 });
const otherProcess = await openMaintenance({ db: database, log, lookEveryMs: 20 });
const ran: Date[] = [];
/** Money of a month: a day early it would be money of another one. */
const monthly: DueWork = {
  name: 'income.collect',
  next: (after) => new Date(after.getTime() + 30 * 86_400_000),
  missed: 'latest',
  run: async (_, at) => void ran.push(at),
};
let lookFails = false;
let waitsFor: Promise<void> | undefined;
const looking: DueWork = {
  name: 'reconciliation.look',
  next: (after) => new Date(after.getTime() + 30 * 86_400_000),
  missed: 'latest',
  anytime: true,
  async run() {
    await waitsFor;
    if (lookFails) throw new Error('nothing to look at');
  },
};
const works = startDueWork({
  db: database.workers,
  works: [releaseWork, monthly, looking],
  log,
  pollMs: 3_600_000,
});
afterAll(async () => {
  await works.stop();
  await sign.stop();
  await otherProcess.stop();
});
bindOperate(door.app, {
  db: database,
  log,
  vault,
  identity: door.identity,
  sign,
  queues: () => ownQueues,
  works: () => works,
  patienceMs: 1_000,
});
bindPayouts(door.app, here.payouts, async () => []);

const payment = 'quiet river stones';
let tenant: Tenant;
let other: Tenant;
let merchantId: bigint;
let boss: Person;
let token = '';
beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  other = await createTenant(door, { provider: rooms.bank });
  boss = await person({ kind: 'admin', paymentPassword: payment });
  token = await door.tokenOf(boss);
});
beforeEach(async () => {
  await admin.query('DELETE FROM money_pause');
  await admin.query(
    'UPDATE maintenance SET starts_at = NULL, ends_at = NULL, text_tw = NULL, text_cn = NULL, text_en = NULL',
  );
  await sign.refresh();
  merchantId = await tenant.merchant();
});

const read = async (): Promise<OperateView> =>
  (await call('GET', '/admin/operate', { token })).data as unknown as OperateView;
type Wish = Partial<Record<'maintenance' | 'paused' | 'version' | 'payment_password', unknown>>;
const put = async (wish: Wish, headers = {}) =>
  call('PUT', '/admin/operate', {
    token,
    headers,
    body: {
      maintenance: null,
      paused: [],
      version: (await read()).version,
      reason: 'as the night goes',
      payment_password: payment,
      one_code: code(boss),
      ...wish,
    },
  });
const set = async (wish: Wish): Promise<void> => {
  const reply = await put(wish);
  expect(reply, JSON.stringify(reply.errors)).toMatchObject({ code: 0, data: { state: 'done' } });
};
const act = (path: string, body: object, headers = {}) =>
  call('POST', `/admin/operate/${path}`, {
    token,
    headers,
    body: { reason: 'as the night goes', payment_password: payment, one_code: code(boss), ...body },
  });
const pause = (what: 'collection' | 'payout', more: object = {}) => ({
  what,
  scope: 'all',
  reason: 'the bank asked for it',
  ...more,
});
const route = (orderId: bigint) =>
  allocateCollection(rooms.collections, orderId, { method: null, payerName: null });
const refused = (name: string) => expect.objectContaining({ refusal: name });

describe('while collections are paused', () => {
  test('a new order gets no channel and says why; one that has its way in is credited; lifted, it goes on', async () => {
    const before = await rooms.place(merchantId);
    await set({ paused: [pause('collection')] });
    const { orderId } = await rooms.create(merchantId);
    await expect(route(orderId)).rejects.toEqual(refused('collectionsPaused'));
    const reasons = (await routeOf(database.app, orderId))?.candidates.map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(['collectionsPaused']));

    rooms.bank.pay(before.order_no);
    await rooms.tell(before);
    expect((await rooms.order(before.id)).status).toBe('success');

    await set({ paused: [] });
    await route(orderId);
    expect((await rooms.order(orderId)).channel_account_id).not.toBeNull();
  });

  test('only the tree or the provider that is meant stands still, and only until its time', async () => {
    await set({ paused: [pause('collection', { scope: 'agent', id: String(other.agentId) })] });
    await rooms.place(merchantId);
    const { orderId: theirs } = await rooms.create(other.merchantId);
    await expect(route(theirs)).rejects.toEqual(refused('collectionsPaused'));

    const { rows } = await admin.query<{ id: bigint }>(
      'SELECT a.provider_id AS id FROM channel_account a WHERE a.agent_id = $1 LIMIT 1',
      [tenant.agentId],
    );
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await set({ paused: [pause('collection', { scope: 'provider', id: String(rows[0]?.id), until })] });
    expect((await read()).paused).toMatchObject([{ scope: 'provider', by: boss.username, until }]);
    const { orderId } = await rooms.create(merchantId, { lifetimeS: 86_000 });
    await expect(route(orderId)).rejects.toEqual(refused('collectionsPaused'));
    await moveBusinessClock(database, 3_601_000);
    await route(orderId);
    expect((await read()).paused).toEqual([]);
  });
});

describe('whoever pauses collections', () => {
  const wayOf = async (): Promise<bigint> => {
    const { rows } = await admin.query<{ id: bigint }>(
      'SELECT id FROM customer_method WHERE customer_id = $1',
      [merchantId],
    );
    return rows[0]?.id ?? 0n;
  };

  test('waits for an order that is being given to a provider, and nobody gives one meanwhile or after', async () => {
    const creating = await admin.connect();
    await creating.query('BEGIN');
    const look = 'SELECT way_is_open($1, $2) AS open';
    const way = [await wayOf(), tenant.agentId];
    expect((await creating.query(look, way)).rows).toEqual([{ open: true }]);
    let isPaused = false;
    const pausing = set({ paused: [pause('collection')] }).then(() => {
      isPaused = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isPaused).toBe(false);
    // Whoever comes while he waits sees his pause, though the statement in which he looks began before it.
    const late = admin.query(look, way);
    await creating.query('COMMIT');
    creating.release();
    await pausing;
    expect((await late).rows).toEqual([{ open: false }]);
  });

  test('has no order asked for once more that its provider did not answer, and it goes on when that is lifted', async () => {
    const { orderId } = await rooms.create(merchantId);
    const { order_no: orderNo } = await rooms.order(orderId);
    rooms.bank.nextCreates.push('cut');
    await expect(route(orderId)).rejects.toEqual(refused('channelTimeout'));
    await set({ paused: [pause('collection', { scope: 'agent', id: String(tenant.agentId) })] });
    await expect(route(orderId)).rejects.toEqual(refused('channelTimeout'));
    expect([rooms.bank.creates(orderNo), (await rooms.order(orderId)).payment]).toEqual([1, null]);
    await set({ paused: [] });
    expect(await route(orderId)).toEqual((await rooms.order(orderId)).payment);
    expect(rooms.bank.creates(orderNo)).toBe(2);
  });
});

describe('while payouts are paused', () => {
  beforeEach(async () => {
    await here.channel(tenant, [merchantId]);
    await here.earn(merchantId);
  });
  const attempts = async (orderId: bigint): Promise<number> =>
    (await admin.query('SELECT FROM payout_attempt WHERE order_id = $1', [orderId])).rowCount ?? 0;
  const shown = async (orderId: bigint) =>
    (await call('GET', `/payment/transactions/${orderId}`, { token })).data as unknown as {
      order: { wait_reason: string | null; stage: string };
    };

  test('none leaves, the story says why, new ones are refused, and lifted it is sent at once', async () => {
    const waiting = await here.place(merchantId);
    await set({ paused: [pause('payout', { scope: 'agent', id: String(tenant.agentId) })] });
    await here.work();
    expect(await attempts(waiting.id)).toBe(0);
    expect((await shown(waiting.id)).order).toMatchObject({ wait_reason: 'paused', stage: 'queued' });
    // What a process knows of a merchant's ways is a second old at the most.
    await expect
      .poll(() => here.submit(merchantId), { timeout: 3_000 })
      .toMatchObject({ outcome: 'refused', refusal: 'payoutsPaused' });

    await set({ paused: [] });
    const { rows } = await admin.query<{ due: boolean }>(
      'SELECT next_at <= now() AS due FROM payout_work WHERE order_id = $1',
      [waiting.id],
    );
    expect(rows).toEqual([{ due: true }]);
    await here.work();
    expect(await attempts(waiting.id)).toBe(1);
  });

  test('whoever pauses waits for what is being given to a provider, and nobody gives more meanwhile', async () => {
    const going = await here.place(merchantId, { major: '1' });
    const late = await here.place(merchantId, { major: '2' });
    const sender = await admin.connect();
    await sender.query('BEGIN');
    await sender.query('SELECT FROM payout_send_open($1, 60000)', [[going.id]]);
    let isPaused = false;
    const pausing = set({ paused: [pause('payout')] }).then(() => {
      isPaused = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isPaused).toBe(false);
    await sender.query('COMMIT');
    await pausing;
    await sender.query('SELECT FROM payout_send_open($1, 60000)', [[late.id]]);
    sender.release();
    expect([await attempts(going.id), await attempts(late.id)]).toEqual([1, 0]);
  });

  test('the application sends through no other door', async () => {
    const order = await here.place(merchantId);
    const past = database.pool.query('SELECT FROM payout_send($1, 60000)', [[order.id]]);
    await expect(past).rejects.toMatchObject({ code: '42501' });
  });
});

describe('maintenance', () => {
  const text = { 'zh-TW': '升級資料庫', 'zh-CN': '升级数据库', en: 'Upgrading the database' };
  const shut = (process = sign): string => {
    try {
      process.refuse('en');
      return 'open';
    } catch (error) {
      const { params, refusal } = error as { refusal: string; params: Record<string, string> };
      return `${refusal} ${params['text']} ${params['retryAfterS']}`;
    }
  };
  const notice = async (locale: string) =>
    (await call('GET', '/maintenance', { headers: { 'x-localization': locale } })).data as unknown as {
      maintenance: { text: string; is_on: boolean } | null;
    };

  test('begins at once in every process, says so in three languages, and ends', async () => {
    expect(shut()).toBe('open');
    await set({ maintenance: { from: null, to: null, text } });
    expect(shut()).toBe('maintenance Upgrading the database 300');
    await expect.poll(() => shut(otherProcess), { timeout: 1_000 }).toMatch('maintenance');
    for (const [locale, words] of Object.entries(text))
      expect(await notice(locale)).toMatchObject({ maintenance: { text: words, is_on: true } });
    await set({ maintenance: null });
    expect(shut()).toBe('open');
    expect(await notice('en')).toEqual({ maintenance: null });
  });

  test('of a window it holds from its beginning to its end, which is the time to come again', async () => {
    const now = (await admin.query<{ at: Date }>('SELECT business_now() AS at')).rows[0]?.at.getTime() ?? 0;
    const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
    await set({ maintenance: { from: at(60), to: at(90), text } });
    expect(shut()).toBe('open');
    expect(await notice('en')).toMatchObject({ maintenance: { is_on: false } });
    await moveBusinessClock(database, 3_601_000);
    await sign.refresh();
    expect(shut()).toMatch(/^maintenance Upgrading the database 1[67]\d\d$/);
    await moveBusinessClock(database, 1_800_000);
    await sign.refresh();
    expect(shut()).toBe('open');
    expect((await read()).maintenance).toBeNull();
  });
});

describe('the call', () => {
  test('is refused over a state that is gone, without the password, and for what makes no sense', async () => {
    const { version } = await read();
    await set({});
    expect((await put({ version })).code).toBe(20_412);
    expect((await put({ payment_password: 'a guess' })).code).toBe(20_434);
    const past = new Date(Date.now() - 86_400_000).toISOString();
    for (const [wish, field] of [
      [{ paused: [pause('payout', { until: past })] }, 'paused.0.until'],
      [{ paused: [pause('payout', { scope: 'agent' })] }, 'paused.0.id'],
      [{ paused: [pause('payout'), pause('payout')] }, 'paused.1.id'],
      [
        { maintenance: { from: null, to: past, text: { 'zh-TW': '一', 'zh-CN': '一', en: '1' } } },
        'maintenance.to',
      ],
    ] as const) {
      const reply = await put(wish);
      expect([reply.code, Object.keys(reply.errors ?? {})]).toEqual([400, [field]]);
    }
    expect((await put({ paused: [pause('payout', { scope: 'agent', id: '999999' })] })).code).toBe(21_601);
    expect((await read()).paused).toEqual([]);
  });

  test('leaves who did what and why in the log, and keeps the name of whoever paused first', async () => {
    await set({ paused: [pause('payout')] });
    const [first] = (await read()).paused;
    await set({ paused: [pause('payout'), pause('collection')] });
    expect((await read()).paused.find(({ what }) => what === 'payout')).toEqual(first);
    const { rows } = await admin.query<{ before: string; after: string; note: string }>(
      `SELECT before ->> 'paused' AS before, after ->> 'paused' AS after, after ->> 'note' AS note FROM audit_log
       WHERE act = 'admin.operate.update' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([
      {
        before: 'payout all (the bank asked for it)',
        after: 'collection all (the bank asked for it); payout all (the bank asked for it)',
        note: 'as the night goes',
      },
    ]);
  });
});

describe('due work', () => {
  test('that looks at everything is done at any time, and what has its own day on that day alone', async () => {
    await works.runDue();
    const { due } = await read();
    expect(Object.fromEntries(due.map(({ can_run: canRun, name }) => [name, canRun]))).toEqual({
      'collections.release': true,
      'income.collect': false,
      'reconciliation.look': true,
    });
    const releasedAt = due.find(({ name }) => name === 'collections.release')?.last_at;
    const headers = { 'idempotency-key': 'run-it-once' };
    expect((await act('jobs/collections.release/run', {}, headers)).data).toEqual({ state: 'done' });
    const after = (await read()).due.find(({ name }) => name === 'collections.release');
    expect(after?.last_at).not.toBe(releasedAt);
    expect((await act('jobs/collections.release/run', {}, headers)).data).toEqual({ state: 'done' });
    expect((await read()).due.find(({ name }) => name === 'collections.release')?.last_at).toBe(
      after?.last_at,
    );
    expect((await act('jobs/income.collect/run', {})).code).toBe(21_001);
    expect(ran).toEqual([]);
    await moveBusinessClock(database, 31 * 86_400_000);
    expect((await act('jobs/income.collect/run', {})).data).toEqual({ state: 'done' });
    expect(ran).toHaveLength(1);
  });
});

describe('due work that somebody asks for', () => {
  const toldOf = async (): Promise<string[]> => {
    const { rows } = await admin.query<{ told: string }>(
      `SELECT concat_ws(' ', outcome, from_status, to_status, after ->> 'note') AS told FROM audit_log
       WHERE act = 'admin.operate.runJobs' AND object_id = 'reconciliation.look' ORDER BY id DESC LIMIT 2`,
    );
    return rows.map(({ told }) => told);
  };
  const run = (key: string) => act('jobs/reconciliation.look/run', {}, { 'idempotency-key': key });

  test('stands in the log with what became of it, and a replay is told the same', async () => {
    expect((await run('it-works')).code).toBe(0);
    expect(await toldOf()).toEqual(['done running completed', 'done running as the night goes']);
    lookFails = true;
    expect((await run('it-fails')).code).toBe(21_809);
    expect(await toldOf()).toEqual(['failed running failed', 'done running as the night goes']);
    lookFails = false;
    expect((await run('it-fails')).code).toBe(21_809);
    expect((await run('it-works')).code).toBe(0);
  });

  test('that takes long is answered meanwhile, and the log tells what became of it', async () => {
    let end = (): void => {};
    waitsFor = new Promise((resolve) => {
      end = resolve;
    });
    expect((await run('it-lasts')).data).toEqual({ state: 'running' });
    expect((await run('it-lasts')).code).toBe(20_410);
    // Whoever asks as well waits for it, and it is done once more.
    expect((await run('it-lasts-too')).data).toEqual({ state: 'running' });
    end();
    await expect.poll(toldOf).toEqual(['done running completed', 'done running completed']);
    waitsFor = undefined;
    expect((await run('it-lasts')).data).toEqual({ state: 'done' });
  });

  test('is not said to be done while it runs', async () => {
    let end = (): void => {};
    waitsFor = new Promise((resolve) => {
      end = resolve;
    });
    const first = run('it-waits');
    try {
      await expect.poll(async () => (await toldOf())[0]).toBe('done running as the night goes');
      expect((await run('it-waits')).code).toBe(20_410);
    } finally {
      end();
    }
    expect((await first).code).toBe(0);
    await expect.poll(async () => (await run('it-waits')).code).toBe(0);
    waitsFor = undefined;
  });
});

describe('what is kept up by hand', () => {
  test('orders of both kinds are freed in every tree', async () => {
    await here.channel(other, [other.merchantId]);
    await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE id = $1", [other.merchantId]);
    await here.earn(other.merchantId);
    const collection = await rooms.place(merchantId);
    const payout = await here.place(other.merchantId, { isAgreed: false });
    for (const [kind, id] of [
      ['collection', collection.id],
      ['payout', payout.id],
    ] as const) {
      await admin.query(`INSERT INTO ${kind}_lock VALUES ($1, $2, now() + interval '3 minutes')`, [
        id,
        boss.id,
      ]);
    }
    const ids = [collection.order_no, payout.order_no];
    expect((await act('unlockOrders', { order_ids: ids })).data).toEqual({ cleared: 2 });
    expect((await act('unlockOrders', { order_ids: ids })).code).toBe(404);
  });

  test('a card counts anew, and one that nobody used is not found', async () => {
    await here.channel(tenant, [merchantId]);
    await here.earn(merchantId);
    await here.place(merchantId, { accountNo: '906600000011', major: '1' });
    const clear = (card: string, scope = 'payout') => act('clearCardUsage', { card_no: card, scope });
    expect((await clear('906600000011')).data).toEqual({ cleared: 1 });
    expect(await clear('900000000019')).toMatchObject({ code: 404, message: 'No card number found' });
    expect(await clear('900000000019', 'withdrawal')).toMatchObject({ code: 404 });
  });
});

test('queues tell how much waits and since when', async () => {
  await admin.query('TRUNCATE outbox_dead');
  await admin.query(
    `INSERT INTO outbox_dead (id, kind, subject, payload, created_at, error, attempts, parked_at)
     SELECT nextval('outbox_id_seq'), 'callback.paused', 'user:1', '{}', now(), 'nobody listened', 5, now() - interval '2 hours'
     FROM generate_series(1, 3)`,
  );
  await admin.query('TRUNCATE outbox, outbox_batch');
  const { queues } = await read();
  expect(queues.find(({ name }) => name === 'news')).toEqual({ name: 'news', depth: 0, oldest_s: null });
  const failed = queues.find(({ name }) => name === 'failedJobs');
  expect(failed).toMatchObject({ depth: 3 });
  expect(Math.abs((failed?.oldest_s ?? 0) - 7_200)).toBeLessThan(60);
});
