import { randomUUID } from 'node:crypto';
import { exampleTerms } from '@suanpan/domain/fees/example-terms';
import { collectionSupply } from '@suanpan/domain/journals/collection-supply';
import type { SupplySource } from '@suanpan/domain/journals/collection-supply';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { nothingByHand } from '../../../../test/nothing-by-hand.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openFunds } from '../../funds/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { bindCollections, bindReceipts, bindRefunds, bindSupply } from '../index.ts';
import type { OrderRow } from '../index.ts';

const door = await openDoor();
const { admin, call, code, database, person } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
openFunds({ db: database, identity: door.identity, approvals }).bind(door.app);
bindSupply(door.app, rooms.collections, door.identity, approvals);
bindReceipts(door.app, rooms.collections, door.identity, approvals, nothingByHand);
bindRefunds(door.app, rooms.collections, door.identity, approvals);
bindCollections(door.app, rooms.collections, async () => []);
const paymentPassword = 'a payment password';
const reason = 'the payer showed his slip';

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

interface Answer {
  readonly code: number;
  readonly data: {
    readonly state?: string;
    readonly approval_id?: string;
    readonly effect: readonly {
      readonly field: string;
      readonly before: string | null;
      readonly after: string;
    }[];
    readonly hash: string;
    readonly sources: readonly string[];
    readonly receipts: readonly { readonly id: string; readonly left: string }[];
    readonly items: readonly {
      readonly id: string;
      readonly order_id: string;
      readonly left: string;
      readonly why: readonly string[];
      readonly actions: readonly string[];
    }[];
  };
}
const tokens = new Map<bigint, string>();
async function tokenOf(who: Person): Promise<string> {
  const known = tokens.get(who.id) ?? (await door.tokenOf(who));
  tokens.set(who.id, known);
  return known;
}
async function ask(
  who: Person,
  path: string,
  body: object = {},
  key: string = randomUUID(),
): Promise<Answer> {
  return (await call('POST', path, {
    token: await tokenOf(who),
    headers: { 'idempotency-key': key },
    body,
  })) as unknown as Answer;
}
const read = async (who: Person, path: string): Promise<Answer> =>
  (await call('GET', path, { token: await tokenOf(who) })) as unknown as Answer;
const proofOf = (who: Person) => ({ payment_password: paymentPassword, one_code: code(who), reason });
const pathOf = (order: OrderRow) => `/collection/transactions/${order.id}/supply`;
const showOf = (who: Person, order: OrderRow, wished: object) => ask(who, `${pathOf(order)}/effect`, wished);
async function supply(who: Person, order: OrderRow, wished: object, key?: string): Promise<Answer> {
  const { code: refused, data } = await showOf(who, order, wished);
  if (refused !== 0) return { code: refused, data };
  return ask(who, pathOf(order), { ...wished, ...proofOf(who), effect_hash: data.hash }, key);
}
const approve = async (who: Person, { data }: Answer) =>
  (
    await ask(who, `/admin/approvals/${data.approval_id}/approve`, {
      payment_password: paymentPassword,
      one_code: code(who),
    })
  ).code;

/** A merchant of the whole chain of the worked journals. */
const merchantOf = (columns: object = {}): Promise<bigint> =>
  tenant.merchant({ sub_agent_id: tenant.subAgentId, middleman_id: tenant.middlemanId, ...columns });
async function place(columns: object = {}, major = '10000'): Promise<OrderRow> {
  return rooms.place(await merchantOf(columns), { major });
}
/** An order whose payer paid another sum than was asked. */
async function mismatched(paid: string, columns: object = {}, major = '10000'): Promise<OrderRow> {
  const order = await place(columns, major);
  rooms.bank.pay(order.order_no, { amount: paid });
  await rooms.tell(order);
  const seen = await rooms.order(order.id);
  expect(seen.status).toBe('amount_mismatch');
  return seen;
}
const receiptOf = async (order: OrderRow): Promise<string> =>
  (await read(boss, pathOf(order))).data.receipts[0]?.id ?? '';
const leftOf = async (order: OrderRow): Promise<string[]> => {
  const { rows } = await admin.query<{ open: string }>(
    'SELECT (amount - taken)::text AS open FROM receipt WHERE order_id = $1 AND closed_at IS NULL',
    [order.id],
  );
  return rows.map(({ open }) => open);
};
/** The legs of an event's last journal about this, as the domain writes them; in tenths of a thousandth. */
async function legsOf(order: OrderRow, event: string): Promise<string[]> {
  const { rows } = await admin.query<{ leg: string }>(
    `SELECT a.kind || CASE a.owner_id WHEN o.customer_id THEN '[M]' WHEN o.agent_id THEN '[SA]' WHEN o.sub_agent_id THEN '[GA]'
              WHEN o.middleman_id THEN '[MM]' ELSE '' END || ' ' || p.amount AS leg
     FROM posting p JOIN account a ON a.id = p.account_id JOIN collection_order o ON o.id = $1
     WHERE p.journal_id = (SELECT max(j.id) FROM journal j WHERE j.event = $2 AND (j.ref_id = $1 OR j.ref_id IN (
       SELECT e.id FROM receipt_end e JOIN receipt r ON r.id = e.receipt_id WHERE r.order_id = $1)))`,
    [order.id, event],
  );
  return rows.map(({ leg }) => leg).toSorted();
}
const roleMarks = { customer: '[M]', agent: '[SA]', subAgent: '[GA]', middleman: '[MM]' } as const;
const expectedLegs = (amount: bigint, source: SupplySource): string[] =>
  collectionSupply(amount, exampleTerms, source, { settleMode: 'deferred', systemFeeMode: 'realtime' })
    .journal.legs.map(
      ({ amount: moved, kind, owner }) =>
        `${kind}${owner.type === 'user' ? roleMarks[owner.role] : ''} ${moved}`,
    )
    .toSorted();
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const sound = async () => expect(await failing()).toEqual([]);

describe('an order that was paid with another sum', () => {
  test('is settled out of the money that lies aside, by the prices it was made with, and once', async () => {
    const order = await mismatched('9900.00');
    expect((await read(boss, pathOf(order))).data).toMatchObject({
      sources: ['receipt', 'provider', 'goodwill'],
      receipts: [{ left: '9900.0000' }],
    });
    const wished = { amount: '9900', source: 'receipt', receipt_id: await receiptOf(order) };
    // What others pay from now on is not this order's.
    await admin.query('UPDATE customer_method SET merchant_pct = 9 WHERE customer_id = $1', [
      order.customer_id,
    ]);
    expect((await showOf(boss, order, wished)).data.effect).toEqual([
      { field: 'status', before: 'amount_mismatch', after: 'success' },
      { field: 'actual_amount', before: '10000.0000', after: '9900.0000' },
      { field: 'fee', before: null, after: '282.2000' },
      { field: 'accounted_amount', before: null, after: '9617.8000' },
    ]);
    const key = randomUUID();
    const { data } = await showOf(boss, order, wished);
    const body = { ...wished, ...proofOf(boss), effect_hash: data.hash };
    expect((await ask(boss, pathOf(order), body, key)).data).toEqual({ state: 'done' });
    expect((await ask(boss, pathOf(order), body, key)).data).toEqual({ state: 'done' });
    expect(await legsOf(order, 'collection.settle')).toEqual(expectedLegs(99_000_000n, 'receipt'));
    expect(await rooms.order(order.id)).toMatchObject({
      status: 'success',
      actual_amount: 99_000_000n,
      accounted_amount: 96_178_000n,
      fee: 2_822_000n,
    });
    expect(await leftOf(order)).toEqual([]);
    const { rows: news } = await admin.query(
      "SELECT payload ->> 'paid_amount' AS paid FROM outbox WHERE subject = $1 AND kind = 'collection.succeeded'",
      [`collection:${order.id}`],
    );
    expect(news).toEqual([{ paid: '99000000' }]);
    expect((await supply(boss, order, { amount: '100', source: 'goodwill' })).code).toBe(21_001);
    // The provider says it once more: nothing happens.
    await rooms.tell(order, { eventId: 'again' });
    expect(await leftOf(order)).toEqual([]);
    await sound();
  });

  test('what is left of a larger payment stays unidentified, and goes back to its payer by two persons', async () => {
    const order = await mismatched('12000.00');
    const id = await receiptOf(order);
    expect((await supply(boss, order, { amount: '12001', source: 'receipt', receipt_id: id })).code).toBe(
      21_106,
    );
    expect((await supply(boss, order, { amount: '10000', source: 'receipt', receipt_id: id })).data).toEqual({
      state: 'done',
    });
    expect(await leftOf(order)).toEqual(['20000000']);
    await sound();
    // Two at once by other numbers, while nobody locks what lies aside: one of them waits.
    for (const who of [boss, checker]) await tokenOf(who);
    const both = await Promise.all(
      [boss, checker].map((who, n) =>
        ask(who, `/claimOrder/${id}/sendBack`, { provider_order_no: `BACK-1${n}`, ...proofOf(who) }),
      ),
    );
    expect(both.map(({ code: refused }) => refused).sort((one, other) => one - other)).toEqual([0, 21_704]);
    const [maker, first] = both[0]?.code === 0 ? [boss, both[0]] : [checker, both[1]];
    expect((await ask(maker, `/admin/approvals/${first?.data.approval_id}/withdraw`)).code).toBe(0);
    const asked = await ask(boss, `/claimOrder/${id}/sendBack`, {
      provider_order_no: 'BACK-1',
      ...proofOf(boss),
    });
    expect(asked.data).toMatchObject({ state: 'waiting' });
    const listedRow = async () =>
      (
        await read(checker, `/claimOrder?no=${encodeURIComponent(order.provider_order_no ?? '')}`)
      ).data.items.find((row) => row.id === id);
    expect(await listedRow()).toMatchObject({
      waiting_acts: [{ act: 'receipts.sendBack', blocks: ['sendBack'], maker: { id: String(boss.id) } }],
    });
    expect(await approve(boss, asked)).toBe(21_701);
    expect(await approve(checker, asked)).toBe(0);
    expect(await legsOf(order, 'receipt.sendBack')).toEqual(['A100 20000000', 'L250 -20000000']);
    expect(await leftOf(order)).toEqual([]);
    expect(
      (await ask(boss, `/claimOrder/${id}/sendBack`, { provider_order_no: 'BACK-2', ...proofOf(boss) })).code,
    ).toBe(21_107);
    await sound();
  });

  test('whoever claimed what lies aside has it to himself from the order’s side too', async () => {
    const order = await mismatched('9900.00');
    const id = await receiptOf(order);
    const wished = { amount: '9900', source: 'receipt', receipt_id: id };
    const { data } = await showOf(boss, order, wished);
    expect((await ask(checker, `/claimOrder/${id}/claim`)).code).toBe(0);
    expect((await showOf(boss, order, wished)).code).toBe(21_002);
    expect(
      (await ask(boss, pathOf(order), { ...wished, ...proofOf(boss), effect_hash: data.hash })).code,
    ).toBe(21_002);
    expect((await rooms.order(order.id)).status).toBe('amount_mismatch');
    expect((await supply(checker, order, wished)).data).toEqual({ state: 'done' });
    await sound();
  });

  test('two at the same moment: one settles it', async () => {
    const order = await mismatched('9900.00');
    const wished = { amount: '9900', source: 'receipt', receipt_id: await receiptOf(order) };
    const answers = await Promise.all([supply(boss, order, wished), supply(checker, order, wished)]);
    expect(answers.filter(({ code: refused }) => refused === 0)).toHaveLength(1);
    await sound();
  });

  test('is refunded afterwards with what its payer’s money brought', async () => {
    const order = await mismatched('9900.00');
    await supply(boss, order, { amount: '9900', source: 'receipt', receipt_id: await receiptOf(order) });
    const { data } = (await read(boss, `/collection/transactions/${order.id}/refund`)) as unknown as {
      data: { left: string };
    };
    expect(data.left).toBe('9900.0000');
  });
});

describe('an order that nobody paid', () => {
  test('is settled by the house without the cost of a provider; money that comes later makes it good', async () => {
    const order = await place();
    expect((await supply(boss, order, { amount: '10000', source: 'goodwill' })).data).toEqual({
      state: 'done',
    });
    expect(await legsOf(order, 'collection.settle')).toEqual(expectedLegs(100_000_000n, 'goodwill'));
    await sound();
    // Of the house's own money nothing goes back to a payer.
    const { data } = (await read(boss, `/collection/transactions/${order.id}/refund`)) as unknown as {
      data: { left: string };
    };
    expect(data.left).toBe('0.0000');
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
    expect(await leftOf(order)).toEqual(['100000000']);
    const [row] = (await read(boss, `/claimOrder?no=${order.order_no}`)).data.items;
    expect(row?.actions).toEqual(['claim', 'match', 'restore', 'sendBack']);
    const asked = await ask(boss, `/claimOrder/${row?.id}/restore`, proofOf(boss));
    expect(await approve(checker, asked)).toBe(0);
    expect(await legsOf(order, 'receipt.restore')).toEqual(['E510 100000000', 'L250 -100000000']);
    expect(await leftOf(order)).toEqual([]);
    await sound();
  });

  test('is settled by what the provider confirms when asked, in exactly that sum, and never by its notice again', async () => {
    const order = await place();
    expect((await supply(boss, order, { amount: '10000', source: 'provider' })).code).toBe(21_016);
    rooms.bank.pay(order.order_no, { amount: '9500.00' });
    expect((await supply(boss, order, { amount: '10000', source: 'provider' })).code).toBe(21_016);
    expect((await supply(boss, order, { amount: '9500', source: 'provider' })).data).toEqual({
      state: 'done',
    });
    expect(await legsOf(order, 'collection.settle')).toEqual(expectedLegs(95_000_000n, 'provider'));
    await rooms.tell(order);
    expect(await leftOf(order)).toEqual([]);
    await sound();
  });

  test('is settled out of the senior agent’s balance by himself alone, and only while it reaches', async () => {
    const order = await place();
    const give = (maker: bigint) =>
      admin.query(
        "SELECT supply_collection($1, 'agent', NULL, 100000000, NULL, 97150000, 'collections.supply', $2, NULL, 'x', NULL)",
        [order.id, maker],
      );
    const today =
      "INSERT INTO settle_calendar SELECT business_day(business_now()), 'T1', business_now() + interval '1 day' ON CONFLICT DO NOTHING";
    await admin.query(today);
    await expect(give(boss.id)).rejects.toMatchObject({ code: 'LG403' });
    await expect(give(tenant.agentId)).rejects.toMatchObject({ code: 'LG402' });
    expect((await supply(boss, order, { amount: '10000', source: 'agent' })).code).toBe(21_105);
    expect((await rooms.order(order.id)).status).toBe('pending');
    const given = await ask(boss, '/cashManagement3/manualAdjustment', {
      ...proofOf(boss),
      owner_id: String(tenant.agentId),
      direction: 'add',
      amount: '15000',
      source: 'goodwill',
    });
    expect(given.data).toEqual({ state: 'done' });
    await give(tenant.agentId);
    expect(await legsOf(order, 'collection.settle')).toEqual(expectedLegs(100_000_000n, 'agent'));
    expect((await rooms.balances(tenant.agentId))['L200']).toBe('5000.00');
    await sound();
  });

  test('asks for a sum, a source, and a second person from the threshold on', async () => {
    const order = await place({}, '100000');
    expect((await supply(boss, order, { amount: '0.00', source: 'goodwill' })).code).toBe(21_306);
    expect((await supply(boss, order, { amount: '100000', source: 'receipt' })).code).toBe(404);
    const asked = await supply(boss, order, { amount: '100000', source: 'goodwill' });
    expect(asked.data).toMatchObject({ state: 'waiting' });
    expect((await rooms.order(order.id)).status).toBe('pending');
    expect(await approve(boss, asked)).toBe(21_701);
    expect(await approve(checker, asked)).toBe(0);
    expect((await rooms.order(order.id)).status).toBe('success');
    await sound();
  });

  test('no test order, no order of one’s own, and nothing that somebody else keeps', async () => {
    const trial = await rooms.place(await merchantOf(), { isTest: true });
    expect((await supply(boss, trial, { amount: '10', source: 'goodwill' })).code).toBe(21_009);
    const order = await place();
    await admin.query("INSERT INTO collection_lock VALUES ($1, $2, now() + interval '1 minute')", [
      order.id,
      checker.id,
    ]);
    expect((await supply(boss, order, { amount: '10', source: 'goodwill' })).code).toBe(21_002);
    await admin.query('DELETE FROM collection_lock');
    const other = await createTenant(door, { provider: rooms.bank });
    const foreign = await rooms.place(other.merchantId);
    rooms.bank.pay(foreign.order_no, { amount: '5.00' });
    await rooms.tell(foreign);
    const receipt = await receiptOf(await rooms.order(foreign.id));
    expect((await supply(boss, order, { amount: '5', source: 'receipt', receipt_id: receipt })).code).toBe(
      404,
    );
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    const person_id = 'UPDATE app_user SET person_id = $1 WHERE id = $2';
    await client.query(person_id, [boss.id, order.customer_id]);
    expect((await supply(boss, order, { amount: '10', source: 'goodwill' })).code).toBe(20_403);
    await client.query(person_id, [order.customer_id, order.customer_id]);
    client.release(true);
  });
});

describe('under attack', () => {
  const calendar =
    "INSERT INTO settle_calendar SELECT business_day(business_now()), 'T1', business_now() + interval '1 day' ON CONFLICT DO NOTHING";
  const fiftyTimes = async (text: string, values: readonly unknown[]): Promise<string[]> => {
    const answers: string[] = [];
    let left = 50;
    // As many at once as there are connections: who waits for one would give up where the machine is slow.
    const oneAfterTheOther = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        answers.push(
          await admin.query(text, [...values]).then(
            () => 'done',
            (error: unknown) => String((error as { code?: string }).code),
          ),
        );
      }
    };
    await Promise.all(Array.from({ length: 6 }, oneAfterTheOther));
    return answers;
  };
  const of = (answers: readonly string[]) => answers.filter((each) => each === 'done').length;

  test('fifty at once settle an order once, and a receipt is given to one of two orders', async () => {
    await admin.query(calendar);
    const [order, other] = [await mismatched('9900.00'), await place({}, '9900')];
    const receipt = BigInt(await receiptOf(order));
    const door =
      "SELECT supply_collection($1, 'receipt', $2, 99000000, NULL, 96178000, 'collections.supply', $3, NULL, 'x', NULL)";
    const answers = await Promise.all([
      fiftyTimes(door, [order.id, receipt, boss.id]),
      fiftyTimes(door, [other.id, receipt, checker.id]),
    ]);
    expect(of(answers.flat())).toBe(1);
    expect(new Set(answers.flat())).toEqual(new Set(['done', 'SP001', 'LG404']));
    await sound();
  });

  test('fifty at once give back to the house what it paid once, and never what came twice', async () => {
    const order = await place();
    expect((await supply(boss, order, { amount: '10000', source: 'goodwill' })).code).toBe(0);
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
    const { rows } = await admin.query<{ id: bigint }>('SELECT id FROM receipt WHERE order_id = $1', [
      order.id,
    ]);
    const answers = await fiftyTimes("SELECT end_receipt($1, 'restore', NULL, $2, NULL, 'x', NULL)", [
      rows[0]?.id,
      boss.id,
    ]);
    expect(of(answers)).toBe(1);
    const { rows: ends } = await admin.query('SELECT amount FROM receipt_end WHERE receipt_id = $1', [
      rows[0]?.id,
    ]);
    expect(ends).toEqual([{ amount: 100_000_000n }]);
    // The audit row of the act is the approvals' to write; without it the proof says so.
    expect(await failing()).not.toEqual([]);
    await admin.query(
      `INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id)
       SELECT business_now(), $1, $1, 'receipts.restore', 'receipt', $2, j.id FROM journal j
       WHERE j.event = 'receipt.restore' AND j.ref_id = (SELECT max(id) FROM receipt_end)`,
      [boss.id, String(rows[0]?.id)],
    );
    await sound();
  });

  test('what is sent back is as much as was agreed to, whatever an order took of it in between', async () => {
    const order = await mismatched('12000.00');
    const receipt = await receiptOf(order);
    const asked = await ask(boss, `/claimOrder/${receipt}/sendBack`, {
      provider_order_no: 'BACK-3',
      ...proofOf(boss),
    });
    const taking = await admin.connect();
    await taking.query('BEGIN');
    await admin.query(calendar);
    await taking.query(
      "SELECT supply_collection($1, 'receipt', $2, 100000000, NULL, 97150000, 'collections.supply', $3, NULL, 'x', NULL)",
      [(await place()).id, BigInt(receipt), checker.id],
    );
    // He agrees to 12,000 while an order takes 10,000 of it.
    const agreed = approve(checker, asked);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await taking.query('COMMIT');
    taking.release();
    expect(await agreed).not.toBe(0);
    const { rows } = await admin.query('SELECT FROM receipt_end WHERE receipt_id = $1', [BigInt(receipt)]);
    expect(rows).toHaveLength(0);
    expect(await leftOf(order)).toEqual(['20000000']);
    await sound();
  });

  test('one that waits shows on its order, and nobody asks once more, by another source or for a sum that one person may give', async () => {
    const order = await place({}, '100000');
    const rowsFor = async (who: Person): Promise<unknown[]> => {
      const found = await ask(who, '/collection/transactions/search', { numbers: [order.order_no] });
      const live = await ask(who, '/collection/transactions/live', { ids: [String(order.id)] });
      const detail = await read(who, `/collection/transactions/${order.id}`);
      expect([found.code, live.code, detail.code]).toEqual([0, 0, 0]);
      const rows = [
        ...found.data.items,
        ...live.data.items,
        (detail.data as unknown as { order: object }).order,
      ];
      expect(rows).toHaveLength(3);
      return rows;
    };
    const asked = await supply(boss, order, { amount: '100000', source: 'goodwill' });
    expect(asked.data).toMatchObject({ state: 'waiting' });
    const waits = { act: 'collections.supply', approval_id: asked.data.approval_id, blocks: ['supply'] };
    for (const row of await rowsFor(checker))
      expect(row).toMatchObject({ waiting_acts: [{ ...waits, maker: { id: String(boss.id) } }] });
    for (const wished of [
      { amount: '90000', source: 'goodwill' },
      { amount: '1000', source: 'goodwill' },
    ])
      expect((await supply(checker, order, wished)).code).toBe(21_704);
    // The house's money is the platform's to give: what it has not decided concerns nobody of the senior agent's.
    const permissions = ['collections.transactions.get', 'admin.approvals.get'];
    const clerk = await person({ kind: 'staffSub', parentId: tenant.agentId, permissions });
    for (const row of await rowsFor(clerk)) expect(row).not.toHaveProperty('waiting_acts');
    const refused = await ask(checker, `/admin/approvals/${asked.data.approval_id}/refuse`, { reason });
    expect(refused.code).toBe(0);
    for (const row of await rowsFor(checker)) expect(row).not.toHaveProperty('waiting_acts');
    expect((await supply(checker, order, { amount: '1000', source: 'goodwill' })).data).toEqual({
      state: 'done',
    });
    await sound();
  });

  test('what a person supplies by two acts, and what persons supply one merchant, is one day’s sum', async () => {
    const first = await place({}, '60000');
    expect((await supply(boss, first, { amount: '60000', source: 'goodwill' })).data).toEqual({
      state: 'done',
    });
    // The same person, by the other act, for another merchant.
    const other = await mismatched('60000.00', {}, '60001');
    const matching = { order_id: String(other.id), amount: '60000' };
    const path = `/claimOrder/${await receiptOf(other)}/match`;
    const { data } = await ask(boss, `${path}/effect`, matching);
    const matched = await ask(boss, path, { ...matching, ...proofOf(boss), effect_hash: data.hash });
    expect(matched.data).toMatchObject({ state: 'waiting' });
    // Another person, for the same merchant.
    const next = await rooms.place(first.customer_id, { major: '60000' });
    expect((await supply(checker, next, { amount: '60000', source: 'goodwill' })).data).toMatchObject({
      state: 'waiting',
    });
    const free = await place({}, '60000');
    expect((await supply(checker, free, { amount: '60000', source: 'goodwill' })).data).toEqual({
      state: 'done',
    });
    await sound();
  });

  test('no more than any order may be, however much the house would give', async () => {
    const order = await place();
    for (const amount of ['100000000.01', '999999999999'])
      expect((await supply(boss, order, { amount, source: 'goodwill' })).code).toBe(21_011);
    expect((await rooms.order(order.id)).status).toBe('pending');
  });

  test.each([
    ['by two acts of one person', () => [boss, boss] as const, () => place()],
    ['by two persons for one merchant', () => [boss, checker] as const, null],
  ] as const)('a day’s sum is not halved %s at the same moment', async (_what, persons, another) => {
    await admin.query(calendar);
    const order = await place();
    const next = another === null ? await rooms.place(order.customer_id) : await another();
    const client = await admin.connect();
    const [one, two] = [await admin.connect(), await admin.connect()];
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM installation');
    await client.query("INSERT INTO installation (mode) VALUES ('production')");
    await client.query("INSERT INTO approval_policy VALUES (NULL, NULL, 'TWD', 60000000)");
    const give = (by: typeof one, id: bigint, act: string, who: Person) =>
      by.query(
        "SELECT supply_collection($1, 'goodwill', NULL, 40000000, NULL, 38830000, $3, $2, NULL, 'x', NULL)",
        [id, who.id, act],
      );
    const [first, second] = persons();
    try {
      await one.query('BEGIN');
      await give(one, order.id, 'collections.supply', first);
      const late = give(two, next.id, 'receipts.match', second).then(
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
    expect((await rooms.order(next.id)).status).toBe('pending');
    await sound();
  });
});

test('in production the books themselves insist on a second person', async () => {
  const order = await place();
  await admin.query(
    "INSERT INTO settle_calendar SELECT business_day(business_now()), 'T1', business_now() + interval '1 day' ON CONFLICT DO NOTHING",
  );
  await admin.query("INSERT INTO approval_policy VALUES (NULL, 'collections.supply', 'TWD', 50000000)");
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  await client.query('DELETE FROM installation');
  await client.query("INSERT INTO installation (mode) VALUES ('production')");
  const give = (amount: bigint, credited: bigint) =>
    admin.query(
      "SELECT supply_collection($1, 'goodwill', NULL, $2, NULL, $3, 'collections.supply', $4, NULL, 'x', NULL)",
      [order.id, String(amount), String(credited), boss.id],
    );
  try {
    await expect(give(50_000_000n, 48_550_000n)).rejects.toMatchObject({ code: 'LG403' });
    await expect(give(49_999_999n, 1n)).rejects.toMatchObject({ code: 'SP003' });
    const odd = await mismatched('1.00');
    const id = await receiptOf(odd);
    await expect(
      admin.query("SELECT end_receipt($1, 'sendBack', 'BACK', $2, NULL, 'x', NULL)", [id, boss.id]),
    ).rejects.toMatchObject({ code: 'LG403' });
  } finally {
    await client.query('DELETE FROM installation');
    await admin.query('DELETE FROM approval_policy');
    client.release(true);
  }
  expect((await rooms.order(order.id)).status).toBe('pending');
});

test('the door splits as the domain does, whatever the sum and wherever it comes from', async () => {
  const order = await place();
  const sources = ['provider', 'agent', 'goodwill', 'receipt'] as const;
  const seed = 20_261_122;
  for (let n = 1; n <= 40; n += 1) {
    const amount = BigInt((seed * n * n) % 90_000_000) + 1_000_000n;
    const source = sources[n % sources.length] ?? 'goodwill';
    const { rows } = await admin.query<{ legs: string[] }>(
      `SELECT ARRAY(SELECT l.kind || CASE l.role WHEN 'customer' THEN '[M]' WHEN 'agent' THEN '[SA]' WHEN 'subAgent' THEN '[GA]'
                WHEN 'middleman' THEN '[MM]' ELSE '' END || ' ' || l.amount
              FROM unnest(p.kinds, p.roles, p.amounts) AS l (kind, role, amount)) AS legs
       FROM collection_order o, plan_supply(o, $2, (SELECT min(r.id) FROM receipt r WHERE r.channel_account_id = o.channel_account_id), $3) p
       WHERE o.id = $1`,
      [order.id, source, String(amount)],
    );
    expect(rows[0]?.legs.toSorted(), `${source} ${amount}`).toEqual(expectedLegs(amount, source));
  }
});

test('the proof sees a supply that was altered or forgotten, and a receipt that nothing used up', async () => {
  const order = await mismatched('9900.00');
  const receipt = await receiptOf(order);
  await supply(boss, order, { amount: '9000', source: 'receipt', receipt_id: receipt });
  await sound();
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  const planted = async (there: string, back: string, seenBy: readonly string[]) => {
    expect((await client.query(there)).rowCount).toBe(1);
    expect(await failing()).toEqual(expect.arrayContaining([...seenBy]));
    await client.query(back);
    expect(await failing()).toEqual([]);
  };
  const set = (change: string) => `UPDATE supply SET ${change} WHERE order_id = ${order.id}`;
  const put = (change: string) => `UPDATE receipt SET ${change} WHERE id = ${BigInt(receipt)}`;
  await planted(set('amount = amount + 1'), set('amount = amount - 1'), ['V1', 'V2', 'L7']);
  await planted(
    set("source = 'goodwill', receipt_id = NULL"),
    set(`source = 'receipt', receipt_id = ${receipt}`),
    ['V1', 'V2', 'L9'],
  );
  await planted(set(`maker_id = ${checker.id}`), set(`maker_id = ${boss.id}`), ['V1']);
  await planted(put('taken = taken - 1'), put('taken = taken + 1'), ['V2', 'U2']);
  await planted(put('closed_at = now()'), put('closed_at = NULL'), ['V2', 'U2']);
  await client.query('CREATE TABLE kept_supply AS SELECT * FROM supply');
  await planted(
    `DELETE FROM supply WHERE order_id = ${order.id}`,
    `INSERT INTO supply SELECT * FROM kept_supply WHERE order_id = ${order.id}`,
    ['V1', 'V2', 'L7', 'L9'],
  );
  await client.query('DROP TABLE kept_supply');
  client.release(true);
});
