import { parseRate } from '@suanpan/money/rate';
import { beforeAll, expect, test } from 'vitest';
import { settleAtOnce } from '../../src/modules/collections/collections.store.ts';
import { makeSettleCalendar } from '../../src/modules/collections/settle/settle-calendar.ts';
import { isReleaseOverdue, releaseWork } from '../../src/modules/collections/index.ts';
import type { OrderRow } from '../../src/modules/collections/index.ts';
import type { QueuedSettle } from '../../src/modules/collections/settle/settle-request.ts';
import { prove } from '../../src/modules/ledger/index.ts';
import { transact } from '../../src/platform/db/transact.ts';
import { testDatabase } from '../database.ts';
import { openMoneyRooms } from '../money-rooms.ts';
import { createTenant } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

// What somebody may try who has the application's own login to the database, and what a proof must see that a superuser did.
const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
let tenant: Tenant;
/** Without general agent and middleman. */
let plain: bigint;
beforeAll(async () => {
  const percent = (pct: string) => ({ pct: parseRate(pct), perItem: 0n });
  const terms = { merchant: percent('3'), endpoint: percent('1'), system: percent('0') };
  tenant = await createTenant(base, { provider: rooms.bank, terms });
  plain = await tenant.merchant();
  await makeSettleCalendar(database.app);
});

/** What the application is told; undefined where it may. */
const refusalOf = (query: string, values: unknown[] = []): Promise<string | undefined> =>
  database.pool.query(query, values).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
const plan = 'SELECT FROM plan_collections($1::jsonb)';

interface Plan {
  readonly kinds: string[];
  readonly kinds_immediate: string[];
  readonly roles: string[];
  readonly amounts: string[];
  readonly fee_snapshot: Record<string, unknown>;
}

const ordinary: Plan = {
  roles: ['channelAccount', 'customer', 'channelAccount', 'agent'],
  kinds: ['A100', 'L210', 'L260', 'L210'],
  kinds_immediate: ['A100', 'L200', 'L260', 'L240'],
  amounts: ['-100000000', '97000000', '1000000', '2000000'],
  fee_snapshot: {
    merchantFee: '3000000',
    endpointFee: '1000000',
    subAgentFee: '0',
    middlemanFee: '0',
    agentResidual: '2000000',
    systemFee: '0',
    credited: '97000000',
    terms: {
      merchant: { pct: '3', per_item: '0' },
      endpoint: { pct: '1', per_item: '0' },
      system: { pct: '0', per_item: '0' },
    },
  },
};
const planned = async (change: Partial<Plan>, merchantId = plain): Promise<string | undefined> => {
  const { orderId } = await rooms.create(merchantId);
  const wanted = {
    order_id: String(orderId),
    channel_id: String(tenant.channelId),
    channel_account_id: String(tenant.channelAccountId),
    method: 'bank',
    route: { candidates: [] },
    ...ordinary,
    ...change,
  };
  return refusalOf(plan, [JSON.stringify([wanted])]);
};

test('the plans’ door takes a plan by hand that is its split', async () => {
  expect(await planned({})).toBeUndefined();
});

test('the plans’ door lets no money past its day: what is deferred stands in a deferred account', async () => {
  expect(await planned({ kinds: ['A100', 'L200', 'L260', 'L210'] })).toBe('LG403');
  expect(await planned({ kinds: ['A100', 'L210', 'L260', 'L240'] })).toBe('LG403');
  expect(await planned({ kinds_immediate: ['A100', 'L210', 'L260', 'L240'] })).toBe('LG403');
});

test('the plans’ door lets nobody pay out before its day who may not', async () => {
  expect(await planned({ kinds: ['A100', 'L202', 'L260', 'L210'] })).toBe('LG403');
});

test('the plans’ door lends a senior agent nothing', async () => {
  const lent = await planned({
    roles: [...ordinary.roles, 'agent', 'agent'],
    kinds: [...ordinary.kinds, 'A120', 'L210'],
    kinds_immediate: [...ordinary.kinds_immediate, 'A120', 'L240'],
    amounts: [...ordinary.amounts, '-500000000', '500000000'],
  });
  expect(lent).toBe('LG403');
});

test('the plans’ door believes no prices but its own', async () => {
  const cheap = {
    merchantFee: '1000000',
    agentResidual: '0',
    credited: '99000000',
    terms: { ...(ordinary.fee_snapshot['terms'] as object), merchant: { pct: '1', per_item: '0' } },
  };
  const refused = await planned({
    roles: ['channelAccount', 'customer', 'channelAccount'],
    kinds: ['A100', 'L210', 'L260'],
    kinds_immediate: ['A100', 'L200', 'L260'],
    amounts: ['-100000000', '99000000', '1000000'],
    fee_snapshot: { ...ordinary.fee_snapshot, ...cheap },
  });
  expect(refused).toBe('40001');
});

test('the plans’ door credits a merchant with no more than was paid', async () => {
  // A price below zero, which no screen lets pass.
  const merchantId = await tenant.merchant({}, { merchant_pct: '0', merchant_per_item: -900_000_000n });
  const free = { pct: '0', per_item: '0' };
  await admin.query('UPDATE channel SET endpoint_pct = 0 WHERE id = $1', [tenant.channelId]);
  const fees = {
    merchantFee: '-900000000',
    endpointFee: '0',
    agentResidual: '-900000000',
    credited: '1000000000',
    terms: { merchant: { pct: '0', per_item: '-900000000' }, endpoint: free, system: free },
  };
  const refused = await planned(
    {
      roles: ['channelAccount', 'customer', 'agent'],
      kinds: ['A100', 'L210', 'L240'],
      kinds_immediate: ['A100', 'L200', 'L240'],
      amounts: ['-100000000', '1000000000', '-900000000'],
      fee_snapshot: { ...ordinary.fee_snapshot, ...fees },
    },
    merchantId,
  );
  await admin.query('UPDATE channel SET endpoint_pct = 1 WHERE id = $1', [tenant.channelId]);
  expect(refused).toBe('LG403');
});

test.each([
  'UPDATE collection_order SET customer_id = customer_id',
  'UPDATE collection_order SET agent_id = agent_id',
  'UPDATE collection_order SET currency = currency',
  'UPDATE collection_order SET order_amount = order_amount',
  'UPDATE collection_order SET pay_amount = 1',
  'UPDATE collection_order SET is_test = true',
  'UPDATE collection_order SET settle_at = now()',
  'UPDATE collection_order SET fee = 0',
  'UPDATE collection_order SET plan_no = 0',
  'DELETE FROM collection_order',
  'UPDATE settle_calendar SET release_at = now()',
  'DELETE FROM settle_calendar',
])('what an order is and when its money is released stands: %s', async (write) => {
  // A right is asked for before a row is looked for.
  expect(await refusalOf(`${write} WHERE false`)).toBe('42501');
});

const requestFor = (order: OrderRow): QueuedSettle => ({
  orderId: order.id,
  agentId: order.agent_id,
  partyIds: [order.customer_id, order.agent_id],
  channelAccountId: order.channel_account_id ?? 0n,
  paidAmount: order.pay_amount,
  providerOrderNo: null,
  lateAllowed: false,
  requestId: null,
});

test('the journals of a batch are numbered as its balances follow, in whatever order it was asked', async () => {
  const orders = await Promise.all(Array.from({ length: 60 }, () => rooms.place(tenant.merchantId)));
  await admin.query('ANALYZE');
  const shuffled = orders.map((_, place) => orders[(place * 37) % 60]!);
  expect(new Set(await settleAtOnce(database.pool, shuffled.map(requestFor)))).toEqual(new Set(['settled']));
  const { rows } = await admin.query(
    `SELECT count(*) AS turned FROM (
       SELECT p.version < lag(p.version) OVER (PARTITION BY p.account_id ORDER BY p.journal_id, p.leg_no) AS is_turned FROM posting p
     ) o WHERE is_turned`,
  );
  expect(rows).toEqual([{ turned: 0n }]);
});

test('settling nothing answers nothing', async () => {
  expect(await settleAtOnce(database.pool, [])).toEqual([]);
});

const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));

/** Does something past every door and takes it back. */
async function broken(wrong: string, right: string, values: unknown[] = []): Promise<string[]> {
  const client = await admin.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(wrong, values);
    const found = await failing();
    await client.query(right, values);
    return found;
  } finally {
    client.release(true);
  }
}

test('a proof sees news that were lost, also of an order whose earlier news still wait', async () => {
  const order = await rooms.place(tenant.merchantId, { notifyUrl: 'https://shop.example.com/hook' });
  await settleAtOnce(database.pool, [requestFor(order)]);
  expect(await failing()).toEqual([]);
  expect(
    await broken(
      `CREATE TABLE lost AS SELECT * FROM outbox_batch WHERE kind = 'collection.succeeded';
       DELETE FROM outbox_batch WHERE kind = 'collection.succeeded'`,
      'INSERT INTO outbox_batch SELECT * FROM lost; DROP TABLE lost',
    ),
  ).toEqual(['O1']);
});

test('early money that was not released on its day is seen by the proof and warned of', async () => {
  const merchantId = await tenant.merchant({ payout_from_unsettled: true });
  await settleAtOnce(database.pool, [requestFor(await rooms.place(merchantId))]);
  expect([await failing(), await isReleaseOverdue(database.app)]).toEqual([[], false]);
  const move = "UPDATE early_settlement SET settle_at = settle_at + $1 * interval '1 day'";
  await admin.query(move, [-9]);
  const found = [await failing(), await isReleaseOverdue(database.app)];
  await admin.query(move, [9]);
  expect(found).toEqual([['D3', 'D6'], true]);
});

test('an order that is due at another time than its own stops the nightly work instead of keeping it at it for ever', async () => {
  const order = await rooms.place(tenant.merchantId);
  await settleAtOnce(database.pool, [requestFor(order)]);
  const move = "UPDATE settlement_due SET settle_at = settle_at + $2 * interval '1 day' WHERE order_id = $1";
  await admin.query(move, [order.id, -9]);
  await expect(transact(database.app, (tx) => releaseWork.run(tx, new Date()))).rejects.toThrow(
    'none was released',
  );
  await admin.query(move, [order.id, 9]);
});

test('a proof sees legs of a party behind those that it has, by which he got more than his share', async () => {
  const { orderId } = await rooms.create(plain);
  const wanted = {
    order_id: String(orderId),
    channel_id: String(tenant.channelId),
    channel_account_id: String(tenant.channelAccountId),
    method: 'bank',
    route: { candidates: [] },
    ...ordinary,
  };
  expect(await refusalOf(plan, [JSON.stringify([wanted])])).toBeUndefined();
  expect(await failing()).toEqual([]);
  // Sum and first legs stay as they are; one more credit of the merchant is paid by one more debit of the senior agent.
  const before = await admin.query('SELECT * FROM collection_plan WHERE order_id = $1', [orderId]);
  const [{ leg_accounts, leg_accounts_immediate, leg_amounts, legs_held }] = before.rows;
  // The held legs stand first: the merchant's and the senior agent's.
  const [merchant, agent] = leg_accounts;
  const [merchantNow, agentNow] = leg_accounts_immediate;
  const more = [merchant, merchant, merchant, merchant, merchant, agent, agent, agent, agent, agent];
  const moreNow = more.map((account) => (account === merchant ? merchantNow : agentNow));
  const amounts = [leg_amounts[0], 0n, 0n, 0n, 500_000n, leg_amounts[1], 0n, 0n, 0n, -500_000n];
  const write = `UPDATE collection_plan SET leg_accounts = $2, leg_accounts_immediate = $3, leg_amounts = $4, legs_held = $5
                 WHERE order_id = $1`;
  await admin.query(write, [
    orderId,
    [...more, ...leg_accounts.slice(2)],
    [...moreNow, ...leg_accounts_immediate.slice(2)],
    [...amounts, ...leg_amounts.slice(2)],
    10,
  ]);
  const found = await failing();
  await admin.query(write, [orderId, leg_accounts, leg_accounts_immediate, leg_amounts, legs_held]);
  expect(found).toEqual(['L9', 'S8']);
});

test('the books of a merchant whose middleman is his senior agent prove', async () => {
  const merchantId = await tenant.merchant({ middleman_id: tenant.agentId, sub_agent_id: tenant.subAgentId });
  await settleAtOnce(database.pool, [requestFor(await rooms.place(merchantId))]);
  expect(await failing()).toEqual([]);
});

test('while an event rests nothing of its subject overtakes it, also in a batch that comes in the same moment', async () => {
  await admin.query('DELETE FROM outbox; DELETE FROM outbox_batch');
  const tell = (kind: string) =>
    admin.query(
      `INSERT INTO outbox_batch (kind, ids, payload, created_at)
       SELECT $1, ARRAY[nextval('outbox_id_seq')], '{"order_id": ["1"]}', now()`,
      [kind],
    );
  await tell('collection.created');
  const holder = await admin.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM outbox_batch FOR UPDATE');
  // The relay waits with its unfolding until the news of the settling are there too.
  const taking = admin.query("SELECT kind FROM take_outbox(ARRAY['collection:1'], 500)");
  await expect
    .poll(
      async () =>
        (
          await admin.query(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
          )
        ).rowCount,
    )
    .toBeGreaterThan(0);
  await tell('collection.succeeded');
  await holder.query('COMMIT');
  holder.release();
  expect((await taking).rows).toEqual([]);
  const { rows } = await admin.query('SELECT kind FROM outbox_event ORDER BY id');
  expect(rows.map(({ kind }) => kind)).toEqual(['collection.created', 'collection.succeeded']);
});
