import { prove } from '../../src/modules/ledger/index.ts';
import { createTenant } from '../tenant.ts';
import type { Invariant } from './invariants.ts';
import type { World } from './world.ts';

/** A paid order of a merchant who is settled at once, with money to spare, and an administrator of the platform. */
async function paidOrder({ base, rooms }: World) {
  const tenant = await createTenant(base, { provider: rooms.bank });
  const merchantId = await tenant.merchant({ settle_rule: 'D0' });
  const orders = [await rooms.place(merchantId), await rooms.place(merchantId)];
  for (const order of orders) {
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
  }
  const [order] = orders;
  if (order === undefined) throw new Error('There is no order');
  return { tenant, order, bossId: await tenant.user('admin', { agent_id: null, parent_id: null }) };
}

/** What a door answers, or the words in which it refuses. */
async function ask({ base }: World, text: string, values: readonly unknown[]): Promise<string> {
  try {
    const { rows } = await base.admin.query<{ said: unknown }>(text, [...values]);
    return String(rows[0]?.said);
  } catch (error) {
    return `refused: ${String(error)}`;
  }
}
const refund = (world: World, orderId: bigint, amount: bigint, maker: bigint) =>
  ask(world, "SELECT refund_collection($1, $2, $3, NULL, 'x', NULL) AS said", [orderId, amount, maker]);

async function failing({ base }: World): Promise<string[]> {
  return (await prove(base.database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
}

/** What the house settled out of its own is reversed and never paid back to a payer who paid nothing (domain §3, J14). */
export const suppliedIsNotRefunded: Invariant = async (world) => {
  const { order, bossId } = await paidOrder(world);
  const client = await world.base.admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  await client.query(
    `UPDATE journal j SET account_ids = array_replace(j.account_ids, a.id,
       (ledger_open_accounts(ARRAY['E510'], ARRAY[NULL]::bigint[], ARRAY[NULL]::bigint[], ARRAY['TWD'], ARRAY['main']))[1])
     FROM account a WHERE a.kind = 'A100' AND a.id = ANY (j.account_ids) AND j.event = 'collection.settle' AND j.ref_id = $1`,
    [order.id],
  );
  client.release(true);
  const said = await refund(world, order.id, order.pay_amount, bossId);
  return said.startsWith('refused') ? [] : [`refund ${said} of money that never came`];
};

/** No more is paid back than came, whoever asks (S5). */
export const noMoreThanCameGoesBack: Invariant = async (world) => {
  const { order, bossId } = await paidOrder(world);
  const said = await refund(world, order.id, order.pay_amount + 1n, bossId);
  return [
    ...(said.startsWith('refused') ? [] : [`refund ${said} of more than came`]),
    ...(await failing(world)),
  ];
};

/** That a refund was paid is said by another human than asked for it, by whatever account (P3). */
export const anotherConfirms: Invariant = async (world) => {
  const { tenant, order, bossId } = await paidOrder(world);
  const id = BigInt(await refund(world, order.id, order.pay_amount, bossId));
  await ask(world, "SELECT refund_send($1, $2, 'x', NULL) AS said", [id, bossId]);
  const twin = await tenant.user('admin', { agent_id: null, parent_id: null, made_by: bossId });
  const said = await ask(world, "SELECT refund_confirm($1, 'RF', $2, 'x', NULL) AS said", [id, twin]);
  return said.startsWith('refused') ? [] : [`confirmed by his own second account: ${said}`];
};

/** The fees of a refund return once, with the part that completes the whole (J14). */
export const feesReturnOnce: Invariant = async (world) => {
  const { tenant, order, bossId } = await paidOrder(world);
  const checker = await tenant.user('admin', { agent_id: null, parent_id: null });
  const problems: string[] = [];
  for (const [part, amount] of [order.pay_amount / 2n, order.pay_amount / 2n].entries()) {
    const id = BigInt(await refund(world, order.id, amount, bossId));
    await ask(world, "SELECT refund_send($1, $2, 'x', NULL) AS said", [id, bossId]);
    const said = await ask(world, "SELECT refund_confirm($1, $2, $3, 'x', NULL) AS said", [
      id,
      `RF${part}`,
      checker,
    ]);
    if (said !== 'true') problems.push(said);
  }
  const { rows } = await world.base.admin.query<{ n: bigint }>(
    `SELECT count(*) AS n FROM posting p JOIN account a ON a.id = p.account_id
     WHERE p.event = 'collection.refund.done' AND p.ref_id = $1 AND a.kind = 'R400'`,
    [order.id],
  );
  return [
    ...problems,
    ...(rows[0]?.n === 1n ? [] : [`${rows[0]?.n} times returned`]),
    ...(await failing(world)),
  ];
};
