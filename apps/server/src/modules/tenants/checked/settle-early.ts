import { z } from 'zod';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import { lockOwner } from './edit-balance.store.ts';
import type { BalanceOwner } from './edit-balance.store.ts';
import { lockUnsettledOrders, releaseNow } from './settle-early.store.ts';

/** The most that is to become settleable, minor units of the merchant's currency. */
const payload = z.strictObject({ user_id: z.string(), most: z.string().regex(/^[1-9]\d{0,17}$/) });
export type EarlySettlement = z.output<typeof payload>;

/**
 * J13 from unsettled money: whole orders become settleable before their day, oldest day first, as many as fit into the
 * sum; the commissions on them follow (domain §3, §7). It is the only way for whoever settles by hand. Refuses
 * `amountOutOfRange` where not even the first order fits, or the sum is more than all of them.
 */
export const settleEarlyAct: ApprovalAct<EarlySettlement> = {
  name: 'users.settleEarly',
  payload,
  async preview(tx, wanted) {
    const { owner, sum, orderIds } = await choose(tx, wanted);
    return {
      subject: { kind: 'user', id: String(owner.id), label: `${owner.name} · ${owner.id}` },
      agentId: owner.agent_id,
      amount: { currency: owner.currency, minor: sum },
      rows: [
        { field: 'settleable', before: null, after: `+${formatLedger(sum, owner.currency)}` },
        { field: 'orders', before: null, after: String(orderIds.length) },
      ],
    };
  },
  async perform(tx, wanted) {
    await releaseNow(tx, (await choose(tx, wanted)).orderIds);
  },
};

async function choose(
  tx: Tx,
  { user_id, most }: EarlySettlement,
): Promise<{ owner: BalanceOwner; sum: bigint; orderIds: bigint[] }> {
  const owner = await lockOwner(tx, BigInt(user_id));
  if (owner === undefined) throw new Refusal('notFound');
  if (owner.kind !== 'customer') throw new Refusal('invalidState');
  const orders = await lockUnsettledOrders(tx, owner.id, owner.currency);
  const all = orders.reduce((sum, { amount }) => sum + amount, 0n);
  const limit = BigInt(most);
  const orderIds: bigint[] = [];
  let sum = 0n;
  for (const { order_id: id, amount } of orders) {
    if (sum + amount > limit) break;
    sum += amount;
    orderIds.push(id);
  }
  if (orderIds.length === 0 || limit > all) {
    const shown = (minor: bigint): string => formatLedger(minor, owner.currency);
    throw new Refusal('amountOutOfRange', {
      params: { min: shown(orders[0]?.amount ?? 0n), max: shown(all) },
    });
  }
  return { owner, sum, orderIds };
}
