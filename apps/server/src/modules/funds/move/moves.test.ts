import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openAccounts, postJournals } from '../../../../test/post-journals.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { actTogether } from '../../identity/testing/act-together.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { openFunds } from '../index.ts';

const door = await openDoor();
const { admin, database, person } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
openFunds({ db: database, identity: door.identity, approvals }).bind(door.app);
const paymentPassword = 'a payment password';

let boss: Person;
let agent: Person;
let merchant: Person;
beforeEach(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
});

interface Answer {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly state?: string; readonly approval_id?: string };
}
const ask = (who: Person, path: string, body: object = {}, key?: string): Promise<Answer> =>
  door.ask(who, path, body, key) as unknown as Promise<Answer>;
const reason = 'agreed by telephone';
const adjust = (who: Person, of: bigint, direction: 'add' | 'take', amount: string, more: object = {}) =>
  ask(who, '/cashManagement3/manualAdjustment', {
    owner_id: String(of),
    direction,
    amount,
    source: 'goodwill',
    reason,
    ...more,
  });
const fund = (who: Person, of: bigint, amount: string, key?: string) =>
  ask(who, '/cashManagement3/fund', { customer_id: String(of), amount, reason }, key);
const transfer = (who: Person, amount: string, more: object = {}, key?: string) =>
  ask(who, '/cashManagement3/transfer', { currency: 'TWD', amount, reason, ...more }, key);
const approve = async (who: Person, { data }: Answer): Promise<number> =>
  (await ask(who, `/admin/approvals/${data.approval_id}/approve`)).code;

/** The legs of the journal that was posted last, as the domain writes them. */
async function lastLegs(): Promise<string[]> {
  const { rows } = await admin.query<{ leg: string }>(
    `SELECT a.kind || ' ' || coalesce(a.owner_id::text, '-') || ' ' || p.amount AS leg
     FROM posting p JOIN account a ON a.id = p.account_id
     WHERE p.journal_id = (SELECT max(id) FROM journal) ORDER BY p.amount, p.leg_no`,
  );
  return rows.map(({ leg }) => leg);
}
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const sound = async () => expect(await failing()).toEqual([]);
/** What several who act at once are told. */
const codesOf = async (asked: Parameters<typeof actTogether>[1]) =>
  (await actTogether(door, asked)).map((answer) => answer.code).sort((left, right) => left - right);

/** The cast of the worked journals after J1, settled at once: SA has 73 of fee income, GA 30, MM 10. */
async function earners() {
  const tenant = await createTenant(door, { provider: rooms.bank });
  await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE id = $1", [tenant.merchantId]);
  const order = await rooms.place(tenant.merchantId);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  return tenant;
}
/** Somebody who signs in and owns what a row of the tenant owns. */
async function staffOf(ownerId: bigint): Promise<Person> {
  const clerk = await person({
    kind: 'staffSub',
    parentId: ownerId,
    paymentPassword,
    permissions: ['cashManagement3.get', 'cashManagement3.transfer', 'cashManagement3.fund'],
  });
  return clerk;
}

describe('J15: fee income becomes balance', () => {
  test('of a senior agent, a general agent and a middleman, each his own', async () => {
    const { agentId, subAgentId, middlemanId } = await earners();
    for (const [ownerId, amount] of [
      [agentId, '73.00'],
      [subAgentId, '30.00'],
      [middlemanId, '10.00'],
    ] as const) {
      const clerk = await staffOf(ownerId);
      expect((await transfer(clerk, amount)).data).toEqual({ state: 'done' });
      expect(await rooms.balances(ownerId)).toEqual({ L200: amount });
      const minor = `${amount.replace('.', '')}00`;
      expect(await lastLegs()).toEqual([`L240 ${ownerId} -${minor}`, `L200 ${ownerId} ${minor}`]);
    }
    const { rows } = await admin.query(
      `SELECT actor_id IS NOT NULL AS by_somebody, journal_id IS NOT NULL AS is_posted, after ->> 'settleable' AS moved
       FROM audit_log WHERE act = 'cashManagement3.transfer' AND object_id = $1`,
      [String(agentId)],
    );
    expect(rows).toEqual([{ by_somebody: true, is_posted: true, moved: '+73.0000' }]);
    await sound();
  });

  test('never more than there is, nothing, backwards, or of another currency', async () => {
    const { agentId } = await earners();
    const clerk = await staffOf(agentId);
    expect((await transfer(clerk, '73.01')).code).toBe(21100);
    expect((await transfer(clerk, '0')).code).toBe(21010);
    expect((await transfer(clerk, '-1')).code).toBe(400);
    expect((await transfer(clerk, '1.001')).code).toBe(21010);
    expect((await transfer(clerk, '1', { currency: 'USDT' })).code).toBe(21100);
    expect((await transfer(clerk, '1', { currency: 'EUR' })).code).toBe(400);
    expect(await rooms.balances(agentId)).toEqual({ L240: '73.00' });
    await sound();
  });

  test('once by its key, and of two transfers of all of it one', async () => {
    const { agentId } = await earners();
    const clerk = await staffOf(agentId);
    const other = await staffOf(agentId);
    const key = randomUUID();
    expect((await transfer(clerk, '3', {}, key)).data).toEqual({ state: 'done' });
    expect((await transfer(clerk, '3', {}, key)).data).toEqual({ state: 'done' });
    expect((await transfer(clerk, '4', {}, key)).code).toBe(20409);
    expect(await rooms.balances(agentId)).toEqual({ L240: '70.00', L200: '3.00' });
    const body = { currency: 'TWD', amount: '70', reason };
    const path = '/cashManagement3/transfer';
    expect(await codesOf([clerk, other].map((who) => ({ who, path, body })))).toEqual([0, 21100]);
    expect(await rooms.balances(agentId)).toEqual({ L200: '73.00' });
    await sound();
  });

  test('of nobody else’s, and for proxies alone', async () => {
    const { agentId, subAgentId } = await earners();
    const clerk = await staffOf(agentId);
    expect((await transfer(clerk, '1', { owner_id: String(agentId) })).code).toBe(0);
    for (const other of [subAgentId, agent.id, 999_999_999n]) {
      expect((await transfer(clerk, '1', { owner_id: String(other) })).code).toBe(404);
    }
    expect(await transfer(boss, '1')).toMatchObject({
      code: 20411,
      message: expect.stringContaining('only available for proxy use'),
    });
    expect((await transfer(merchant, '1')).code).toBe(20411);
    expect((await fund(boss, merchant.id, '1')).code).toBe(20411);
    expect((await fund(merchant, merchant.id, '1')).code).toBe(20411);
  });
});

describe('J10: the platform’s goodwill', () => {
  test('is given and taken back, as far as it is there', async () => {
    expect((await adjust(boss, merchant.id, 'add', '500')).data).toEqual({ state: 'done' });
    expect(await lastLegs()).toEqual(['E510 - -5000000', `L200 ${merchant.id} 5000000`]);
    expect((await adjust(boss, merchant.id, 'take', '500.01')).code).toBe(21100);
    expect((await adjust(boss, merchant.id, 'take', '120')).data).toEqual({ state: 'done' });
    expect(await lastLegs()).toEqual([`L200 ${merchant.id} -1200000`, 'E510 - 1200000']);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '380.00' });
    await sound();
  });

  test('reaches every owner of money and nobody else', async () => {
    expect((await adjust(boss, agent.id, 'add', '5')).code).toBe(0);
    expect((await adjust(boss, boss.id, 'add', '5')).code).toBe(404);
    expect((await adjust(boss, 999_999_999n, 'add', '5')).code).toBe(404);
    expect((await adjust(boss, merchant.id, 'add', '5', { source: 'agent' })).code).toBe(21109);
    expect((await adjust(boss, merchant.id, 'add', '0')).code).toBe(21010);
    expect((await adjust(boss, merchant.id, 'add', '0.001')).code).toBe(21010);
    await sound();
  });
});

describe('a senior agent’s balance', () => {
  test('funds a merchant of his: what the one gets the other has not any more', async () => {
    await adjust(boss, agent.id, 'add', '1000');
    const key = randomUUID();
    expect((await fund(agent, merchant.id, '400', key)).data).toEqual({ state: 'done' });
    expect((await fund(agent, merchant.id, '400', key)).data).toEqual({ state: 'done' });
    expect((await fund(agent, merchant.id, '401', key)).code).toBe(20409);
    expect(await lastLegs()).toEqual([`L200 ${agent.id} -4000000`, `L200 ${merchant.id} 4000000`]);
    expect(await rooms.balances(agent.id)).toEqual({ L200: '600.00' });
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '400.00' });
    await sound();
  });

  test('nobody’s merchant but his own, nothing, and no more than he has', async () => {
    await adjust(boss, agent.id, 'add', '1000');
    const stranger = await person({ paymentPassword });
    const foreign = await person({ kind: 'customer', parentId: stranger.id });
    const general = await person({ kind: 'subAgent', parentId: agent.id, paymentPassword });
    for (const id of [foreign.id, stranger.id, agent.id, general.id, boss.id, 999_999_999n]) {
      expect((await fund(agent, id, '1')).code).toBe(404);
    }
    expect((await fund(general, merchant.id, '1')).code).toBe(20403);
    expect((await fund(agent, merchant.id, '0')).code).toBe(21010);
    expect((await fund(agent, merchant.id, '1000.01')).code).toBe(21100);
    expect(await rooms.balances(merchant.id)).toEqual({});
    await sound();
  });

  test('all of it to two merchants at once reaches one', async () => {
    await adjust(boss, agent.id, 'add', '1000');
    const second = await person({ kind: 'customer', parentId: agent.id });
    const clerk = await staffOf(agent.id);
    const path = '/cashManagement3/fund';
    const to = (id: bigint) => ({ customer_id: String(id), amount: '1000', reason });
    expect(
      await codesOf([
        { who: agent, path, body: to(merchant.id) },
        { who: clerk, path, body: to(second.id) },
      ]),
    ).toEqual([0, 21100]);
    expect(await rooms.balances(agent.id)).toEqual({});
    await sound();
  });

  test('pays for changes by hand only where the platform allowed it, and only from what is his', async () => {
    await adjust(boss, agent.id, 'add', '1000');
    const own = { source: 'agent' };
    expect((await adjust(agent, merchant.id, 'add', '5', own)).code).toBe(20403);
    await admin.query('UPDATE app_user SET allow_manual_balance = true WHERE id = $1', [agent.id]);
    expect((await adjust(agent, merchant.id, 'add', '300', own)).data).toEqual({ state: 'done' });
    expect((await adjust(agent, merchant.id, 'take', '100', own)).data).toEqual({ state: 'done' });
    expect(await rooms.balances(agent.id)).toEqual({ L200: '800.00' });
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '200.00' });
    expect((await adjust(agent, merchant.id, 'take', '200.01', own)).code).toBe(21100);
    expect((await adjust(agent, merchant.id, 'add', '5')).code).toBe(21109);
    expect((await adjust(agent, agent.id, 'add', '5', own)).code).toBe(404);
    const stranger = await person({ paymentPassword });
    const foreign = await person({ kind: 'customer', parentId: stranger.id });
    expect((await adjust(agent, foreign.id, 'take', '5', own)).code).toBe(404);
    await sound();
  });
});

describe('from the threshold on', () => {
  beforeEach(async () => {
    await admin.query('DELETE FROM approval_policy');
  });

  test('goodwill waits for a second person of the platform, and is given once', async () => {
    const checker = await person({ kind: 'admin', paymentPassword });
    const asked = await adjust(boss, merchant.id, 'add', '100000');
    expect(asked.data.state).toBe('waiting');
    expect((await adjust(boss, merchant.id, 'add', '100000')).code).toBe(21704);
    expect(await approve(boss, asked)).toBe(21701);
    expect(await approve(agent, asked)).toBe(404);
    const made = await person({ kind: 'admin', paymentPassword, madeBy: boss.id });
    expect([21701, 21707, 21708]).toContain(await approve(made, asked));
    expect(await approve(checker, asked)).toBe(0);
    expect(await approve(checker, asked)).toBe(21702);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '100000.00' });
    const { rows } = await admin.query(
      'SELECT maker_id, checker_id FROM fund_move WHERE owner_id = $1 AND approval_id IS NOT NULL',
      [merchant.id],
    );
    expect(rows).toEqual([{ maker_id: boss.id, checker_id: checker.id }]);
    await sound();
  });

  test('what an agent gives his merchant is looked at by the platform, and refused when the money is gone', async () => {
    await admin.query(`INSERT INTO approval_policy VALUES (NULL, 'funds.fund', 'TWD', 5000000)`);
    await adjust(boss, agent.id, 'add', '1000');
    const asked = await fund(agent, merchant.id, '800');
    expect(asked.data.state).toBe('waiting');
    await adjust(boss, agent.id, 'take', '500');
    expect(await approve(boss, asked)).toBe(21100);
    await adjust(boss, agent.id, 'add', '500');
    expect(await approve(boss, asked)).toBe(0);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '800.00' });
    await sound();
  });

  test('small ones of a day count as the large one that they are', async () => {
    const alone = await person({ kind: 'admin', paymentPassword });
    const second = await person({ kind: 'customer', parentId: agent.id });
    expect((await adjust(alone, merchant.id, 'add', '60000')).data.state).toBe('done');
    expect((await adjust(alone, second.id, 'add', '60000')).data.state).toBe('waiting');
    expect((await adjust(boss, merchant.id, 'add', '60000')).data.state).toBe('waiting');
  });
});

/** Takes an account below zero, as a claw-back does. */
let serial = 700_000n;
async function owe(ownerId: bigint, kind: 'A130' | 'L240', amount: bigint): Promise<void> {
  serial += 1n;
  const account = { channelAccountId: null, currency: 'TWD', book: 'main' } as const;
  const [house = 0n, owed = 0n] = await openAccounts(admin, [
    { ...account, kind: 'A190', ownerId: null },
    { ...account, kind, ownerId },
  ]);
  await postJournals(admin, [
    {
      event: 'test.opening',
      refId: serial,
      book: 'main',
      currency: 'TWD',
      chain: { customerId: null, agentId: null, subAgentId: null, middlemanId: null },
      clawsBack: true,
      actorId: null,
      requestId: null,
      legs: [
        { accountId: owed, amount: -amount },
        { accountId: house, amount },
      ],
    },
  ]);
}

// From here on the books hold journals of the tests' own, whose rules are not the product's.
describe('below zero', () => {
  test('goodwill is not taken back from whoever owes', async () => {
    await adjust(boss, merchant.id, 'add', '500');
    await owe(merchant.id, 'A130', 1_0000n);
    expect((await adjust(boss, merchant.id, 'take', '5')).code).toBe(21101);
  });

  test('a senior agent makes good what his fee income lacks before any merchant gets of it', async () => {
    await adjust(boss, agent.id, 'add', '1000');
    await owe(agent.id, 'L240', 300_0000n);
    expect((await fund(agent, merchant.id, '700.01')).code).toBe(21100);
    expect((await fund(agent, merchant.id, '700')).code).toBe(0);
  });
});

describe('the door believes nobody', () => {
  type Move = readonly [
    kind: string,
    owner: bigint,
    currency: string,
    change: bigint,
    source: string,
    maker: bigint,
    agreed?: bigint,
  ];
  const move = ([kind, owner, currency, change, source, maker, agreed]: Move) =>
    database.pool
      .query('SELECT move_funds($1, $2, $3, $4, $5, $6, $7, $8, NULL)', [
        kind,
        owner,
        currency,
        change,
        source,
        maker,
        agreed ?? null,
        reason,
      ])
      .then(
        () => undefined,
        (error: { code?: string }) => error.code,
      );

  test('who makes it, out of what, for whom', async () => {
    await adjust(boss, agent.id, 'add', '1000');
    await adjust(boss, merchant.id, 'add', '1000');
    const stranger = await person({ paymentPassword });
    const refused: readonly Move[] = [
      // Goodwill is the platform's.
      ['adjust', merchant.id, 'TWD', 1n, 'goodwill', agent.id],
      ['adjust', merchant.id, 'TWD', 1n, 'goodwill', merchant.id],
      // An agent's balance is his, for his merchants, and by hand only where the platform allowed it.
      ['fund', merchant.id, 'TWD', 1n, 'agent', boss.id],
      ['fund', merchant.id, 'TWD', 1n, 'agent', stranger.id],
      ['fund', merchant.id, 'TWD', 1n, 'agent', merchant.id],
      ['fund', agent.id, 'TWD', 1n, 'agent', agent.id],
      ['adjust', merchant.id, 'TWD', -1n, 'agent', agent.id],
      // Fee income goes to its owner, by himself.
      ['transfer', agent.id, 'TWD', 1n, 'feeIncome', boss.id],
      ['transfer', agent.id, 'TWD', 1n, 'feeIncome', stranger.id],
      ['transfer', merchant.id, 'TWD', 1n, 'feeIncome', merchant.id],
      // Nobody agreed.
      ['adjust', merchant.id, 'TWD', 1n, 'goodwill', boss.id, 987_654_321n],
      ['transfer', agent.id, 'TWD', 1n, 'feeIncome', agent.id, 987_654_321n],
    ];
    for (const each of refused) expect([each, await move(each)]).toEqual([each, 'LG403']);
    // What no door knows at all.
    expect(await move(['fund', merchant.id, 'TWD', -1n, 'agent', agent.id])).toBe('23514');
    expect(await move(['fund', merchant.id, 'TWD', 1n, 'goodwill', boss.id])).toBe('23514');
    expect(await move(['adjust', merchant.id, 'TWD', 0n, 'goodwill', boss.id])).toBe('23514');
    expect(await move(['fund', 999_999_999n, 'TWD', 1n, 'agent', agent.id])).toBe('LG404');
    expect(await move(['fund', merchant.id, 'USDT', 1n, 'agent', agent.id])).toBe('LG402');
    expect(await move(['fund', merchant.id, 'TWD', 1000_0001n, 'agent', agent.id])).toBe('LG402');
    expect(await move(['fund', merchant.id, 'TWD', 1n, 'agent', agent.id])).toBeUndefined();
    await admin.query("UPDATE app_user SET status = 'disabled' WHERE id = $1", [agent.id]);
    expect(await move(['fund', merchant.id, 'TWD', 1n, 'agent', agent.id])).toBe('LG403');
  });

  test('an approval stands behind its own move alone, and once', async () => {
    const checker = await person({ kind: 'admin', paymentPassword });
    const asked = await adjust(boss, merchant.id, 'add', '200000');
    const id = BigInt(asked.data.approval_id ?? '0');
    const change = 200_000_0000n;
    const same: Move = ['adjust', merchant.id, 'TWD', change, 'goodwill', boss.id, id];
    expect(await move(same)).toBe('LG403');
    expect(await approve(checker, asked)).toBe(0);
    expect(await move(same)).toBe('23505');
    expect(await move(['adjust', merchant.id, 'TWD', change + 1n, 'goodwill', boss.id, id])).toBe('LG403');
    expect(await move(['adjust', merchant.id, 'CNY', change, 'goodwill', boss.id, id])).toBe('LG403');
    expect(await move(['adjust', agent.id, 'TWD', change, 'goodwill', boss.id, id])).toBe('LG403');
    expect(await move(['adjust', merchant.id, 'TWD', change, 'goodwill', checker.id, id])).toBe('LG403');
  });

  test('in production the books themselves insist on a second person', async () => {
    await admin.query('DELETE FROM approval_policy');
    const alone = await person({ kind: 'admin', paymentPassword });
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM installation');
    await client.query("INSERT INTO installation (mode) VALUES ('production')");
    try {
      const threshold = 100_000_0000n;
      expect(await move(['adjust', merchant.id, 'TWD', threshold, 'goodwill', alone.id])).toBe('LG403');
      expect(
        await move(['adjust', merchant.id, 'TWD', threshold - 1n, 'goodwill', alone.id]),
      ).toBeUndefined();
      expect(await move(['adjust', agent.id, 'TWD', 1n, 'goodwill', alone.id])).toBe('LG403');
      expect(await move(['adjust', merchant.id, 'TWD', -1n, 'goodwill', boss.id])).toBe('LG403');
    } finally {
      await client.query('DELETE FROM installation');
      client.release(true);
    }
  });

  test('nobody writes beside it', async () => {
    for (const text of [
      "INSERT INTO fund_move (kind) VALUES ('fund')",
      'UPDATE fund_move SET change = 1',
      'DELETE FROM fund_move',
    ]) {
      await expect(database.pool.query(text)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

test('the proof sees a move that was altered, made up, forgotten, or never agreed to', async () => {
  await admin.query('DELETE FROM approval_policy');
  const checker = await person({ kind: 'admin', paymentPassword });
  const asked = await adjust(boss, merchant.id, 'add', '150000');
  expect(await approve(checker, asked)).toBe(0);
  const before = await failing();
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  const planted = async (there: string, back: string, seenBy: readonly string[]) => {
    expect((await client.query(there)).rowCount).toBe(1);
    expect(await failing()).toEqual(expect.arrayContaining([...before, ...seenBy]));
    await client.query(back);
    expect(await failing()).toEqual(before);
  };
  const set = (change: string) =>
    `UPDATE fund_move SET ${change} WHERE approval_id = ${BigInt(asked.data.approval_id ?? '0')}`;
  await planted(set('change = change + 1'), set('change = change - 1'), ['F1', 'F2']);
  await planted(set(`owner_id = ${agent.id}`), set(`owner_id = ${merchant.id}`), ['F1', 'F2']);
  await planted(set(`checker_id = ${agent.id}`), set(`checker_id = ${checker.id}`), ['F2']);
  await planted(set(`maker_id = ${agent.id}`), set(`maker_id = ${boss.id}`), ['F1', 'F2']);
  await planted(set("currency = 'CNY'"), set("currency = 'TWD'"), ['F1', 'F2']);
  // As if nobody had been asked.
  const moved = `owner_id = ${merchant.id}`;
  await planted(
    `UPDATE fund_move SET approval_id = NULL, checker_id = NULL WHERE ${moved}`,
    `UPDATE fund_move SET approval_id = ${BigInt(asked.data.approval_id ?? '0')}, checker_id = ${checker.id} WHERE ${moved}`,
    ['F2'],
  );
  await client.query('CREATE TABLE kept AS SELECT * FROM fund_move');
  await planted(
    `DELETE FROM fund_move WHERE owner_id = ${merchant.id}`,
    'INSERT INTO fund_move OVERRIDING SYSTEM VALUE SELECT * FROM kept k WHERE NOT EXISTS (SELECT FROM fund_move m WHERE m.id = k.id)',
    ['F1'],
  );
  await client.query('DROP TABLE kept');
  client.release(true);
});
