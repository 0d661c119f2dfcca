import { accountStandings } from '@suanpan/contract/endpoints/reconciliation';
import { expect, test } from 'vitest';
import { moveBusinessClock } from '../../../test/database.ts';
import { actorOf, openHttp } from '../../../test/http.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { confirmCollection } from '../collections/index.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import { proveAndKeep } from '../ledger/index.ts';
import { openTestUsers } from '../users/testing/open-test-users.ts';
import { openReconciliation } from './index.ts';

const door = await openDoor();
const { admin, database } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
const http = openHttp(door);
openReconciliation({ db: database, identity: door.identity, approvals }).bind(http.app);

test('a provider’s balance stands beside our books from proof to proof, for its own tree and the platform alone', async () => {
  const [tenant, other] = [
    await createTenant(door, { provider: rooms.bank }),
    await createTenant(door, { provider: rooms.bank }),
  ];
  const account = tenant.channelAccountId;
  const settle = async (major: string): Promise<void> => {
    const order = await rooms.place(tenant.merchantId, { major });
    rooms.bank.pay(order.order_no);
    await confirmCollection(rooms.collections, order.id, null);
  };
  const prove = async (provider: bigint | null): Promise<void> => {
    await admin.query(
      'UPDATE channel_account SET balance = $2, balance_checked_at = business_now() WHERE id = $1',
      [account, provider],
    );
    await proveAndKeep(database, null);
    await moveBusinessClock(database, 24 * 3_600_000);
  };
  await settle('100');
  await prove(null);
  await settle('50');
  await prove(1_400_000n);

  const path = `/reconciliation/accounts/${account}/standings`;
  const { data } = await http.get(actorOf('agent', tenant.agentId), path);
  expect(accountStandings.output.safeParse(data).success).toBe(true);
  const [first, second] = data.items;
  expect(data.items).toHaveLength(2);
  expect(first).toMatchObject({ provider: null, difference: null });
  const books = Number(second.books);
  // What the provider keeps of each payment is its own price.
  expect(books - Number(first.books)).toBeGreaterThan(45);
  expect(second).toMatchObject({ provider: '140.0000', difference: (140 - books).toFixed(4) });
  expect(Date.parse(second.at)).toBeGreaterThan(Date.parse(first.at));

  expect((await http.get(actorOf('admin', 1n), path)).data.items).toEqual(data.items);
  expect((await http.get(actorOf('agent', other.agentId), path)).code).toBe(404);
  expect((await http.get(actorOf('customer', tenant.merchantId), path)).code).toBe(20_403);
});
