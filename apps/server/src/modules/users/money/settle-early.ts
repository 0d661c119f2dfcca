import { z } from 'zod';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger, formatMerchant, inputCeiling } from '@suanpan/money/amount';
import { display2 } from '@suanpan/money/display';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import { lockOwner } from './edit-balance.store.ts';
import type { BalanceOwner } from './edit-balance.store.ts';
import { lockUnsettledOrders, releaseNow } from './settle-early.store.ts';
import type { UnsettledOrder } from './settle-early.store.ts';

/** A checker reads so many; how many there are in all stands beside them. */
const ordersShown = 100;

/** The most that is to become settleable, minor units of the merchant's currency. */
const payload = z.strictObject({ user_id: z.string(), most: z.string().regex(/^[1-9]\d{0,17}$/) });
export type EarlySettlement = z.output<typeof payload>;

/**
 * J13 from unsettled money: whole orders become settleable before their day, oldest day first, as many as fit into
 * the sum; the commissions on them follow (domain §3, §7). An operator has no other way to settle by hand. Refuses
 * `amountOutOfRange` where not even the first order fits, or the sum is more than all of them.
 */
export const settleEarlyAct: ApprovalAct<EarlySettlement> = {
  name: 'users.settleEarly',
  payload,
  async preview(tx, wanted) {
    const { owner, sum, orders } = await choose(tx, wanted);
    const shown = (minor: bigint): string => formatLedger(minor, owner.currency);
    return {
      subject: { kind: 'user', id: String(owner.id), label: `${owner.name} · ${owner.id}` },
      agentId: owner.agent_id,
      amount: { currency: owner.currency, minor: sum },
      rows: [
        { field: 'settleable', before: null, after: `+${shown(sum)}` },
        { field: 'unsettled', before: null, after: `-${shown(sum)}` },
        { field: 'orders', before: null, after: String(orders.length) },
        {
          field: 'orderNos',
          before: null,
          after: [
            ...orders
              .slice(0, ordersShown)
              .map(({ order_no, amount }) => `${order_no} · ${formatMerchant(amount, owner.currency)}`),
            ...(orders.length > ordersShown ? ['…'] : []),
          ].join('\n'),
        },
      ],
    };
  },
  async perform(tx, wanted, by) {
    const { orders } = await choose(tx, wanted);
    const ids = orders.map(({ order_id }) => order_id);
    await releaseNow(tx, ids, by);
  },
};

async function choose(
  tx: Tx,
  { user_id, most }: EarlySettlement,
): Promise<{ owner: BalanceOwner; sum: bigint; orders: UnsettledOrder[] }> {
  const owner = await lockOwner(tx, BigInt(user_id));
  if (owner === undefined) throw new Refusal('notFound');
  if (owner.kind !== 'customer') throw new Refusal('invalidState');
  const waiting = await lockUnsettledOrders(tx, owner.id, owner.currency);
  const all = waiting.reduce((sum, { amount }) => sum + amount, 0n);
  const limit = BigInt(most);
  const orders: UnsettledOrder[] = [];
  let sum = 0n;
  for (const order of waiting) {
    if (sum + order.amount > limit) break;
    sum += order.amount;
    orders.push(order);
  }
  if (orders.length === 0 || limit > inputCeiling(all, owner.currency)) {
    const { currency } = owner;
    // What a person can type: the sum of an order may have more decimals than that.
    const shown = (minor: bigint): string => display2(formatLedger(inputCeiling(minor, currency), currency));
    throw new Refusal('amountOutOfRange', {
      params: { min: shown(waiting[0]?.amount ?? 0n), max: shown(all) },
    });
  }
  return { owner, sum, orders };
}
