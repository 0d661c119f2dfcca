import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { businessNow } from '../../platform/clock.ts';
import { foldAccounts } from './fold-accounts.store.ts';
import { balancesBefore, balancesOf, prove } from './index.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const payouts = await openPayoutRooms(base, rooms);

/** The same from every posting of the owner, one by one. */
async function added(ownerId: bigint, before: Date) {
  const { rows } = await sql<{ kind: string; total: string; last: bigint }>`
    SELECT a.kind, sum(p.amount) AS total, max(p.journal_id) AS last FROM posting p JOIN account a ON a.id = p.account_id
    WHERE a.owner_id = ${ownerId} AND a.book = 'main' AND p.version IS NOT NULL AND p.posted_at < ${before}
    GROUP BY a.kind`.execute(database.app);
  return {
    kinds: Object.fromEntries(rows.map(({ kind, total }) => [kind, BigInt(total)])),
    last: rows.reduce<bigint | null>((most, { last }) => (most === null || last > most ? last : most), null),
  };
}

test('before the first journal nothing is passed, so that its day counts it', async () => {
  await foldAccounts(database.workers, 0);
  await admin.query('SELECT fold_income(0, 1)');
  const { rows } = await admin.query<{ drawn: boolean; accounts: bigint; income: bigint }>(
    `SELECT is_called AS drawn, (SELECT journal_id FROM account_fold) AS accounts, (SELECT journal_id FROM income_fold) AS income
     FROM journal_id`,
  );
  expect(rows).toEqual([{ drawn: false, accounts: 0n, income: 0n }]);
});

test('what anybody held at any moment is the sum of all that was posted before it, folded or not', async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE kind = 'customer'");
  await payouts.channel(tenant, [tenant.merchantId]);
  const instants: Date[] = [await businessNow(database.app)];
  const hours = [1, 5, 11, 2, 20, 9, 3];
  for (const [n, hour] of hours.entries()) {
    const order = await rooms.place(tenant.merchantId, { major: String(1000 * (n + 1)) });
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
    const payout = await payouts.place(tenant.merchantId, { major: '100' });
    if (n % 2 === 0) {
      await payouts.work();
      rooms.bank.payout(payout.order_no).status = 'paid';
      await payouts.tell(await payouts.payout(payout.id));
    }
    instants.push(await businessNow(database.app));
    await moveBusinessClock(database, hour * 3_600_000);
    // Some of the past is summed, some is not yet, in the middle of a day too.
    if (n === 2 || n === 4) await foldAccounts(database.workers, n);
  }
  instants.push(new Date(instants.at(-1)!.getTime() + 86_400_000));
  const owners = [
    { id: tenant.merchantId, kind: 'customer' },
    { id: tenant.agentId, kind: 'agent' },
    { id: tenant.subAgentId, kind: 'subAgent' },
    { id: tenant.middlemanId, kind: 'middleman' },
  ];
  const compare = async (): Promise<number> => {
    let above = 0;
    for (const owner of owners) {
      for (const before of instants) {
        const told = await balancesBefore(database.app, owner, before);
        const { kinds, last } = await added(owner.id, before);
        const held = Object.entries(told.balances[0]?.byKind ?? {}).filter(([, amount]) => amount !== 0n);
        expect(Object.fromEntries(held), `${owner.kind} ${before.toISOString()}`).toEqual(
          Object.fromEntries(Object.entries(kinds).filter(([, amount]) => amount !== 0n)),
        );
        expect(told.asOfJournal).toBe(last);
        above += held.length;
      }
    }
    return above;
  };
  expect(await compare()).toBeGreaterThan(30);
  await foldAccounts(database.workers, 0);
  const { rows } = await admin.query<{ left: string }>(
    'SELECT (SELECT last_value FROM journal_id) - journal_id AS left FROM account_fold',
  );
  expect(rows[0]?.left).toBe(0n);
  await compare();
  // At the end they are what stands in the balances.
  for (const owner of owners) {
    const { balances } = await balancesBefore(database.app, owner, instants.at(-1)!);
    expect(balances).toEqual(await balancesOf(database.app, owner.id));
  }
  const failing = async () =>
    (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
  expect(await failing()).toEqual([]);
  await admin.query('UPDATE account_day SET change = change + 1 WHERE event = $1', ['collection.settle']);
  expect((await failing()).toSorted()).toEqual(['R6', 'R7']);
});

test('a number that is under way is waited for, and in a moment in which nobody acts nothing is left out', async () => {
  const left = async () => {
    await foldAccounts(database.workers);
    const { rows } = await admin.query<{ left: bigint }>(
      'SELECT (SELECT last_value FROM journal_id) - journal_id AS left FROM account_fold',
    );
    return rows[0]?.left;
  };
  const late = await admin.connect();
  await late.query('BEGIN');
  await late.query("SELECT nextval('journal_id')");
  expect(await left()).toBeGreaterThan(0n);
  await late.query('COMMIT');
  late.release();
  await expect.poll(left).toBe(0n);
});
