import { displayExact } from '@suanpan/money/display';
import { beforeEach, describe, expect, test } from 'vitest';
import { actorOf } from '../../../test/http.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { ExportPage } from '../../platform/export-list.ts';
import { actTogether } from '../identity/testing/act-together.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { prove } from '../ledger/index.ts';
import { openTestUsers } from '../users/testing/open-test-users.ts';
import { foldIncome } from './fold-income.store.ts';
import { drawingExport, incomeExport, openIncome } from './index.ts';

const door = await openDoor();
const { admin, call, database, log, person, tokenOf } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
const income = openIncome({ db: database, identity: door.identity, approvals, log });
income.bind(door.app);
const paymentPassword = 'a payment password';
const list = '/accounting/systemIncome';
const drawings = '/accounting/systemIncomewithdraws';

let boss: Person;
let other: Person;
beforeEach(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  other = await person({ kind: 'admin', paymentPassword });
});

interface Answer {
  readonly code: number;
  readonly message: string;
  // Whatever the endpoint says; each test knows what it asked for.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
}
const ask = (who: Person, path: string, body: object = {}, key?: string): Promise<Answer> =>
  door.ask(who, path, { reason: 'as agreed', ...body }, key);
const get = async (who: Person, path: string): Promise<Answer> =>
  call('GET', path, { token: await tokenOf(who) });
const collect = (who: Person, agentId: bigint, more: object = {}) =>
  ask(who, `${list}/collect`, { agent_id: String(agentId), currency: 'TWD', ...more });
const draw = (who: Person, amount: string, more: object = {}) =>
  ask(who, drawings, { currency: 'TWD', amount, to: 'First Bank 0123456789', ...more });
const approve = async (who: Person, { data }: Answer): Promise<Answer> =>
  ask(who, `/admin/approvals/${data.approval_id}/approve`, { reason: undefined });
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const sound = async () => expect(await failing()).toEqual([]);

/** The cast of the worked journals after so many of J1, settled at once: each brings the house 20 of system fee. */
async function earned(mode: 'realtime' | 'periodic', orders = 1) {
  const tenant = await createTenant(door, { provider: rooms.bank, agent: { system_fee_mode: mode } });
  await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE id = $1", [tenant.merchantId]);
  for (let n = 0; n < orders; n += 1) {
    const order = await rooms.place(tenant.merchantId);
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
  }
  return tenant;
}
/** Somebody who signs in as one of the senior agent's own. */
const clerkOf = (agentId: bigint) =>
  person({
    kind: 'staffSub',
    parentId: agentId,
    paymentPassword,
    permissions: ['accounting.systemIncome.get', 'accounting.systemIncome.collect'],
  });
const own = async (who: Person, agentId: bigint, path = '') =>
  (await get(who, `${list}${path}?agent_id=${agentId}`)).data;
async function legsOf(event: string): Promise<string[]> {
  const { rows } = await admin.query<{ leg: string }>(
    `SELECT a.kind || ' ' || coalesce(a.owner_id::text, '-') || ' ' || p.amount AS leg
     FROM posting p JOIN account a ON a.id = p.account_id
     WHERE p.journal_id = (SELECT max(id) FROM journal WHERE event = $1) ORDER BY p.amount`,
    [event],
  );
  return rows.map(({ leg }) => leg);
}

describe('the platform’s income', () => {
  test('J1b: in real time a system fee is received with the order, in periodic mode it is owed', async () => {
    const [atOnce, monthly] = [await earned('realtime', 2), await earned('periodic', 2)];
    expect((await own(boss, atOnce.agentId)).items).toMatchObject([
      {
        accrued: '40.0000',
        reversed: '0.0000',
        collected: '40.0000',
        outstanding: '0.0000',
        mode: 'realtime',
        actions: [],
      },
    ]);
    const owing = await own(boss, monthly.agentId);
    expect(owing.items).toMatchObject([
      {
        accrued: '40.0000',
        collected: '0.0000',
        outstanding: '40.0000',
        mode: 'periodic',
        actions: ['collect'],
      },
    ]);
    expect(owing.summary.by_currency).toEqual([
      {
        currency: 'TWD',
        count: 1,
        accrued: '40.0000',
        reversed: '0.0000',
        collected: '0.0000',
        outstanding: '40.0000',
      },
    ]);
    await sound();
  });

  test('each figure is the sum of the journals that it leads to, folded or not', async () => {
    const { agentId } = await earned('realtime', 3);
    const before = [await own(boss, agentId), await own(boss, agentId, '/entries')];
    expect(before[1].total).toBe(3);
    expect(before[1].items).toMatchObject([
      { event: 'collection.settle', accrued: '20.0000', collected: '20.0000', order_no: expect.any(String) },
      { accrued: '20.0000' },
      { accrued: '20.0000' },
    ]);
    const [day, entries] = before.map(({ summary }) => summary.by_currency[0]);
    for (const name of ['accrued', 'reversed', 'collected']) expect(entries[name]).toBe(day[name]);
    await foldIncome(database.app, 0);
    const { rows } = await admin.query<{ n: bigint }>(
      'SELECT count(*) AS n FROM income_day WHERE agent_id = $1',
      [agentId],
    );
    expect(rows[0]?.n).toBe(1n);
    expect([await own(boss, agentId), await own(boss, agentId, '/entries')]).toEqual(before);
    await sound();
  });

  test('a file has as many rows as the list, and the same sums, page by page', async () => {
    const { agentId } = await earned('periodic', 2);
    await earned('realtime');
    await collect(boss, agentId, { amount: '15' });
    const reader = { db: database, actor: actorOf('admin', boss.id), locale: 'en' } as const;
    const filter = incomeExport.filter.parse({});
    const { summary, total } = (await get(boss, `${list}?paginate=200`)).data;
    expect(await incomeExport.count(reader, filter)).toBe(total);
    const rows: Record<string, unknown>[] = [];
    for (let after: string | null = null; ;) {
      const found: ExportPage = await incomeExport.read(reader, filter, { after, limit: 2 });
      rows.push(...found.rows);
      after = found.next;
      if (after === null) break;
    }
    expect(rows).toHaveLength(total);
    for (const name of ['accrued', 'reversed', 'collected']) {
      const sum = rows.reduce((all, row) => all + Number((row[name] as { money: string }).money), 0); // Not money: compared in a test.
      expect(sum).toBe(Number(summary.by_currency[0][name]));
    }
    expect(await drawingExport.count(reader, drawingExport.filter.parse({}))).toBe(
      (await get(boss, drawings)).data.total,
    );
  });

  test('what is folded and does not stand in the journals is found', async () => {
    await earned('realtime');
    await foldIncome(database.app, 0);
    await admin.query("UPDATE income_day SET credited = credited + 1 WHERE kind = 'R400'");
    expect(await failing()).toEqual(['I1']);
    await admin.query("UPDATE income_day SET credited = credited - 1 WHERE kind = 'R400'");
    await sound();
  });

  test('a journal that is long under way is not passed by, however many came after it', async () => {
    const { agentId } = await earned('periodic', 2);
    await foldIncome(database.app, 0);
    const late = await admin.connect();
    await late.query('BEGIN');
    await late.query('SELECT collect_system_fee($1, $2, 10000, NULL, $3, $4, $4)', [
      agentId,
      'TWD',
      boss.id,
      'x',
    ]);
    const others = await earned('realtime', 4);
    await foldIncome(database.app, 2);
    await late.query('COMMIT');
    late.release();
    await foldIncome(database.app, 0);
    expect((await own(boss, agentId)).items).toMatchObject([{ collected: '1.0000' }]);
    expect((await own(boss, others.agentId)).items).toMatchObject([{ collected: '80.0000' }]);
    await sound();
  });

  test('a senior agent sees his own system fees, and nothing of anybody else’s or of other income', async () => {
    const [mine, theirs] = [await earned('periodic'), await earned('periodic')];
    const clerk = await clerkOf(mine.agentId);
    const seen = (await get(clerk, list)).data;
    expect(seen.items).toMatchObject([{ agent: { id: String(mine.agentId) }, actions: [] }]);
    expect(await own(clerk, theirs.agentId)).toMatchObject({ items: [], total: 0 });
    expect(await own(clerk, theirs.agentId, '/entries')).toMatchObject({ items: [], total: 0 });
    expect((await get(clerk, `${list}/entries`)).data.total).toBe(1);
    for (const tab of ['withdrawal', 'fx']) {
      expect((await get(clerk, `${list}?tab=${tab}`)).code).toBe(20403);
      expect((await get(clerk, `${list}/entries?tab=${tab}`)).code).toBe(20403);
    }
    expect((await collect(clerk, mine.agentId)).code).toBe(20403);
    expect((await get(clerk, drawings)).code).toBe(20403);
    expect((await draw(clerk, '1')).code).toBe(20403);
  });
});

describe('the collection of what is owed', () => {
  test('takes from fee income what both allow, and leaves the rest', async () => {
    const { agentId } = await earned('periodic', 2);
    expect(await rooms.balances(agentId)).toEqual({ L240: '186.00' });
    expect((await collect(boss, agentId, { amount: '40.01' })).code).toBe(21100);
    expect((await collect(boss, agentId, { amount: '0' })).code).toBe(21010);
    expect((await collect(boss, agentId, { amount: '15' })).data).toEqual({ state: 'done' });
    expect(await legsOf('systemFee.collect')).toEqual([`L240 ${agentId} -150000`, `A120 ${agentId} 150000`]);
    expect((await own(boss, agentId)).items).toMatchObject([
      { collected: '15.0000', outstanding: '25.0000' },
    ]);
    expect((await collect(boss, agentId)).data).toEqual({ state: 'done' });
    expect((await own(boss, agentId)).items).toMatchObject([
      { accrued: '40.0000', collected: '40.0000', outstanding: '0.0000', actions: [] },
    ]);
    expect(await rooms.balances(agentId)).toEqual({ L240: '146.00' });
    expect((await collect(boss, agentId)).code).toBe(21001);
    expect((await collect(boss, 999_999_999n)).code).toBe(21601);
    await sound();
  });

  test('never takes more than he earned', async () => {
    const { agentId } = await earned('periodic');
    const { rows } = await admin.query<{ id: bigint }>(
      "SELECT id FROM account WHERE kind = 'L240' AND owner_id = $1",
      [agentId],
    );
    expect(rows).toHaveLength(1);
    // He moves all but five of it to his balance.
    const clerk = await clerkOf(agentId);
    const { rows: moved } = await admin.query<{ journal: bigint }>(
      "SELECT move_funds('transfer', $1, 'TWD', 880000, 'feeIncome', $2, NULL, 'x', 'r') AS journal",
      [agentId, clerk.id],
    );
    await admin.query(
      `INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id)
       VALUES (business_now(), $1, $1, 'cashManagement3.transfer', 'user', $2, $3)`,
      [clerk.id, String(agentId), moved[0]?.journal],
    );
    expect((await collect(boss, agentId)).data).toEqual({ state: 'done' });
    expect((await own(boss, agentId)).items).toMatchObject([{ collected: '5.0000', outstanding: '15.0000' }]);
    expect(await rooms.balances(agentId)).toEqual({ L200: '88.00' });
    await sound();
  });

  test('goes by itself on the first of the month, once, however often it is looked at', async () => {
    const { agentId } = await earned('periodic', 2);
    const [work] = income.works ?? [];
    const due = new Date('2027-01-31T16:10:00Z');
    expect(work?.next(new Date('2027-01-15T00:00:00Z'))).toEqual(due);
    for (let n = 0; n < 2; n += 1) {
      await database.app.transaction().execute(async (tx) => void (await work?.run(tx, due)));
      const order = await rooms.place(
        (
          await admin.query<{ id: bigint }>(
            "SELECT id FROM app_user WHERE kind = 'customer' AND agent_id = $1",
            [agentId],
          )
        ).rows[0]?.id ?? 0n,
      );
      rooms.bank.pay(order.order_no);
      await rooms.tell(order);
    }
    const { rows } = await admin.query(
      'SELECT amount, for_month::text, maker_id FROM system_fee_collection WHERE agent_id = $1',
      [agentId],
    );
    expect(rows).toEqual([{ amount: 400_000n, for_month: '2027-02-01', maker_id: null }]);
    expect((await own(boss, agentId)).items).toMatchObject([{ accrued: '80.0000', collected: '40.0000' }]);
    await sound();
  });

  test('of two at the same moment one takes', async () => {
    const { agentId } = await earned('periodic');
    const body = { reason: 'x', agent_id: String(agentId), currency: 'TWD' };
    const answers = await actTogether(
      door,
      [boss, other].map((who) => ({ who, path: `${list}/collect`, body })),
    );
    expect(answers.map((answer) => answer.code).toSorted((left, right) => left - right)).toEqual([0, 21001]);
    expect((await own(boss, agentId)).items).toMatchObject([{ collected: '20.0000' }]);
    await sound();
  });
});

describe('J18: the owners draw', () => {
  const drawable = async () =>
    (await get(boss, drawings)).data.summary.drawable.find(
      (each: { currency: string }) => each.currency === 'TWD',
    )?.amount ?? '0.0000';
  const major = (text: string) => Number(text); // Not money: compared in a test.

  test('what came in, two persons together, once', async () => {
    const start = major(await drawable());
    const { agentId } = await earned('periodic', 2);
    // What is owed has not come in.
    expect(major(await drawable())).toBe(start);
    await collect(boss, agentId, { amount: '30' });
    expect(major(await drawable())).toBe(start + 30);
    const most = await drawable();
    const over = await draw(boss, `${start + 30}.01`);
    expect(over.code).toBe(21111);
    expect(over.message).toContain(displayExact(most));
    const asked = await draw(boss, '30');
    expect(asked.data).toMatchObject({ state: 'waiting' });
    expect(major(await drawable())).toBe(start + 30);
    expect((await approve(boss, asked)).code).toBe(21701);
    expect((await approve(other, asked)).code).toBe(0);
    expect((await approve(other, asked)).code).not.toBe(0);
    expect(await legsOf('income.draw')).toEqual(['Q900 - -300000', 'A110 - 300000']);
    expect((await get(boss, drawings)).data.items[0]).toMatchObject({
      amount: '30.0000',
      to: 'First Bank 0123456789',
      operator: boss.username,
      checker: other.username,
      drawable_before: most,
      status: 'done',
    });
    expect(major(await drawable())).toBe(start);
    await sound();
  });

  test('of two drawings of all of it one is carried out', async () => {
    await earned('realtime', 2);
    const all = await drawable();
    const asked = [
      await draw(boss, all.slice(0, -2)),
      await draw(boss, all.slice(0, -2), { to: 'Second Bank' }),
    ];
    const third = await person({ kind: 'admin', paymentPassword });
    const answers = await actTogether(
      door,
      asked.map(({ data }, n) => ({
        who: n === 0 ? other : third,
        path: `/admin/approvals/${data.approval_id}/approve`,
        body: {},
      })),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(major(await drawable())).toBe(0);
    await sound();
  });

  test('the door lets nobody past it who was not agreed to, and no journal without its drawing stands', async () => {
    await earned('realtime');
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM installation');
    await client.query("INSERT INTO installation (mode) VALUES ('production')");
    try {
      await expect(
        admin.query("SELECT draw_income('TWD', 1, 'x', $1, NULL, 'x', 'r')", [boss.id]),
      ).rejects.toMatchObject({ code: 'LG403' });
    } finally {
      await client.query('DELETE FROM installation');
      client.release(true);
    }
    const { agentId } = await earned('periodic');
    await expect(
      admin.query("SELECT draw_income('TWD', 1, 'x', $1, NULL, 'x', 'r')", [agentId]),
    ).rejects.toMatchObject({ code: 'LG403' });
    await expect(
      admin.query("SELECT collect_system_fee($1, 'TWD', NULL, NULL, $1, 'x', 'r')", [agentId]),
    ).rejects.toMatchObject({ code: 'LG403' });
    await sound();
  });
});
