import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openAccounts } from '../../../../test/post-journals.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { accountsIn, presentProof } from '../ledger.present.ts';
import { namedAccounts } from './named-accounts.queries.ts';
import { latestProofs } from './proof.store.ts';
import { proveAndKeep } from './prove.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);

test('an account that a proof names is told by whose it is', async () => {
  const { merchantId } = await createTenant(base, { provider: rooms.bank });
  await openAccounts(admin, [
    { kind: 'L200', ownerId: merchantId, channelAccountId: null, currency: 'TWD', book: 'main' },
  ]);
  const { rows } = await admin.query<{ id: bigint; name: string }>(
    `SELECT a.id, u.name FROM account a JOIN app_user u ON u.id = a.owner_id
     WHERE a.owner_id = $1 AND a.kind = 'L200' AND a.book = 'main'`,
    [merchantId],
  );
  const client = await admin.connect();
  await client.query('BEGIN');
  await client.query("SET LOCAL session_replication_role = 'replica'");
  await client.query('UPDATE balance SET balance = balance + 1 WHERE account_id = $1', [rows[0]?.id]);
  await client.query('COMMIT');
  client.release();
  await proveAndKeep(database, null);
  const [kept] = await latestProofs(database.app, 1);
  if (kept === undefined) throw new Error('The proof was not kept');
  const { accounts, checks } = presentProof(kept, await namedAccounts(database.app, accountsIn([kept])));
  expect(checks.find(({ name }) => name === 'L2')?.examples).toEqual([`account ${rows[0]?.id}`]);
  expect(accounts).toEqual([
    {
      id: String(rows[0]?.id),
      kind: 'L200',
      currency: 'TWD',
      book: 'main',
      owner_id: String(merchantId),
      name: rows[0]?.name,
    },
  ]);
});
