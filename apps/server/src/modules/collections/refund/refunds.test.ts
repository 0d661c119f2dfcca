import { randomUUID } from 'node:crypto';
import { parseRate } from '@suanpan/money/rate';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { transact } from '../../../platform/db/transact.ts';
import { openFunds } from '../../funds/index.ts';
import { actTogether } from '../../identity/testing/act-together.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { bindRefunds, releaseWork } from '../index.ts';
import { askRefunds } from './ask-refunds.ts';
import type { OrderRow } from '../index.ts';

const door = await openDoor();
const { admin, call, database, person, tokenOf } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
openFunds({ db: database, identity: door.identity, approvals }).bind(door.app);
bindRefunds(door.app, rooms.collections, door.identity, approvals);
const paymentPassword = 'a payment password';
const reason = 'the payer asked for it';

let tenant: Tenant;
let boss: Person;
let checker: Person;
beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
});
beforeEach(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  checker = await person({ kind: 'admin', paymentPassword });
});

interface Row {
  readonly id: string;
  readonly no: string;
  readonly refund_status: string;
  readonly amount: string;
  readonly mix: readonly { readonly account: string; readonly amount: string }[];
  readonly actions: readonly string[];
}
interface Answer {
  readonly code: number;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly data: {
    readonly state?: string;
    readonly approval_id?: string;
    readonly items: readonly Row[];
    readonly total: number;
    readonly left: string;
    readonly summary: object;
  };
}
const ask = (who: Person, path: string, body: object = {}, key?: string): Promise<Answer> =>
  door.ask(who, path, { reason, ...body }, key) as unknown as Promise<Answer>;
const list = async (who: Person, body: object = {}): Promise<Answer> =>
  (await call('POST', '/collection/revert/search', { token: await tokenOf(who), body })) as unknown as Answer;
const refund = (who: Person, order: OrderRow, more: object = {}, key?: string) =>
  ask(
    who,
    `/collection/transactions/${order.id}/refund`,
    { confirm: order.order_no.slice(-6), ...more },
    key,
  );
const step = (who: Person, act: string, id: string, more: object = {}, key?: string) =>
  ask(who, `/collection/revert/${id}/${act}`, more, key);
const confirm = (who: Person, id: string, no: string) => step(who, 'confirm', id, { provider_order_no: no });
const give = async (merchantId: bigint, amount: string) =>
  expect(
    (
      await ask(boss, '/cashManagement3/manualAdjustment', {
        owner_id: String(merchantId),
        direction: 'add',
        amount,
        source: 'goodwill',
      })
    ).data,
  ).toEqual({ state: 'done' });

async function paid(merchantId: bigint): Promise<OrderRow> {
  const order = await rooms.place(merchantId);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  return rooms.order(order.id);
}
/** A merchant of the whole chain of the worked journals. */
const merchantOf = (columns: object = {}): Promise<bigint> =>
  tenant.merchant({ sub_agent_id: tenant.subAgentId, middleman_id: tenant.middlemanId, ...columns });
async function refundOf(order: OrderRow): Promise<Row> {
  const { rows } = await admin.query<{ no: string }>(
    'SELECT no FROM refund WHERE order_id = $1 ORDER BY id DESC LIMIT 1',
    [order.id],
  );
  const found = (await list(boss, { no: rows[0]?.no ?? '' })).data.items[0];
  if (found === undefined) throw new Error('There is no refund');
  return found;
}
/** The legs of an event's last journal of this order, as the domain writes them. */
async function legsOf(order: OrderRow, event: string): Promise<string[]> {
  const { rows } = await admin.query<{ leg: string }>(
    `SELECT a.kind || CASE a.owner_id WHEN o.customer_id THEN '[M]' WHEN o.agent_id THEN '[SA]' WHEN o.sub_agent_id THEN '[GA]'
              WHEN o.middleman_id THEN '[MM]' ELSE '' END || ' ' || p.amount / 10000 AS leg
     FROM posting p JOIN account a ON a.id = p.account_id JOIN collection_order o ON o.id = p.ref_id
     WHERE p.journal_id = (SELECT max(id) FROM journal WHERE event = $2 AND ref_id = $1) ORDER BY a.kind, leg`,
    [order.id, event],
  );
  return rows.map(({ leg }) => leg).toSorted();
}
const stateOf = async (order: OrderRow) => {
  const { status, refund_status } = await rooms.order(order.id);
  return [status, refund_status];
};
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const sound = async () => expect(await failing()).toEqual([]);
const releaseAll = async (): Promise<void> => {
  while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
};

describe('J14: a refund', () => {
  test('of many goes with one proof: each by itself, the large one waits, and one that cannot be stops no other', async () => {
    const merchantId = await merchantOf();
    const other = await merchantOf();
    const [one, two, poor] = [await paid(merchantId), await paid(merchantId), await paid(other)];
    await give(merchantId, '1000');
    const ids = [two, poor, one].map(({ id }) => String(id));
    const many = (more: object, key?: string) =>
      ask(boss, '/collection/transactions/bulkRefund', { ids, confirm: '4', ...more }, key);
    expect((await many({})).errors).toHaveProperty('confirm');
    const key = randomUUID();
    const asked = { ids: [...ids, '999999999'], confirm: '4' };
    const answer = await many(asked, key);
    expect(answer).toMatchObject({ code: 0 });
    const outcomes = answer.data.items as unknown as {
      id: string;
      outcome: string;
      message: string | null;
    }[];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'done', 'refused']);
    expect(outcomes[1]?.message).toContain('10,000.00 needed');
    expect(await stateOf(one)).toEqual(['refund', 'preparing']);
    expect(await stateOf(two)).toEqual(['refund', 'preparing']);
    expect(await stateOf(poor)).toEqual(['success', null]);
    expect((await many(asked, key)).data).toEqual(answer.data);
    const { rows } = await admin.query('SELECT count(*)::int AS n FROM refund WHERE order_id = ANY ($1)', [
      [one.id, two.id, poor.id],
    ]);
    expect(rows).toEqual([{ n: 2 }]);
    // Together with the others of the day it is more than one person may send back.
    const large = await merchantOf();
    const last = await paid(large);
    await give(large, '1000');
    await admin.query(
      "INSERT INTO approval_policy (agent_id, act, currency, threshold) VALUES (NULL, 'collections.refund', 'TWD', 250000000)",
    );
    const waits = await many({ ids: [String(last.id)], confirm: '1' });
    expect(waits.data.items).toMatchObject([{ outcome: 'waiting', message: null }]);
    await admin.query("DELETE FROM approval_policy WHERE act = 'collections.refund'");
    await sound();
  });

  test('before its day takes the order’s own leg first, and every earner gives back what waits of his', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    expect((await refund(boss, order)).code).toBe(21_100);
    expect(await stateOf(order)).toEqual(['success', null]);
    await give(merchantId, '285');
    expect((await refund(boss, order)).data).toEqual({ state: 'done' });
    expect(await legsOf(order, 'collection.refund.prepare')).toEqual([
      'L200[M] -285',
      'L210[M] -9715',
      'L232[M] 10000',
    ]);
    expect(await rooms.balances(merchantId)).toEqual({ L232: '10000.00' });
    expect(await stateOf(order)).toEqual(['refund', 'preparing']);
    const row = await refundOf(order);
    expect(row).toMatchObject({
      amount: '10000.0000',
      refund_status: 'preparing',
      mix: [
        { account: 'L210', amount: '9715.0000' },
        { account: 'L200', amount: '285.0000' },
      ],
    });
    await sound();
    expect((await confirm(checker, row.id, 'RF-too-early')).code).toBe(21_001);
    expect((await step(boss, 'send', row.id)).data).toEqual({ state: 'done' });
    expect(await stateOf(order)).toEqual(['refund', 'refunding']);
    await releaseAll();
    // Whoever asked for it and sent it does not say that it was paid.
    expect((await confirm(boss, row.id, 'RF-1')).code).toBe(21_701);
    expect(await confirm(checker, row.id, 'RF-1')).toMatchObject({ code: 0, data: { state: 'done' } });
    expect(await legsOf(order, 'collection.refund.done')).toEqual(
      [
        'A100 10000',
        'L200[M] 133',
        'L210[GA] -30',
        'L210[MM] -10',
        'L210[SA] -73',
        'L232[M] -10000',
        'R400 -20',
      ].toSorted(),
    );
    expect(await rooms.balances(merchantId)).toEqual({ L200: '133.00' });
    expect(await stateOf(order)).toEqual(['refund', 'success']);
    await sound();
    await moveBusinessClock(database, 5 * 86_400_000);
    await releaseAll();
    expect(await rooms.balances(merchantId)).toEqual({ L200: '133.00' });
    await sound();
  });

  test('after its day is paid of settleable money, and the fees are clawed back from fee income', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    await give(merchantId, '285');
    await refund(boss, order);
    expect(await legsOf(order, 'collection.refund.prepare')).toEqual(['L200[M] -10000', 'L232[M] 10000']);
    const { id } = await refundOf(order);
    await step(boss, 'send', id);
    expect((await confirm(checker, id, 'RF-2')).code).toBe(0);
    expect(await legsOf(order, 'collection.refund.done')).toEqual(
      [
        'A100 10000',
        'L200[M] 133',
        'L232[M] -10000',
        'L240[GA] -30',
        'L240[MM] -10',
        'L240[SA] -93',
        'L240[SA] 20',
        'R400 -20',
      ].toSorted(),
    );
    expect(await rooms.balances(merchantId)).toEqual({ L200: '133.00' });
    await sound();
  });

  test('in parts never gives back more than came, and the fees with the part that completes the whole', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    await give(merchantId, '1000');
    expect((await refund(boss, order, { amount: '10000.01' })).code).toBe(21_108);
    expect((await refund(boss, order, { amount: '0' })).code).toBe(21_010);
    expect((await refund(boss, order, { amount: '0.001' })).code).toBe(21_010);
    expect((await refund(boss, order, { confirm: '000000' })).errors).toHaveProperty('confirm');
    expect((await refund(boss, order, { amount: '4000' })).code).toBe(0);
    expect((await refund(boss, order, { amount: '1' })).code).toBe(21_108);
    const first = await refundOf(order);
    await step(boss, 'send', first.id);
    await confirm(checker, first.id, 'RF-3');
    expect(await legsOf(order, 'collection.refund.done')).toEqual(['A100 4000', 'L232[M] -4000']);
    await sound();
    // What is left of the order is released on its day, and what goes back afterwards is settleable money.
    await moveBusinessClock(database, 5 * 86_400_000);
    await releaseAll();
    expect(await rooms.balances(merchantId)).toEqual({ L200: '6715.00' });
    await sound();
    expect((await refund(boss, order, { amount: '6000.01' })).code).toBe(21_108);
    expect((await refund(boss, order)).code).toBe(0);
    const last = await refundOf(order);
    expect(last.amount).toBe('6000.0000');
    await step(boss, 'send', last.id);
    // One payment back proves one refund.
    expect((await confirm(checker, last.id, 'RF-3')).code).toBe(21_005);
    await confirm(checker, last.id, 'RF-4');
    expect(await rooms.balances(merchantId)).toEqual({ L200: '848.00' });
    expect((await refund(boss, order)).code).toBe(21_108);
    await sound();
  });

  test('that fails goes back to where it was, is tried again, and is given up', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    await give(merchantId, '285');
    await refund(boss, order);
    const { id } = await refundOf(order);
    expect((await step(boss, 'fail', id)).code).toBe(21_701);
    expect((await step(boss, 'retry', id)).code).toBe(21_001);
    await step(boss, 'send', id);
    expect((await step(checker, 'fail', id)).data).toEqual({ state: 'done' });
    expect(await legsOf(order, 'collection.refund.failed')).toEqual([
      'L200[M] 285',
      'L210[M] 9715',
      'L232[M] -10000',
    ]);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '285.00', L210: '9715.00' });
    expect(await stateOf(order)).toEqual(['refund', 'failed']);
    await sound();
    expect((await step(boss, 'retry', id)).data).toEqual({ state: 'done' });
    expect(await stateOf(order)).toEqual(['refund', 'preparing']);
    await sound();
    // Its day comes while it is under way: what fails then is released at once.
    await moveBusinessClock(database, 5 * 86_400_000);
    await releaseAll();
    expect(await rooms.balances(merchantId)).toEqual({ L232: '10000.00' });
    await step(checker, 'fail', id);
    expect((await step(boss, 'close', id)).code).toBe(0);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '10000.00' });
    expect(await stateOf(order)).toEqual(['success', null]);
    expect((await step(boss, 'retry', id)).code).toBe(21_001);
    expect((await refund(boss, order)).code).toBe(0);
    await sound();
  });

  test('takes early money from its own day, and gives it back there', async () => {
    const merchantId = await merchantOf({ payout_from_unsettled: true });
    const order = await paid(merchantId);
    await give(merchantId, '285');
    await refund(boss, order);
    expect(await legsOf(order, 'collection.refund.prepare')).toEqual([
      'L200[M] -285',
      'L202[M] -9715',
      'L232[M] 10000',
    ]);
    await sound();
    const { id } = await refundOf(order);
    await step(checker, 'fail', id);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '285.00', L202: '9715.00' });
    await sound();
    await step(boss, 'retry', id);
    await moveBusinessClock(database, 5 * 86_400_000);
    await releaseAll();
    await step(checker, 'fail', id);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '10000.00' });
    await sound();
  });

  test('is made once by its key, and of several at once one alone', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    await give(merchantId, '285');
    const key = randomUUID();
    expect((await refund(boss, order, {}, key)).data).toEqual({ state: 'done' });
    expect((await refund(boss, order, {}, key)).data).toEqual({ state: 'done' });
    expect((await refund(boss, order, { amount: '5' }, key)).code).toBe(20_409);
    const second = await paid(merchantId);
    await give(merchantId, '285');
    const path = `/collection/transactions/${second.id}/refund`;
    const body = { confirm: second.order_no.slice(-6), reason };
    const codes = (
      await actTogether(
        door,
        [boss, checker].map((who) => ({ who, path, body })),
      )
    ).map((answer) => answer.code);
    expect(codes.toSorted((left, right) => left - right)).toEqual([0, 21_108]);
    await sound();
  });

  test('and a release or a freeze of the same order at the same moment follow each other', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    await give(merchantId, '285');
    const release = database.pool.query('SELECT FROM release_collections(ARRAY[$1::bigint], $2, NULL)', [
      order.id,
      tenant.agentId,
    ]);
    const [asked] = await Promise.all([refund(boss, order), release]);
    expect(asked.code).toBe(0);
    expect(await rooms.balances(merchantId)).toEqual({ L232: '10000.00' });
    const frozen = await paid(merchantId);
    const freeze = { direction: 'freeze', amount: '9715', order_no: frozen.order_no };
    expect((await ask(boss, `/users/${merchantId}/frozen`, freeze)).data).toEqual({ state: 'done' });
    await give(merchantId, '10000');
    expect((await refund(boss, frozen)).code).toBe(21_108);
    await sound();
  });

  test('of a test, of an order that is not paid, or that nobody of the caller’s knows is none', async () => {
    const merchantId = await merchantOf();
    const open = await rooms.place(merchantId);
    expect((await refund(boss, open)).code).toBe(21_108);
    const tested = await rooms.place(merchantId, { isTest: true });
    rooms.bank.pay(tested.order_no, { simulated: true });
    await rooms.tell(tested);
    expect((await refund(boss, tested)).code).toBe(21_009);
    const order = await paid(merchantId);
    const stranger = await person({ paymentPassword, permissions: ['collections.transactions.refund'] });
    expect((await refund(stranger, order)).code).toBe(404);
    const customer = await person({ kind: 'customer', parentId: tenant.agentId, paymentPassword });
    expect((await refund(customer, order)).code).toBe(20_403);
    expect((await step(stranger, 'send', '1')).code).not.toBe(0);
  });

  test('of an order that no payer’s money settled is refused: it is reversed', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    await give(merchantId, '285');
    await supplied(order);
    expect((await refund(boss, order)).code).toBe(21_108);
    await supplied(order, 'A100');
    expect((await refund(boss, order)).code).toBe(0);
  });
});

describe('a refund that the provider itself pays back', () => {
  const ask = async (more: object = {}) => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    await give(merchantId, '285');
    await refund(boss, order);
    const row = await refundOf(order);
    expect(row.actions).toEqual(['ask', 'send']);
    expect((await step(boss, 'send', row.id, { by: 'provider', ...more })).data).toEqual({ state: 'done' });
    return { merchantId, order, id: row.id, no: `${row.no}-1` };
  };
  const due = async () => {
    await admin.query('UPDATE refund_attempt SET next_at = now() WHERE next_at IS NOT NULL');
    await askRefunds(rooms.collections);
  };
  const asked = (no: string) =>
    rooms.bank.calls.filter(({ operation, orderNo }) => operation === 'refund' && orderNo === no).length;

  test('is asked once under its own number, and is paid when the provider says so', async () => {
    const { merchantId, order, id, no } = await ask();
    expect(await stateOf(order)).toEqual(['refund', 'refunding']);
    expect(rooms.bank.refunds.has(no)).toBe(false);
    await due();
    expect(rooms.bank.refund(no).request).toMatchObject({
      merchant_order_no: order.order_no,
      amount: '10000.00',
    });
    await due();
    expect(await stateOf(order)).toEqual(['refund', 'refunding']);
    // Nobody gives its money back while the provider has it.
    expect((await step(checker, 'fail', id)).code).toBe(21_001);
    rooms.bank.refund(no).status = 'paid';
    await due();
    expect(await stateOf(order)).toEqual(['refund', 'success']);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '133.00' });
    expect(asked(no)).toBe(1);
    await due();
    await sound();
  });

  test('that the provider says it did not pay gives the money back, and is tried anew under another number', async () => {
    const { merchantId, order, id, no } = await ask();
    await due();
    rooms.bank.refund(no).status = 'failed';
    await due();
    expect(await stateOf(order)).toEqual(['refund', 'failed']);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '285.00', L210: '9715.00' });
    await sound();
    expect((await step(boss, 'retry', id)).data).toEqual({ state: 'done' });
    expect((await step(boss, 'send', id, { by: 'provider' })).data).toEqual({ state: 'done' });
    await due();
    const again = no.replace(/-1$/, '-2');
    rooms.bank.refund(again).status = 'paid';
    await due();
    expect(await stateOf(order)).toEqual(['refund', 'success']);
    await sound();
  });

  test.each(['cut', 'error', 'garbage', 'deny'] as const)(
    'whose answer is %s is unknown: it is never sent twice, and its money stays reserved',
    async (manner) => {
      const { merchantId, order, no } = await ask();
      rooms.bank.takeCreates = manner;
      await due();
      rooms.bank.takeCreates = 'answer';
      expect(await stateOf(order)).toEqual(['refund', 'refunding']);
      for (let n = 0; n < 3; n += 1) await due();
      expect(asked(no)).toBe(1);
      expect(await rooms.balances(merchantId)).toEqual({ L232: '10000.00' });
      await sound();
      rooms.bank.refund(no).status = 'paid';
      await due();
      expect(await stateOf(order)).toEqual(['refund', 'success']);
      await sound();
    },
  );

  test('that is refused at the first asking, and not known there either, has failed', async () => {
    const { merchantId, order } = await ask();
    rooms.bank.takeCreates = 'refuse';
    await due();
    rooms.bank.takeCreates = 'answer';
    expect(await stateOf(order)).toEqual(['refund', 'failed']);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '285.00', L210: '9715.00' });
    await sound();
  });

  test('that never arrived is unknown until the provider did not know it three times, far enough apart', async () => {
    const { order, no } = await ask();
    rooms.bank.takeCreates = 'lost';
    await due();
    rooms.bank.takeCreates = 'answer';
    const { rows } = await admin.query<{ status: string }>('SELECT status FROM refund WHERE order_id = $1', [
      order.id,
    ]);
    if (rows[0]?.status === 'refunding') {
      await due();
      await due();
      const wait =
        "SELECT next_at > now() + interval '9 minutes' AS waits FROM refund_attempt WHERE request_no = $1";
      expect((await admin.query(wait, [no])).rows).toEqual([{ waits: true }]);
      expect(await stateOf(order)).toEqual(['refund', 'refunding']);
      await due();
    }
    expect(await stateOf(order)).toEqual(['refund', 'failed']);
    expect(asked(no)).toBe(0);
    await sound();
  });

  test('that is asked about under another number than the log knows is named by the proof', async () => {
    const { no } = await ask();
    await due();
    const set = (was: string, is: string) =>
      admin.query('UPDATE refund_attempt SET request_no = $2 WHERE request_no = $1', [was, is]);
    expect((await set(no, `${no}0`)).rowCount).toBe(1);
    expect(await failing()).toEqual(['G3']);
    await set(`${no}0`, no);
    await sound();
  });

  test('of which another sum was paid decides nothing: people look at it', async () => {
    const { order, no } = await ask();
    await due();
    const taken = rooms.bank.refund(no);
    Object.assign(taken, { status: 'paid', request: { ...taken.request, amount: '9999.00' } });
    await due();
    expect(await stateOf(order)).toEqual(['refund', 'refunding']);
    await sound();
  });
});

/** As if the house had settled the order out of its goodwill, or its payer by the channel. */
async function supplied(order: OrderRow, from: 'E510' | 'A100' = 'E510'): Promise<void> {
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  const { rows } = await client.query<{ a100: bigint; e510: bigint }>(
    `SELECT (ledger_open_accounts(ARRAY['A100'], ARRAY[NULL]::bigint[], ARRAY[$1::bigint], ARRAY['TWD'], ARRAY['main']))[1] AS a100,
            (ledger_open_accounts(ARRAY['E510'], ARRAY[NULL]::bigint[], ARRAY[NULL]::bigint[], ARRAY['TWD'], ARRAY['main']))[1] AS e510`,
    [order.channel_account_id],
  );
  const { a100 = 0n, e510 = 0n } = rows[0] ?? {};
  await client.query(
    "UPDATE journal SET account_ids = array_replace(account_ids, $2, $3) WHERE event = 'collection.settle' AND ref_id = $1",
    [order.id, from === 'E510' ? a100 : e510, from === 'E510' ? e510 : a100],
  );
  client.release(true);
}

describe('an order of which the end-point cost is more than its fee, as its senior agent allows', () => {
  test.each(['D0', 'T1'])(
    'is refunded and charged back all the same, at his loss and nobody else’s (%s)',
    async (rule) => {
      const free = { pct: 0n, perItem: 0n };
      const own = await createTenant(door, {
        provider: rooms.bank,
        terms: {
          merchant: { pct: parseRate('0.5'), perItem: 0n },
          endpoint: { pct: parseRate('1'), perItem: 0n },
          system: free,
        },
      });
      const merchantId = await own.merchant({ settle_rule: rule });
      await admin.query('UPDATE customer_method SET allow_loss = true WHERE customer_id = $1', [merchantId]);
      await give(merchantId, '100');
      const [back, disputed] = [await paid(merchantId), await paid(merchantId)];
      // Fifty of each, which the provider keeps: of the fee nothing returns, and no more is taken.
      expect((await rooms.balances(own.agentId))['L240']).toBe('-100.00');
      expect((await refund(boss, back)).data).toEqual({ state: 'done' });
      const { id } = await refundOf(back);
      await step(boss, 'send', id);
      expect((await confirm(checker, id, `LOSS-${id}`)).code).toBe(0);
      expect(await stateOf(back)).toEqual(['refund', 'success']);
      expect(await legsOf(back, 'collection.refund.done')).toEqual(['A100 10000', 'L232[M] -10000']);
      const charge = await admin.query<{ id: bigint }>(
        "SELECT charge_back_collection($1, $2, $3, NULL, 'the bank says so', NULL) AS id",
        [disputed.id, `CB-LOSS-${disputed.id}`, boss.id],
      );
      // He had 100 and paid the fees of both.
      expect(await rooms.balances(merchantId)).toEqual({});
      expect((await rooms.balances(own.agentId))['L240']).toBe('-100.00');
      await sound();
      await admin.query("SELECT win_charge_back($1, $2, $3, NULL, 'the dispute was won', NULL)", [
        charge.rows[0]?.id,
        `WON-LOSS-${disputed.id}`,
        boss.id,
      ]);
      expect((await rooms.balances(own.agentId))['L240']).toBe('-100.00');
      await sound();
    },
  );
});

describe('from the threshold on', () => {
  test('a second person agrees, and what he agreed to is carried out once', async () => {
    await admin.query("INSERT INTO approval_policy VALUES (NULL, 'collections.refund', 'TWD', 50000000)");
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    await give(merchantId, '285');
    const asked = await refund(boss, order);
    expect(asked.data.state).toBe('waiting');
    expect(await stateOf(order)).toEqual(['success', null]);
    const approve = async (who: Person) =>
      (await ask(who, `/admin/approvals/${asked.data.approval_id}/approve`, { reason: undefined })).code;
    expect(await approve(boss)).toBe(21_701);
    expect(await approve(checker)).toBe(0);
    expect(await approve(checker)).toBe(21_702);
    const { rows } = await admin.query('SELECT maker_id, checker_id FROM refund WHERE order_id = $1', [
      order.id,
    ]);
    expect(rows).toEqual([{ maker_id: boss.id, checker_id: checker.id }]);
    await admin.query('DELETE FROM approval_policy');
    await sound();
  });
});

describe('J19: a charge-back', () => {
  const chargeBack = (who: Person, order: OrderRow, no: string) =>
    ask(who, '/collection/revert/chargeBack', { order_no: order.order_no, provider_order_no: no });
  const approve = async (who: Person, { data }: Answer) =>
    (await ask(who, `/admin/approvals/${data.approval_id}/approve`, { reason: undefined })).code;

  test('takes what the merchant holds, and the rest he owes; the fees return to what he owes first', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    const asked = await chargeBack(boss, order, 'CB-1');
    expect(asked.data.state).toBe('waiting');
    expect(await approve(checker, asked)).toBe(0);
    expect(await legsOf(order, 'collection.chargeBack')).toEqual(
      [
        'A100 10000',
        'A130[M] -285',
        'A130[M] 133',
        'L210[GA] -30',
        'L210[M] -9715',
        'L210[MM] -10',
        'L210[SA] -73',
        'R400 -20',
      ].toSorted(),
    );
    expect(await rooms.balances(merchantId)).toEqual({ A130: '-152.00' });
    expect(await stateOf(order)).toEqual(['refund', 'success']);
    await sound();
    expect((await chargeBack(boss, order, 'CB-2')).code).toBe(0);
    await moveBusinessClock(database, 5 * 86_400_000);
    await releaseAll();
    await sound();
  });

  test('what he owes is repaid when his next money is released, once, and the rest is his', async () => {
    const merchantId = await merchantOf();
    const charged = await paid(merchantId);
    expect(await approve(checker, await chargeBack(boss, charged, 'CB-11'))).toBe(0);
    expect(await rooms.balances(merchantId)).toEqual({ A130: '-152.00' });
    const [one, two] = [await paid(merchantId), await paid(merchantId)];
    // Settling does not repay.
    expect(await rooms.balances(merchantId)).toEqual({ A130: '-152.00', L210: '19430.00' });
    await moveBusinessClock(database, 5 * 86_400_000);
    await releaseAll();
    expect(await rooms.balances(merchantId)).toEqual({ L200: '19278.00' });
    const { rows } = await admin.query(
      `SELECT r.ref_id = min(b.id) OVER () AS is_first, -r.amounts[1] AS repaid FROM journal r
       JOIN journal b ON b.event = 'collection.release' AND b.ref_id = ANY ($1::bigint[])
       WHERE r.event = 'receivable.repay' AND r.customer_id = $2 LIMIT 1`,
      [[one.id, two.id], merchantId],
    );
    expect(rows).toEqual([{ is_first: true, repaid: 1_520_000n }]);
    await releaseAll();
    expect(await rooms.balances(merchantId)).toEqual({ L200: '19278.00' });
    await sound();
  });

  test('early money repays too when its day comes', async () => {
    const merchantId = await merchantOf({ payout_from_unsettled: true });
    const charged = await paid(merchantId);
    expect(await approve(checker, await chargeBack(boss, charged, 'CB-12'))).toBe(0);
    await paid(merchantId);
    expect(await rooms.balances(merchantId)).toEqual({ A130: '-152.00', L202: '9715.00' });
    await moveBusinessClock(database, 5 * 86_400_000);
    await releaseAll();
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9563.00' });
    await sound();
  });

  const won = (who: Person, id: string, no: string) => step(who, 'winBack', id, { provider_order_no: no });

  test('J19r: that was won repays what he owes first, the rest is settleable, and the fees are taken again', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    expect(await approve(checker, await chargeBack(boss, order, 'CB-21'))).toBe(0);
    expect(await rooms.balances(merchantId)).toEqual({ A130: '-152.00' });
    const row = await refundOf(order);
    expect(row.actions).toEqual(['winBack']);
    const asked = await won(boss, row.id, 'CW-21');
    expect(asked.data.state).toBe('waiting');
    // Nobody says so once more meanwhile, by whatever number.
    expect((await won(checker, row.id, 'CW-20')).code).toBe(21_704);
    expect(await refundOf(order)).toMatchObject({
      waiting_acts: [{ act: 'collections.chargeBackWon', blocks: ['winBack'] }],
    });
    expect(await approve(boss, asked)).toBe(21_701);
    expect(await approve(checker, asked)).toBe(0);
    expect(await legsOf(order, 'collection.chargeBackWon')).toEqual(
      [
        'A100 -10000',
        'A130[M] 152',
        'L200[M] 9715',
        'L240[GA] 30',
        'L240[MM] 10',
        'L240[SA] 73',
        'R400 20',
      ].toSorted(),
    );
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
    expect(await stateOf(order)).toEqual(['success', null]);
    expect((await refundOf(order)).actions).toEqual([]);
    expect(await refundOf(order)).not.toHaveProperty('waiting_acts');
    await sound();
    // To the merchant it is a charge-back that came to nothing.
    const { rows } = await admin.query(
      `SELECT payload ->> 'status' AS status, payload -> 'refund' ->> 'status' AS refund FROM outbox
       WHERE kind = 'refund.updated' AND subject = $1 ORDER BY id DESC LIMIT 1`,
      [`collection:${order.id}`],
    );
    expect(rows).toEqual([{ status: 'success', refund: 'failed' }]);
    // Once, whoever asks; and its day brings nothing more.
    expect((await won(boss, row.id, 'CW-22')).code).toBe(21_108);
    await moveBusinessClock(database, 5 * 86_400_000);
    await releaseAll();
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
    await sound();
    // It may be disputed anew, and refunded: each earner gives back his own share.
    expect(await approve(checker, await chargeBack(boss, order, 'CB-22'))).toBe(0);
    expect(await legsOf(order, 'collection.chargeBack')).toContain('L240[GA] -30');
    expect(await rooms.balances(merchantId)).toEqual({ A130: '-152.00' });
    expect(await approve(checker, await won(boss, (await refundOf(order)).id, 'CW-23'))).toBe(0);
    await give(merchantId, '285');
    await refund(boss, order);
    const { id } = await refundOf(order);
    await step(boss, 'send', id);
    expect((await confirm(checker, id, 'RF-24')).code).toBe(0);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '133.00' });
    await sound();
  });

  test('that was won while nobody owes, after its day, and with the system fee of the month', async () => {
    const monthly = await createTenant(door, {
      provider: rooms.bank,
      agent: { system_fee_mode: 'periodic' },
    });
    const merchantId = await monthly.merchant({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    await give(merchantId, '1000');
    expect(await approve(checker, await chargeBack(boss, order, 'CB-31'))).toBe(0);
    expect(await approve(checker, await won(boss, (await refundOf(order)).id, 'CW-31'))).toBe(0);
    const legs = await legsOf(order, 'collection.chargeBackWon');
    expect(legs).toContain('A120[SA] -20');
    expect(legs).toContain('R400 20');
    expect(legs.some((leg) => leg.startsWith('A130'))).toBe(false);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '10715.00' });
    await sound();
  });

  test('that was won after a refund of the whole leaves the suspense, and nothing else', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    await give(merchantId, '285');
    await refund(boss, order);
    const { id } = await refundOf(order);
    await step(boss, 'send', id);
    await confirm(checker, id, 'RF-41');
    const before = await rooms.balances(merchantId);
    expect(await approve(checker, await chargeBack(boss, order, 'CB-41'))).toBe(0);
    expect(await approve(checker, await won(boss, (await refundOf(order)).id, 'CW-41'))).toBe(0);
    expect(await legsOf(order, 'collection.chargeBackWon')).toEqual(['A100 -10000', 'A190 10000']);
    expect(await rooms.balances(merchantId)).toEqual(before);
    // The refund stands.
    expect(await stateOf(order)).toEqual(['refund', 'success']);
    await sound();
  });

  test('is won by two of the platform alone, by a number that proved nothing before, and a refund is none', async () => {
    const merchantId = await merchantOf();
    const order = await paid(merchantId);
    expect(await approve(checker, await chargeBack(boss, order, 'CB-51'))).toBe(0);
    const { id } = await refundOf(order);
    const agent = await person({ paymentPassword, permissions: ['collections.revert.winBack'] });
    expect((await won(agent, id, 'CW-51')).code).toBe(20_403);
    expect((await won(boss, '999999999', 'CW-51')).code).toBe(404);
    // The number of the charge-back itself brings nothing back.
    expect(await approve(checker, await won(boss, id, 'CB-51'))).toBe(21_005);
    expect(await stateOf(order)).toEqual(['refund', 'success']);
    const other = await merchantOf({ settle_rule: 'D0' });
    const refunded = await paid(other);
    await give(other, '285');
    await refund(boss, refunded);
    expect((await won(boss, (await refundOf(refunded)).id, 'CW-52')).code).toBe(21_108);
    for (const [who, agreed] of [
      [merchantId, null],
      [agent.id, null],
      [boss.id, 987_654_321n],
    ] as const) {
      await expect(
        database.pool.query("SELECT win_charge_back($1, 'CW-53', $2, $3, 'x', NULL)", [id, who, agreed]),
      ).rejects.toMatchObject({ code: 'LG403' });
    }
    await sound();
  });

  test('after a refund of the whole costs the merchant nothing more: it is put in suspense', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    await give(merchantId, '285');
    await refund(boss, order);
    const { id } = await refundOf(order);
    await step(boss, 'send', id);
    await confirm(checker, id, 'RF-9');
    const asked = await chargeBack(boss, order, 'CB-9');
    expect(await approve(checker, asked)).toBe(0);
    expect(await legsOf(order, 'collection.chargeBack')).toEqual(['A100 10000', 'A190 -10000']);
    const { rows } = await admin.query(
      "SELECT payload ->> 'reason' AS reason FROM outbox WHERE kind = 'collection.flagged' AND subject = $1",
      [`collection:${order.id}`],
    );
    expect(rows).toEqual([{ reason: 'charged_back_after_refund' }]);
    await sound();
  });

  test('is the platform’s to enter, and never one person’s', async () => {
    const order = await paid(await merchantOf());
    const agent = await person({ paymentPassword, permissions: ['collections.revert.chargeBack'] });
    expect((await chargeBack(agent, order, 'CB-3')).code).toBe(20_403);
    expect((await chargeBack(boss, order, 'CB-3')).data.state).toBe('waiting');
    expect(
      (await ask(boss, '/collection/revert/chargeBack', { order_no: 'C1', provider_order_no: 'x' })).code,
    ).toBe(404);
  });
});

test('the list shows what is open and what was closed today, of one’s own tree, with its sums', async () => {
  const agent = await person({ paymentPassword });
  const other = await person({ paymentPassword });
  const merchantId = await merchantOf();
  const order = await paid(merchantId);
  await give(merchantId, '285');
  await refund(boss, order);
  const row = await refundOf(order);
  expect(row.actions).toEqual(['ask', 'send']);
  expect((await list(checker, { order_no: order.order_no })).data.items[0]?.actions).toEqual([
    'ask',
    'send',
    'fail',
  ]);
  const clerk = await person({
    kind: 'staffSub',
    parentId: tenant.agentId,
    permissions: ['collections.revert.get'],
  });
  const seen = await list(clerk, { order_no: order.order_no });
  expect(seen.data.items.map(({ no, actions }) => [no, actions])).toEqual([[row.no, []]]);
  expect(seen.data.summary).toEqual({ by_currency: [{ currency: 'TWD', count: 1, amount: '10000.0000' }] });
  for (const stranger of [agent, other]) expect((await list(stranger)).data.total).toBe(0);
  expect(
    (await list(boss, { refund_status: ['preparing'], merchant_order_no: order.merchant_order_no })).data
      .total,
  ).toBe(1);
  expect((await list(boss, { kind: 'charge_back', order_no: order.order_no })).data.total).toBe(0);
  await admin.query("UPDATE refund SET created_at = created_at - interval '30 days' WHERE id = $1", [
    BigInt(row.id),
  ]);
  expect((await list(boss)).data.items.map(({ no }) => no)).toContain(row.no);
});

test('a merchant is told of each step, with the order as it stood then', async () => {
  const merchantId = await merchantOf({ settle_rule: 'D0' });
  const order = await paid(merchantId);
  await give(merchantId, '285');
  await refund(boss, order);
  const { id } = await refundOf(order);
  await step(boss, 'send', id);
  await confirm(checker, id, 'RF-7');
  const { rows } = await admin.query(
    `SELECT payload ->> 'status' AS status, payload ->> 'refund_status' AS refund, payload -> 'refund' ->> 'amount' AS amount
     FROM outbox WHERE kind = 'refund.updated' AND subject = $1 ORDER BY id`,
    [`collection:${order.id}`],
  );
  expect(rows).toEqual(
    ['preparing', 'refunding', 'success'].map((state) => ({
      status: 'refund',
      refund: state,
      amount: '100000000',
    })),
  );
});

describe('the doors believe nobody', () => {
  const said = (text: string, values: unknown[]) =>
    database.pool.query(text, values).then(
      ({ rows }) => rows[0]?.done,
      (error: { code?: string }) => error.code,
    );
  const ofRefund = (name: string, id: bigint, who: bigint) =>
    said(`SELECT ${name}($1, $2, 'x', NULL) AS done`, [id, who]);

  test('who refunds what, and how much', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    await give(merchantId, '285');
    const stranger = await person({ paymentPassword });
    const byDoor = (who: bigint, amount: bigint, agreed: bigint | null = null) =>
      said("SELECT refund_collection($1, $2, $3, $4, 'x', NULL) AS done", [order.id, amount, who, agreed]);
    for (const who of [merchantId, tenant.subAgentId, stranger.id, 987_654_321n]) {
      expect(await byDoor(who, 1n)).toBe('LG403');
    }
    expect(await byDoor(boss.id, 1n, 987_654_321n)).toBe('LG403');
    for (const amount of [0n, -1n, 100_000_001n]) expect(await byDoor(boss.id, amount)).toBe('RF002');
    const id = (await byDoor(boss.id, 100_000_000n)) as bigint;
    expect(await byDoor(boss.id, 1n)).toBe('RF001');
    expect(await ofRefund('refund_send', id, stranger.id)).toBe('LG403');
    expect(await ofRefund('refund_fail', id, merchantId)).toBe('LG403');
    const made = await person({ kind: 'admin', paymentPassword, madeBy: boss.id });
    expect(await ofRefund('refund_fail', id, made.id)).toBe('LG403');
    expect(await ofRefund('refund_send', id, boss.id)).toBe(true);
    expect(await ofRefund('refund_send', id, boss.id)).toBe(false);
    expect(await ofRefund('refund_fail', id, checker.id)).toBe(true);
    expect(await ofRefund('refund_retry', id, stranger.id)).toBe('LG403');
    expect(await ofRefund('refund_close', id, stranger.id)).toBe('LG403');
    expect(await ofRefund('refund_close', id, boss.id)).toBe(true);
    expect(
      await said("SELECT charge_back_collection($1, 'x', $2, NULL, 'x', NULL) AS done", [
        order.id,
        tenant.agentId,
      ]),
    ).toBe('LG403');
  });

  test('in production the books themselves insist on a second person', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const order = await paid(merchantId);
    await give(merchantId, '285');
    const alone = await person({ kind: 'admin', paymentPassword });
    await admin.query("INSERT INTO approval_policy VALUES (NULL, 'collections.refund', 'TWD', 50000000)");
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM installation');
    await client.query("INSERT INTO installation (mode) VALUES ('production')");
    const asking = (amount: bigint) =>
      said("SELECT refund_collection($1, $2, $3, NULL, 'x', NULL) AS done", [order.id, amount, alone.id]);
    try {
      expect(await asking(50_000_000n)).toBe('LG403');
      expect(
        await said("SELECT charge_back_collection($1, 'x', $2, NULL, 'x', NULL) AS done", [
          order.id,
          alone.id,
        ]),
      ).toBe('LG403');
      expect(typeof (await asking(49_999_999n))).toBe('bigint');
    } finally {
      await client.query('DELETE FROM installation');
      await client.query('DELETE FROM approval_policy');
      client.release(true);
    }
  });

  test('a day’s sum is not halved by two persons at the same moment', async () => {
    const merchantId = await merchantOf({ settle_rule: 'D0' });
    const [first, next] = [await paid(merchantId), await paid(merchantId)];
    const persons = [
      await person({ kind: 'admin', paymentPassword }),
      await person({ kind: 'admin', paymentPassword }),
    ];
    await admin.query("INSERT INTO approval_policy VALUES (NULL, 'collections.refund', 'TWD', 60000000)");
    const client = await admin.connect();
    const [one, two] = [await admin.connect(), await admin.connect()];
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM installation');
    await client.query("INSERT INTO installation (mode) VALUES ('production')");
    const asking = (by: typeof one, id: bigint, who: bigint | undefined) =>
      by.query("SELECT refund_collection($1, 40000000, $2, NULL, 'x', NULL)", [id, who]);
    try {
      await one.query('BEGIN');
      await asking(one, first.id, persons[0]?.id);
      const late = asking(two, next.id, persons[1]?.id).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      await one.query('COMMIT');
      expect(await late).toBe('LG403');
    } finally {
      await client.query('DELETE FROM installation');
      await client.query('DELETE FROM approval_policy');
      for (const each of [one, two]) each.release();
      client.release(true);
    }
  });

  test('nobody writes beside them', async () => {
    for (const text of [
      "INSERT INTO refund (kind) VALUES ('refund')",
      'UPDATE refund SET amount = 1',
      'DELETE FROM refund',
      "UPDATE collection_order SET refund_status = 'success'",
    ]) {
      await expect(database.pool.query(text)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

test('the proof sees a refund that was altered, made up, forgotten, or of money that never came', async () => {
  const merchantId = await merchantOf({ settle_rule: 'D0' });
  const order = await paid(merchantId);
  await give(merchantId, '285');
  await refund(boss, order);
  const { id } = await refundOf(order);
  await step(boss, 'send', id);
  const before = await failing();
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  const planted = async (there: string, back: string, seenBy: readonly string[]) => {
    expect((await client.query(there)).rowCount).toBe(1);
    expect(await failing()).toEqual(expect.arrayContaining([...before, ...seenBy]));
    await client.query(back);
    expect(await failing()).toEqual(before);
  };
  const set = (change: string) => `UPDATE refund SET ${change} WHERE id = ${BigInt(id)}`;
  await planted(set('amount = amount + 1'), set('amount = amount - 1'), ['G1', 'H1']);
  await planted(set(`customer_id = ${tenant.merchantId}`), set(`customer_id = ${merchantId}`), ['G2']);
  await planted(set("status = 'preparing'"), set("status = 'refunding'"), ['G2']);
  const orderSet = (change: string) => `UPDATE collection_order SET ${change} WHERE id = ${order.id}`;
  await planted(orderSet("refund_status = 'success'"), orderSet("refund_status = 'refunding'"), ['G2']);
  await confirm(checker, id, 'RF-8');
  const sums = await failing();
  expect(sums).toEqual(before);
  await planted(set('decided_by = NULL'), set(`decided_by = ${checker.id}`), ['G3']);
  await planted(set("provider_ref = 'RF-other'"), set("provider_ref = 'RF-8'"), ['G3']);
  await planted(set('completes = false'), set('completes = true'), ['G1']);
  await client.query('CREATE TABLE kept AS SELECT * FROM refund');
  await planted(
    `DELETE FROM refund WHERE id = ${BigInt(id)}`,
    `INSERT INTO refund (${refundColumns}) OVERRIDING SYSTEM VALUE SELECT ${refundColumns} FROM kept k WHERE NOT EXISTS (SELECT FROM refund m WHERE m.id = k.id)`,
    ['G1', 'G2'],
  );
  await client.query('DROP TABLE kept');
  client.release(true);
  await supplied(order);
  expect(await failing()).toContain('G2');
  await supplied(order, 'A100');
  expect(await failing()).toEqual(before);
});
const refundColumns = `id, kind, order_id, customer_id, agent_id, sub_agent_id, currency, channel_account_id, amount, status, completes,
  taken, early_days, early_amounts, attempts, seq, provider_ref, failure, maker_id, maker_person, checker_id, approval_id, reason,
  sent_by, decided_by, created_at, sent_at, completed_at, closed_at`;
