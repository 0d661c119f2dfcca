import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { foldAccounts } from './fold-accounts.store.ts';
import { prove } from './index.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);

const migration = readFileSync(
  new URL('../../../migrations/20261203000000_first_journal_is_folded.sql', import.meta.url),
  'utf8',
);
const repair = migration.slice(migration.indexOf('-- Where the first journal was passed'));

const failing = async () =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));

test('a first journal that the version before passed is added once, and one that it counted is left', async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  for (const major of ['1000', '2000', '3000']) {
    const order = await rooms.place(tenant.merchantId, { major });
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
  }
  await admin.query('UPDATE account_fold SET journal_id = 1; UPDATE income_fold SET journal_id = 1');
  await foldAccounts(database.workers, 0);
  await admin.query('SELECT fold_income(0, 1000)');
  expect(await failing()).toEqual(['I1', 'R6', 'R9']);
  await admin.query(repair);
  expect(await failing()).toEqual([]);
  await admin.query(repair);
  expect(await failing()).toEqual([]);
});
