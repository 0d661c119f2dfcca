import { createTenant } from '../tenant.ts';
import { ask, failing } from './desk-world.ts';
import type { DeskInvariant, PlantedDeskBug } from './desk-world.ts';
import type { PayoutWorld } from './payout-invariants.ts';

/** A merchant with 9715.00 to spend and an order of his own that was paid. */
async function openShop({ base, here, rooms }: PayoutWorld) {
  const tenant = await createTenant(base, { provider: rooms.bank });
  const merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId, 2);
  const { rows } = await base.admin.query<{ id: bigint }>(
    'SELECT id FROM collection_order WHERE customer_id = $1 ORDER BY id',
    [merchantId],
  );
  const key = async (of: bigint, daily: bigint): Promise<bigint> => {
    const { rows: made } = await base.admin.query<{ id: bigint }>(
      `INSERT INTO api_key (customer_id, key, secret_sealed, scopes, ip_allowlist, daily_payout_minor, created_at)
       VALUES ($1, 'ak_' || $1::bigint, 'x', '{payout}', '{203.0.113.9}', $2, now()) RETURNING id`,
      [of, daily],
    );
    return made[0]?.id ?? 0n;
  };
  return { tenant, merchantId, orders: rows.map(({ id }) => id), key };
}
const payBack = ({ base }: PayoutWorld, order: bigint | undefined, no: string, amount: bigint, key: bigint) =>
  ask(base.admin, "SELECT outcome AS said FROM refund_by_merchant($1, $2, $3, '\\x01', $4, 'x', 'x')", [
    order,
    no,
    amount,
    key,
  ]);

/** A batch of one row that became a payout of this merchant's. */
async function paidRow(world: PayoutWorld) {
  const { base, here } = world;
  const { merchantId, tenant } = await openShop(world);
  const clerk = await tenant.user('customerSub', { parent_id: merchantId, customer_id: merchantId });
  const { rows } = await base.admin.query<{ id: bigint }>(
    `INSERT INTO payout_batch (customer_id, currency, file_name, file_hash, client_key, made_by, created_at)
     VALUES ($1, 'TWD', 'x', 'x', 'x', $2, business_now()) RETURNING id`,
    [merchantId, clerk],
  );
  const id = rows[0]?.id ?? 0n;
  const payout = await here.place(merchantId, { major: '100', source: 'batch', merchantOrderNo: `B${id}-2` });
  await base.admin.query(
    `INSERT INTO payout_batch_row (batch_id, n, bank_code, account_name, card_sealed, card_shown, amount, branch, memo, order_no, fee, seal,
       outcome, payout_id)
     VALUES ($1, 2, '004', 'x', 'x', 'x', '100', '', '', '', $2, 'x', 'created', $3)`,
    [id, payout.merchant_fee, payout.id],
  );
  return id;
}

const paidRowsStay: DeskInvariant = async (world) => {
  const id = await paidRow(world);
  const before = await failing(world.base);
  await ask(world.base.admin, "UPDATE payout_batch_row SET amount = '1' WHERE batch_id = $1", [id]);
  return [...before, ...(await failing(world.base))];
};

const batchesCountWhole: DeskInvariant = async (world) => {
  const { merchantId, tenant } = await openShop(world);
  const clerk = await tenant.user('customerSub', { parent_id: merchantId, customer_id: merchantId });
  const { here } = world;
  await here.place(merchantId, { major: '5000', personId: clerk });
  await world.base.admin.query(
    "INSERT INTO approval_policy VALUES (NULL, 'payouts.submit', 'TWD', 60000000)",
  );
  const said = await ask(world.base.admin, "SELECT payout_batch_is_small($1, $2, 'TWD', 20000000) AS said", [
    merchantId,
    clerk,
  ]);
  return said === 'false' ? [] : ['a batch is looked at without what was submitted before it'];
};

const keysHaveOneDay: DeskInvariant = async (world) => {
  const { key, merchantId, orders } = await openShop(world);
  const own = await key(merchantId, 30_000_000n);
  const said = [
    await payBack(world, orders[0], 'R-1', 20_000_000n, own),
    await payBack(world, orders[1], 'R-2', 20_000_000n, own),
  ];
  return said.join() === 'created,refused RF003' ? failing(world.base) : said;
};

const payoutsAndRefundsAreOneDay: DeskInvariant = async (world) => {
  const { key, merchantId, orders } = await openShop(world);
  const own = await key(merchantId, 30_000_000n);
  const said = await payBack(world, orders[0], 'R-1', 20_000_000n, own);
  const payout = await world.here.place(merchantId, { major: '2000', apiKeyId: own });
  return payout.wait_reason === 'velocity'
    ? failing(world.base)
    : [`${said}, and then a payout goes by itself beyond the key's day`];
};

const onlyHisOwn: DeskInvariant = async (world) => {
  const { key, orders, tenant } = await openShop(world);
  const stranger = await tenant.merchant();
  const said = await payBack(world, orders[0], 'R-1', 1n, await key(stranger, 30_000_000n));
  return said === 'refused LG404' ? [] : [`another merchant's order: ${said}`];
};

/** Careless changes of batches and of refunds by API, each beside the invariant that must see it. */
export const plantedBatchBugs: readonly PlantedDeskBug[] = [
  {
    what: 'letting a row be rewritten that is a payout',
    name: 'refuse_paid_row_change',
    right:
      "RAISE EXCEPTION 'row % of batch % is a payout and changes no more', OLD.n, OLD.batch_id USING ERRCODE = 'check_violation';",
    wrong: 'RETURN NEW;',
    caughtBy: paidRowsStay,
  },
  {
    what: 'looking at a batch by itself',
    name: 'payout_batch_is_small',
    right: 'amount + greatest(',
    wrong: 'amount + least(0, ',
    caughtBy: batchesCountWhole,
  },
  {
    what: 'looking at each refund of a key by itself',
    name: 'refund_by_merchant',
    right: 'IF spent > k.daily_payout_minor THEN',
    wrong: 'IF r.amount > k.daily_payout_minor THEN',
    caughtBy: keysHaveOneDay,
  },
  {
    what: 'not counting in a key’s day what it pays back',
    name: 'refund_by_merchant',
    right: "date_trunc('hour', at), k.id, 0, 0, 0, 1, r.amount)",
    wrong: "date_trunc('hour', at), 0, 0, 0, 0, 1, r.amount)",
    caughtBy: payoutsAndRefundsAreOneDay,
  },
  {
    what: 'paying back an order of somebody else’s',
    name: 'refund_by_merchant',
    right: ' AND c.customer_id = k.customer_id',
    wrong: '',
    caughtBy: onlyHisOwn,
  },
];
