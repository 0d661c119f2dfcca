import { beforeEach, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { balancesOf, prove } from '../../ledger/index.ts';
import { openTestUsers } from '../testing/open-test-users.ts';

const door = await openDoor();
const { admin: sql, database, person } = door;
const rooms = await openMoneyRooms(door);
openTestUsers(door, door.app, door.identity);
const paymentPassword = 'a payment password';

let maker: Person;
let tenant: Tenant;
let merchantId: bigint;
beforeEach(async () => {
  maker = await person({ kind: 'admin', paymentPassword });
  tenant = await createTenant(door, { provider: rooms.bank });
  merchantId = tenant.merchantId;
  // Nothing is ever released to him but by hand.
  await sql.query(`UPDATE app_user SET settle_rule = 'manual' WHERE id = $1`, [merchantId]);
});

const money = async (ownerId: bigint) => (await balancesOf(database.app, ownerId))[0]?.byKind ?? {};
const dueLeft = async (): Promise<number> =>
  (
    await sql.query(
      'SELECT FROM settlement_due d JOIN collection_order o ON o.id = d.order_id WHERE o.customer_id = $1',
      [merchantId],
    )
  ).rows.length;

/** Places an order, pays it, and answers what the merchant gets of it. */
async function paid(major: string): Promise<bigint> {
  const before = (await money(merchantId)).L210 ?? 0n;
  const order = await rooms.place(merchantId, { major });
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  return ((await money(merchantId)).L210 ?? 0n) - before;
}

interface Answer {
  readonly code: number;
  readonly data: { readonly state?: string; readonly approval_id?: string };
}

const ask = (who: Person, path: string, more: object = {}): Promise<Answer> =>
  door.ask(who, path, more) as unknown as Promise<Answer>;
const release = (amount: string, who = maker) =>
  ask(who, `/users/${merchantId}/settleable`, { direction: 'release', amount, reason: 'a loyal merchant' });
const text = (minor: bigint): string =>
  `${minor / 10_000n}.${String((minor % 10_000n) / 100n).padStart(2, '0')}`;

test('whole orders are settled before their day, oldest first, and never a part of one', async () => {
  const [first, second, third] = [await paid('1000'), await paid('2000'), await paid('3000')];
  expect([first, second, third].every((leg) => leg > 0n)).toBe(true);
  const earned = (await money(tenant.agentId)).L240 ?? 0n;
  expect((await release(text(first + second + 100_0000n))).data).toEqual({ state: 'done' });
  expect(await money(merchantId)).toMatchObject({ L200: first + second, L210: third });
  expect(await dueLeft()).toBe(1);
  // What others earn on these orders follows them.
  expect(((await money(tenant.agentId)).L240 ?? 0n) > earned).toBe(true);
  expect((await prove(database)).passed).toBe(true);
  const { rows } = await sql.query(
    `SELECT act, actor_id, after FROM audit_log WHERE object_kind = 'user' AND object_id = $1 ORDER BY id DESC LIMIT 1`,
    [String(merchantId)],
  );
  expect(rows).toMatchObject([{ act: 'users.list.settleEarly', actor_id: maker.id, after: { orders: '2' } }]);
  expect(rows[0].after.orderNos.split('\n')).toHaveLength(2);
  expect(rows[0].after).toMatchObject({ unsettled: `-${text(first + second)}00` });
});

test('less than the oldest order, or more than all of them, is refused', async () => {
  const [first, second] = [await paid('1000'), await paid('2000')];
  expect((await release(text(first - 1_0000n))).code).toBe(21011);
  expect((await release(text(first + second + 1_0000n))).code).toBe(21011);
  expect(await dueLeft()).toBe(2);
});

test('an order with more decimals than one may type is settled by the next sum that can be typed', async () => {
  const only = await paid('333.33');
  expect(only % 100n).not.toBe(0n);
  expect(await release(text(only))).toMatchObject({
    code: 21011,
    message: expect.stringContaining(`between ${text(only + 99n)} and ${text(only + 99n)}`),
  });
  expect((await release(text(only + 199n))).code).toBe(21011);
  expect((await release(text(only + 99n))).data).toEqual({ state: 'done' });
  expect(await money(merchantId)).toMatchObject({ L200: only, L210: 0n });
  expect((await prove(database)).passed).toBe(true);
});

test('from the threshold on it waits, and has no effect when the orders are others by then', async () => {
  await sql.query(`INSERT INTO approval_policy VALUES (NULL, NULL, 'TWD', 10000)`);
  const larger = await paid('2000');
  await paid('1000');
  const checker = await person({ kind: 'admin', paymentPassword });
  const asked = await release(text(larger));
  expect(asked.data.state).toBe('waiting');
  expect(await dueLeft()).toBe(2);
  // The smaller one comes first now, and then the larger one does not fit any longer.
  await sql.query(
    `UPDATE settlement_due SET settle_at = now() WHERE order_id = (
       SELECT max(o.id) FROM collection_order o WHERE o.customer_id = $1)`,
    [merchantId],
  );
  expect((await ask(checker, `/admin/approvals/${asked.data.approval_id}/approve`)).code).toBe(20412);
  expect(await dueLeft()).toBe(2);
  await sql.query('DELETE FROM approval_policy');
});

test('a permission of its own is needed, and only merchants have orders', async () => {
  await paid('1000');
  const clerk = await person({
    kind: 'manager',
    paymentPassword,
    permissions: ['users.list.get', 'users.list.editSettleable'],
  });
  expect((await release('1000', clerk)).code).toBe(20403);
  const other = await ask(maker, `/users/${tenant.agentId}/settleable`, {
    direction: 'release',
    amount: '1',
    reason: 'x',
  });
  expect(other.code).toBe(21001);
});
