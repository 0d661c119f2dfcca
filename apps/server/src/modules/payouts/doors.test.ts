import { payoutStatuses, payoutTransitions } from '@suanpan/domain/states/payout';
import { listedMoves } from '@suanpan/domain/states/transition';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms, payoutRequest } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { transact } from '../../platform/db/transact.ts';
import { prove } from '../ledger/index.ts';
import { submitAtOnce, submitInside } from './submit/submit.store.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
let tenant: Tenant;
let merchantId: bigint;

beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
});
beforeEach(async () => {
  rooms.bank.takeCreates = 'answer';
  rooms.bank.takeQueries = 'answer';
  merchantId = await tenant.merchant({ sub_agent_id: tenant.subAgentId });
  await here.channel(tenant, [merchantId]);
});

const held = async (id: bigint) => (await rooms.balances(id))['L230'] ?? '0.00';

describe('submitting', () => {
  test('holds amount and fee, writes J5 and keeps the mix', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId);
    expect(order).toMatchObject({ status: 'processing', stage: 'queued', wait_reason: null, hold_no: 1 });
    expect(await here.journal('payout.submit', order.id)).toEqual([
      'L200[customer] -5020',
      'L230[customer] 5020',
    ]);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '4695.00', L230: '5020.00' });
    const { rows } = await admin.query('SELECT amounts, early_days FROM payout_hold WHERE order_id = $1', [
      order.id,
    ]);
    expect(rows).toEqual([{ amounts: [50_200_000n], early_days: null }]);
  });

  test('without money is kept as insufficient, and its number is used up', async () => {
    const request = payoutRequest(base, merchantId);
    const poor = {
      ...request,
      channelId: null,
      method: null,
      route: { candidates: [] },
      limitedMethodId: null,
    };
    expect(await here.submit(merchantId, request)).toMatchObject({ outcome: 'poor' });
    expect(await here.submit(merchantId, request)).toMatchObject({ outcome: 'replayed' });
    expect(await submitAtOnce(database, [{ ...poor, requestHash: Buffer.from('other') }])).toMatchObject([
      { outcome: 'conflict' },
    ]);
    expect(await rooms.balances(merchantId)).toEqual({});
  });

  test('finds a number by its key alone, also in tables that nobody has counted yet', async () => {
    await admin.query(
      "DELETE FROM pg_statistic WHERE starelid = 'payout_order'::regclass; UPDATE pg_class SET reltuples = -1 WHERE oid = 'payout_order'::regclass",
    );
    const way = { channelId: null, method: null, route: { candidates: [] }, limitedMethodId: null };
    const { before, after } = await transact(database.app, async (tx) => {
      const counted = sql<{ by_number: bigint; by_merchant: bigint }>`
        SELECT pg_stat_get_xact_numscans('payout_once'::regclass) AS by_number,
               pg_stat_get_xact_numscans('payout_customer'::regclass) AS by_merchant`;
      const [first] = (await counted.execute(tx)).rows;
      await submitInside(tx, { ...payoutRequest(base, merchantId), ...way });
      const [second] = (await counted.execute(tx)).rows;
      return { before: first, after: second };
    });
    expect((after?.by_number ?? 0n) - (before?.by_number ?? 0n)).toBe(1n);
    expect(after?.by_merchant).toBe(before?.by_merchant);
  });

  test('fifty times at once takes the money once, and one number makes one payout', async () => {
    await here.earn(merchantId, 2);
    const wishes = Array.from({ length: 50 }, () => here.submit(merchantId, { major: '1000' }));
    const outcomes = (await Promise.all(wishes)).map(({ outcome }) => outcome);
    // 19430.00 is nineteen times 1016.00.
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(19);
    expect(await held(merchantId)).toBe('19304.00');

    await here.earn(merchantId, 1);
    const request = payoutRequest(base, merchantId, { major: '100' });
    const same = await Promise.all(Array.from({ length: 20 }, () => here.submit(merchantId, request)));
    expect(same.map(({ outcome }) => outcome).toSorted()).toEqual([
      'created',
      ...Array.from({ length: 19 }, () => 'replayed'),
    ]);
  });

  test('takes what the payouts before it in a batch left: top-ups, early money by its days, the rest', async () => {
    const id = await tenant.merchant({ payout_from_unsettled: true, settle_rule: 'D2' });
    const { channelId } = await here.channel(tenant, [id]);
    await here.earn(id);
    await moveBusinessClock(database, 86_400_000);
    await here.earn(id);
    const boss = await tenant.user('admin');
    for (const moved of [
      "move_funds('adjust', $1, 'TWD', 70000000, 'goodwill', $2, NULL, 'x', NULL)",
      "edit_balance($1, 'settleable', -30000000, $2, NULL, 'x', NULL)",
    ]) {
      await admin.query(
        `WITH done AS (SELECT ${moved} AS journal)
         INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id)
         SELECT business_now(), $2, $2, 'cashManagement3.manualAdjustment', 'user', $1::text, journal FROM done`,
        [id, boss],
      );
    }
    expect(await rooms.balances(id)).toEqual({ L200: '4000.00', L201: '3000.00', L202: '19430.00' });

    const way = { channelId, method: 'payout', route: { candidates: [] }, limitedMethodId: null };
    const made = await submitAtOnce(
      database,
      ['2000', '5000', '12000', '6000', '5000'].map((major) => ({
        ...payoutRequest(base, id, { major }),
        ...way,
      })),
    );
    expect(made.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created', 'created', 'poor']);
    const orders = made.flatMap((each) => ('orderId' in each ? [each.orderId] : []));
    const journals = await Promise.all(orders.map((order) => here.journal('payout.submit', order)));
    expect(journals).toEqual([
      ['L201[customer] -2017', 'L230[customer] 2017'],
      ['L201[customer] -983', 'L202[customer] -4037', 'L230[customer] 5020'],
      ['L202[customer] -12027', 'L230[customer] 12027'],
      ['L202[customer] -3366', 'L200[customer] -2655', 'L230[customer] 6021'],
      [],
    ]);
    const { rows } = await admin.query(
      `SELECT h.amounts, h.early_amounts, cardinality(h.early_days) AS days FROM payout_hold h WHERE h.order_id = ANY ($1)
       ORDER BY h.order_id`,
      [orders],
    );
    expect(rows).toEqual([
      { amounts: [20_170_000n], early_amounts: null, days: null },
      { amounts: [9_830_000n], early_amounts: [40_370_000n], days: 1 },
      { amounts: [], early_amounts: [56_780_000n, 63_490_000n], days: 2 },
      { amounts: [26_550_000n], early_amounts: [33_660_000n], days: 1 },
    ]);
    expect(await rooms.balances(id)).toEqual({ L200: '1345.00', L230: '25085.00' });
    expect((await prove(database)).checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  test('gives nothing out of early money whose days do not come to it', async () => {
    const id = await tenant.merchant({ payout_from_unsettled: true, settle_rule: 'D2' });
    await here.channel(tenant, [id]);
    await here.earn(id);
    const short = (by: string) =>
      admin.query(
        `UPDATE early_settlement SET amount = amount ${by} WHERE account_id IN (SELECT a.id FROM account a WHERE a.owner_id = $1)`,
        [id],
      );
    await short('- 10000000');
    await expect(here.submit(id, { major: '9500' })).rejects.toMatchObject({ code: 'LG404' });
    await short('+ 10000000');
    expect(await here.submit(id, { major: '9500' })).toMatchObject({ outcome: 'created' });
  });

  test('takes early money of the oldest day first, and gives it back to its day', async () => {
    const id = await tenant.merchant({ payout_from_unsettled: true, settle_rule: 'D2' });
    await here.channel(tenant, [id]);
    await here.earn(id);
    await moveBusinessClock(database, 86_400_000);
    await here.earn(id);
    expect(await rooms.balances(id)).toEqual({ L202: '19430.00' });
    const order = await here.place(id, { major: '12000' });
    const early = async () => {
      const { rows } = await admin.query<{ amount: bigint }>(
        `SELECT e.amount FROM early_settlement e JOIN account a ON a.id = e.account_id WHERE a.owner_id = $1
         ORDER BY e.settle_at`,
        [id],
      );
      return rows.map(({ amount }) => amount / 10_000n);
    };
    expect(await early()).toEqual([0n, 7_403n]);
    expect((await prove(database)).checks.filter(({ passed }) => !passed)).toEqual([]);
    // The first day has come when it is rejected: that part is settled money by now.
    await moveBusinessClock(database, 2 * 86_400_000 - 3_600_000);
    await admin.query("SELECT payout_reject($1, 'rejected', 'payout.reject', 'channelError', NULL, NULL)", [
      order.id,
    ]);
    const after = await rooms.balances(id);
    expect(Object.keys(after).toSorted()).toEqual(['L200', 'L202']);
    expect(after['L230']).toBeUndefined();
  });

  test.each([
    [
      'a merchant who is switched off',
      "UPDATE app_user SET status = 'disabled' WHERE id = $1",
      'merchantDisabled',
    ],
    [
      'a merchant whose channel is switched off',
      'UPDATE customer_method SET enabled = false WHERE customer_id = $1',
      'methodUnavailable',
    ],
  ])('is refused for %s', async (_, change, refusal) => {
    await here.earn(merchantId);
    await admin.query(change, [merchantId]);
    expect(await here.submit(merchantId)).toEqual({ outcome: 'refused', refusal });
    expect(await held(merchantId)).toBe('0.00');
  });

  test('is refused above the limits of its setting, within one batch too', async () => {
    await here.earn(merchantId, 2);
    await admin.query(
      "INSERT INTO payout_setting (owner_id, currency, max_amount, daily_count) VALUES ($1, 'TWD', 60000000, 2)",
      [merchantId],
    );
    expect(await here.submit(merchantId, { major: '6001' })).toMatchObject({ refusal: 'amountOutOfRange' });
    const all = await Promise.all([1, 2, 3].map(() => here.submit(merchantId, { major: '10' })));
    expect(all.map((each) => ('refusal' in each ? each.refusal : each.outcome)).toSorted()).toEqual([
      'created',
      'created',
      'dailyCountReached',
    ]);
  });

  test('by hand to the same payee and amount within a day needs somebody who knows', async () => {
    await here.earn(merchantId, 2);
    const person = await tenant.user('customerSub', { customer_id: merchantId, parent_id: merchantId });
    const wish = { major: '10', accountNo: '123456789012', personId: person, source: 'manual' } as const;
    expect(await here.submit(merchantId, { ...wish, isDuplicateKnown: false })).toMatchObject({
      outcome: 'created',
    });
    expect(await here.submit(merchantId, { ...wish, isDuplicateKnown: false })).toMatchObject({
      refusal: 'duplicatePayout',
    });
    expect(await here.submit(merchantId, wish)).toMatchObject({ outcome: 'created' });
  });
});

describe('a payout waits for a person', () => {
  test('over the velocity of its payee, over all merchants', async () => {
    const other = await tenant.merchant();
    await here.channel(tenant, [other]);
    await Promise.all([here.earn(merchantId), here.earn(other)]);
    const accountNo = '880000000001';
    const waits = [];
    for (const id of [merchantId, merchantId, merchantId, other, other, other]) {
      waits.push((await here.place(id, { major: '10', accountNo })).wait_reason);
    }
    expect(waits).toEqual([null, null, null, null, null, 'velocity']);
  });

  test('when a rule cannot be read', async () => {
    await here.earn(merchantId);
    await admin.query(
      "UPDATE payout_setting SET payee_hour_count = NULL WHERE owner_id = 0 AND currency = 'TWD'",
    );
    try {
      expect((await here.place(merchantId, { major: '10' })).wait_reason).toBe('velocity');
    } finally {
      await admin.query(
        "UPDATE payout_setting SET payee_hour_count = 5 WHERE owner_id = 0 AND currency = 'TWD'",
      );
    }
  });

  test('above the daily amount of its key', async () => {
    await here.earn(merchantId);
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO api_key (customer_id, key, secret_sealed, scopes, ip_allowlist, daily_payout_minor, created_at)
       VALUES ($1, 'ak_live_payouts', 'x', '{payout}', '{203.0.113.0/24}', 10000000, now()) RETURNING id`,
      [merchantId],
    );
    const apiKeyId = rows[0]?.id ?? 0n;
    const waits = [];
    for (const major of ['600', '400', '1']) {
      waits.push((await here.place(merchantId, { major, apiKeyId })).wait_reason);
    }
    expect(waits).toEqual([null, null, 'velocity']);
  });

  test('in a cool-down, and only somebody else of the platform lets it go', async () => {
    await here.earn(merchantId);
    const admins = await Promise.all([tenant.user('admin'), tenant.user('admin')]);
    await admin.query(
      "INSERT INTO account_change (user_id, what, by_id, by_person) VALUES ($1, 'key', $2, $2)",
      [merchantId, tenant.agentId],
    );
    const order = await here.place(merchantId, { major: '10' });
    expect(order).toMatchObject({ stage: 'queued', wait_reason: 'coolDown' });
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('queued');
    const dispatch = (actor: bigint) =>
      admin.query<{ gone: boolean }>("SELECT payout_dispatch($1, $2, 'seen', NULL) AS gone", [
        order.id,
        actor,
      ]);
    await expect(dispatch(tenant.agentId)).rejects.toThrow('may not let');
    await expect(dispatch(merchantId)).rejects.toThrow('may not let');
    expect((await dispatch(admins[0] ?? 0n)).rows).toEqual([{ gone: true }]);
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('submitted');
  });

  test('above the amount from which they are sent by hand, and where a second person must agree', async () => {
    await here.earn(merchantId);
    await admin.query(
      "INSERT INTO payout_setting (owner_id, currency, manual_from) VALUES ($1, 'TWD', 100000)",
      [merchantId],
    );
    expect((await here.place(merchantId, { major: '9' })).wait_reason).toBeNull();
    expect((await here.place(merchantId, { major: '10' })).wait_reason).toBe('manualDispatch');
    expect((await here.place(merchantId, { major: '9', isAgreed: false })).wait_reason).toBe('approval');
  });
});

describe('a merchant who owes', () => {
  test('submits nothing, and what waits is not sent', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId, { major: '10' });
    await admin.query(
      `UPDATE balance SET balance = -1 WHERE account_id = (SELECT owed FROM payout_chain WHERE customer_id = $1)`,
      [merchantId],
    );
    expect(await here.submit(merchantId)).toMatchObject({ refusal: 'receivableOutstanding' });
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('queued');
    await admin.query(
      `UPDATE balance SET balance = 0 WHERE account_id = (SELECT owed FROM payout_chain WHERE customer_id = $1)`,
      [merchantId],
    );
  });
});

describe('paying', () => {
  test('moves the hold as J5 says, once, whatever is told how often', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId);
    await here.work();
    rooms.bank.payout(order.order_no).status = 'paid';
    await Promise.all(Array.from({ length: 8 }, async () => here.tell(await here.payout(order.id))));
    expect(await here.payout(order.id)).toMatchObject({
      status: 'paid',
      stage: null,
      provider_order_no: rooms.bank.payout(order.order_no).payoutNo,
    });
    expect((await here.journal('payout.paid', order.id)).toSorted()).toEqual(
      [
        'L230[customer] -5020',
        'L240[subAgent] 3',
        'L240[agent] 9',
        'L240[agent] -2',
        'A100 5000',
        'L260 8',
        'A120[agent] -2',
        'R400 2',
        'A120[agent] 2',
      ].toSorted(),
    );
    expect(await rooms.balances(merchantId)).toEqual({ L200: '4695.00' });
    expect(await here.tell(await here.payout(order.id))).toBe(200);
  });

  test('goes on below zero where others took the senior agent there', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId);
    await here.work();
    await admin.query(
      `UPDATE balance SET balance = balance - 100000000 WHERE account_id = (SELECT agent_income FROM payout_chain WHERE customer_id = $1)`,
      [merchantId],
    );
    rooms.bank.payout(order.order_no).status = 'paid';
    await here.tell(await here.payout(order.id));
    expect((await here.payout(order.id)).status).toBe('paid');
    await admin.query(
      `UPDATE balance SET balance = balance + 100000000 WHERE account_id = (SELECT agent_income FROM payout_chain WHERE customer_id = $1)`,
      [merchantId],
    );
  });

  test('demands the amount that was ordered, and an account that it was sent to', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId, { major: '10' });
    const pay = async (amount: bigint, account: bigint) => {
      const { rows } = await admin.query<{ outcome: string }>(
        "SELECT outcome FROM payout_paid(ARRAY[$1::bigint], ARRAY[$2::bigint], ARRAY[$3::bigint], ARRAY['X-1'], ARRAY[NULL])",
        [order.id, amount, account],
      );
      return rows[0]?.outcome;
    };
    const account = order.channel_account_id ?? 0n;
    expect(await pay(order.amount, account)).toBe('refused');
    await here.work();
    expect(await pay(order.amount + 1n, account)).toBe('mismatch');
    expect(await pay(order.amount, account + 1_000n)).toBe('refused');
    expect(await pay(order.amount, account)).toBe('paid');
    expect(await pay(order.amount, account)).toBe('already');
    const second = await here.place(merchantId, { major: '10' });
    await here.work();
    await expect(
      admin.query(
        "SELECT outcome FROM payout_paid(ARRAY[$1::bigint], ARRAY[$2::bigint], ARRAY[$3::bigint], ARRAY['X-1'], ARRAY[NULL])",
        [second.id, second.amount, account],
      ),
    ).rejects.toThrow('paid_proof_once');
  });
});

describe('coming back', () => {
  test('returns the whole hold as J6 says, once', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId);
    await here.work();
    const bank = rooms.bank.payout(order.order_no);
    bank.status = 'paid';
    await here.tell(await here.payout(order.id));
    Object.assign(bank, { status: 'returned', returnedAmount: '5000.00' });
    await here.tell(await here.payout(order.id), { status: 'returned' });
    await here.tell(await here.payout(order.id), { status: 'returned', eventId: 'again' });
    expect(await here.payout(order.id)).toMatchObject({
      status: 'rejected_reversed',
      reverse_status: 'reversed',
    });
    expect((await here.journal('payout.reverse', order.id)).toSorted()).toEqual(
      [
        'A100 -5000',
        'L240[subAgent] -3',
        'L240[agent] -17',
        'L200[customer] 5020',
        'R400 -2',
        'L240[agent] 2',
      ].toSorted(),
    );
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
  });

  test('after its rejection it is booked as J21 says, and people are told', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId);
    await here.work();
    const bank = rooms.bank.payout(order.order_no);
    bank.status = 'failed';
    await here.tell(await here.payout(order.id), { status: 'failed' });
    expect(await here.payout(order.id)).toMatchObject({ status: 'rejected', failure: 'channelError' });
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
    // He spends what came back, and then it turns out to have been paid.
    await here.place(merchantId, { major: '9000' });
    bank.status = 'paid';
    await here.tell(await here.payout(order.id), { eventId: 'late' });
    expect(await here.payout(order.id)).toMatchObject({ status: 'paid' });
    expect(await here.journal('payout.paidLate', order.id)).toEqual([
      'L200[customer] -691',
      'A130[customer] -4317',
      'A100 5000',
      'L260 8',
    ]);
    const { rows } = await admin.query('SELECT payload FROM outbox WHERE kind = $1', ['payout.flagged']);
    expect(rows).toContainEqual({ payload: { order_id: String(order.id), reason: 'paid_after_rejected' } });
  });
});

describe('the states', () => {
  test('the database lists exactly the moves of the table', async () => {
    const { rows } = await admin.query<{ move: string }>(
      `SELECT was || '>' || becomes AS move FROM unnest($1::text[]) was, unnest($1::text[]) becomes
       WHERE was <> becomes AND payout_transition_is_listed(was, becomes)`,
      [payoutStatuses],
    );
    expect(rows.map(({ move }) => move).toSorted()).toEqual(listedMoves(payoutTransitions).toSorted());
  });

  test('a move that is not listed is refused, whoever makes it', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId, { major: '10' });
    for (const status of ['rejected_reversed', 'insufficient_balance']) {
      await expect(
        admin.query('UPDATE payout_order SET status = $2, stage = NULL WHERE id = $1', [order.id, status]),
      ).rejects.toThrow('may not go');
    }
  });

  test('nothing is released once a provider may have it', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId, { major: '10' });
    rooms.bank.takeCreates = 'cut';
    await here.work();
    const reject = async (act: string) => {
      const { rows } = await admin.query<{ done: boolean }>(
        "SELECT payout_reject($1, 'rejected', $2, 'channelError', NULL, NULL) AS done",
        [order.id, act],
      );
      return rows[0]?.done;
    };
    expect((await here.payout(order.id)).stage).toBe('unknown');
    expect([await reject('payout.reject'), await reject('payout.cancel')]).toEqual([false, false]);
    expect(await held(merchantId)).toBe('25.01');
  });

  test('the merchant takes back what was not sent, and gets the whole hold', async () => {
    await here.earn(merchantId);
    const order = await here.place(merchantId, { major: '10' });
    const { rows } = await admin.query(
      "SELECT payout_reject($1, 'rejected', 'payout.cancel', 'payoutCancelled', $2, NULL) AS done",
      [order.id, merchantId],
    );
    expect(rows).toEqual([{ done: true }]);
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
  });
});
