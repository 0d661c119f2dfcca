import { isCreditable } from '@suanpan/domain/fees/creditable';
import { splitCollection } from '@suanpan/domain/fees/split';
import type { Currency } from '@suanpan/money/currency';
import { afterCommit, transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { merchantChannels, termsOf } from '../../channels/index.ts';
import type { AttemptRow } from '../route/attempts.queries.ts';
import type { OrderRow } from '../collections.queries.ts';
import { hasReceipt, lockOrder, settleOrders, toleratePayment } from '../collections.store.ts';
import { planOrder } from '../route/plan-order.ts';
import type { ChosenWay } from '../route/plan-order.ts';
import type { Collections } from '../service.ts';
import type { FoundMoney } from './set-aside.ts';
import { makeSettleCalendar } from '../settle/settle-calendar.ts';

/**
 * Settles an order by an attempt that it does not go by any more, or in another sum that is tolerated: it is planned anew on
 * the account where it was paid, with that account's fees, and settled in the same transaction, so that no other payment
 * settles it by this plan. noWay: the merchant has no such channel any more, or its fees leave nobody a plan, or the rules
 * tolerate the sum no more, or this money lies aside already · moved: the order has ended meanwhile.
 */
export async function settleElsewhere(
  collections: Collections,
  { channelAccountId, order: seen, requestId, state }: FoundMoney,
  attempt: AttemptRow,
  lateAllowed: boolean,
): Promise<'settled' | 'noWay' | 'moved'> {
  return transact(
    collections.db.app,
    async (tx) => {
      const locked = await lockOrder(tx, seen.id);
      if (locked === undefined || locked.status !== seen.status) return 'moved';
      // Fees and legs are those of what was paid.
      const order = { ...locked, pay_amount: state.paidAmount };
      if (await hasReceipt(tx, channelAccountId, state.providerOrderNo)) return 'noWay';
      const way = await findWay(tx, order, attempt);
      if (way === undefined) return 'noWay';
      const isOther = locked.pay_amount !== state.paidAmount;
      if (isOther && !(await toleratePayment(tx, order, requestId))) return 'noWay';
      // By its own way it came as it was led there.
      await planOrder(tx, order, isOther ? { ...way, route: null } : way);
      await makeSettleCalendar(tx);
      const [outcome] = await settleOrders(tx, [
        {
          orderId: order.id,
          paidAmount: state.paidAmount,
          channelAccountId,
          providerOrderNo: state.providerOrderNo,
          lateAllowed,
          requestId,
        },
      ]);
      if (outcome !== 'settled')
        throw new Error(`Order ${order.id} was planned anew and not settled: ${outcome}`);
      afterCommit(tx, wakeRelays);
      return 'settled';
    },
    { attempts: 5 },
  );
}

/** The merchant's channel by which the order was paid, at the prices of this moment, where they may be charged. */
async function findWay(tx: Tx, order: OrderRow, attempt: AttemptRow): Promise<ChosenWay | undefined> {
  const rows = await merchantChannels(
    tx,
    order.customer_id,
    order.agent_id,
    order.currency as Currency,
    null,
  );
  const channel = rows.find(
    (row) => row.channel_id === attempt.channel_id && row.channel_account_id === attempt.channel_account_id,
  );
  if (channel === undefined) return undefined;
  const terms = termsOf(channel, {
    hasSubAgent: order.sub_agent_id !== null,
    hasMiddleman: order.middleman_id !== null,
  });
  if (!isCreditable(splitCollection(order.pay_amount, terms))) return undefined;
  const line = {
    channel_id: String(channel.channel_id),
    channel: channel.name,
    chosen: true,
    reason: 'chosen',
  };
  return { channel, terms, route: { candidates: [line] }, realName: order.real_name };
}
