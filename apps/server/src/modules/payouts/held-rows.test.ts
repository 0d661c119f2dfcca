import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';

// A lane never waits for one row (domain §10.7): whoever holds a merchant's or a senior agent's balance delays nobody else.
const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
let tenants: Tenant[] = [];
const merchants: bigint[] = [];

beforeAll(async () => {
  tenants = [
    await createTenant(base, { provider: rooms.bank }),
    await createTenant(base, { provider: rooms.bank }),
  ];
  for (const tenant of tenants) {
    const id = await tenant.merchant({ sub_agent_id: tenant.subAgentId });
    await here.channel(tenant, [id]);
    await here.earn(id);
    merchants.push(id);
    // The first payout of a chain opens its accounts.
    await here.place(id, { major: '10' });
  }
});

const holder = await base.admin.connect();
afterAll(() => holder.release());

/** Holds a balance until the answered function is called. */
async function hold(kind: string, owner: bigint): Promise<() => Promise<unknown>> {
  await holder.query('BEGIN');
  const { rowCount } = await holder.query(
    `SELECT FROM balance b JOIN account a ON a.id = b.account_id WHERE a.kind = $1 AND a.owner_id = $2 FOR NO KEY UPDATE OF b`,
    [kind, owner],
  );
  expect(rowCount).toBe(1);
  return () => holder.query('ROLLBACK');
}

/** How long a batch waits for a row before it leaves it to its own lane (as its functions set it). */
const lockTimeoutMs = 250;

/** The one in the middle: a machine that is busy elsewhere delays a few, a lane that waits delays them all. */
const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;

test('a merchant’s balance that is held delays his payouts, and nobody else’s', async () => {
  const [held = 0n, free = 0n] = merchants;
  const letGo = await hold('L200', held);
  const waiting = here.submit(held, { major: '1' });
  const times: number[] = [];
  for (let number = 0; number < 30; number += 1) {
    const began = performance.now();
    expect((await here.submit(free, { major: '1' })).outcome).toBe('created');
    times.push(performance.now() - began);
  }
  // Once he is known to be held, not even the lock timeout is waited for.
  expect(median(times)).toBeLessThan(lockTimeoutMs);
  await letGo();
  expect((await waiting).outcome).toBe('created');
});

test('a senior agent’s income that is held delays what is paid in his tree, and nothing else', async () => {
  const orders = await Promise.all(
    merchants.flatMap((id) => Array.from({ length: 10 }, () => here.place(id, { major: '1' }))),
  );
  await here.work();
  for (const order of orders) rooms.bank.payout(order.order_no).status = 'paid';
  const [heldTenant] = tenants;
  const letGo = await hold('L240', heldTenant?.agentId ?? 0n);
  const [held = 0n] = merchants;
  const of = (isHeld: boolean) => orders.filter((order) => (order.customer_id === held) === isHeld);
  const late = of(true).map(async (order) => here.tell(await here.payout(order.id)));
  const times: number[] = [];
  for (const order of of(false)) {
    const sent = await here.payout(order.id);
    const began = performance.now();
    await here.tell(sent);
    times.push(performance.now() - began);
  }
  expect(median(times)).toBeLessThan(lockTimeoutMs);
  for (const { id } of of(false)) expect((await here.payout(id)).status).toBe('paid');
  for (const { id } of of(true)) expect((await here.payout(id)).status).toBe('processing');
  await letGo();
  await Promise.all(late);
  for (const { id } of of(true)) expect((await here.payout(id)).status).toBe('paid');
});

test('a payout that is held when it is to be sent goes a moment later', async () => {
  const [id = 0n] = merchants;
  const order = await here.place(id, { major: '1' });
  await holder.query('BEGIN');
  await holder.query('SELECT FROM payout_order WHERE id = $1 FOR UPDATE', [order.id]);
  try {
    await here.work();
  } finally {
    await holder.query('ROLLBACK');
  }
  expect((await here.payout(order.id)).stage).toBe('queued');
  const work = await base.admin.query<{ seconds: number }>(
    'SELECT extract(epoch FROM next_at - now())::float8 AS seconds FROM payout_work WHERE order_id = $1',
    [order.id],
  );
  expect(work.rows[0]?.seconds).toBeLessThanOrEqual(1);
  await expect
    .poll(async () => {
      await here.work();
      return (await here.payout(order.id)).stage;
    })
    .toBe('submitted');
});
