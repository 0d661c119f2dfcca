import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../platform/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import { emit } from '../../platform/outbox/emit.ts';
import type { ChannelAccount, CollectionState } from '../channels/index.ts';
import { findOrder } from './collections.queries.ts';
import type { OrderRow } from './collections.queries.ts';
import { decidePayment } from './decide-payment.ts';
import type { Collections } from './service.ts';
import { setAside } from './set-aside.ts';
import { supplyTest } from './supply-test.ts';

/**
 * What asking the provider came to. settled: credited now or before · aside: money came that may not be credited
 * as it stands · simulated: a test payment · unpaid: the provider says so · failed: the provider has closed it
 * · unanswered: nothing may be concluded.
 */
export type Confirmation = 'settled' | 'aside' | 'simulated' | 'unpaid' | 'failed' | 'flagged' | 'unanswered';

/**
 * Asks the provider about an order and does what the answer demands. The only way to credit: a notice, an expiry
 * and a repeated check all end here. Safe to repeat and to race, each effect happens once by its key.
 */
export async function confirmCollection(
  collections: Collections,
  orderId: bigint,
  requestId: string | null,
): Promise<Confirmation> {
  const order = await findOrder(collections.db.app, orderId);
  if (order === undefined || order.channel_account_id === null) return 'unpaid';
  const { account, adapter } = await collections.channels.open(order.channel_account_id);
  const exchange = collections.channels.exchangeFor(order.id, order.channel_account_id);
  const answer = await adapter.queryCollection(account, order.order_no, exchange);
  if (answer.outcome === 'unknown') return 'unanswered';
  // A provider that does not know the order has not been paid for it.
  if (answer.outcome === 'refused') return 'unpaid';
  return apply(collections, order, account, answer.value, requestId);
}

async function apply(
  collections: Collections,
  order: OrderRow,
  account: ChannelAccount,
  state: CollectionState,
  requestId: string | null,
): Promise<Confirmation> {
  const decision = decidePayment(state, {
    status: order.status,
    payAmount: order.pay_amount,
    currency: order.currency as Currency,
    isTest: order.is_test,
    expiresAt: order.expires_at,
    latePayment: account.latePayment,
    now: await businessNow(collections.db.app),
  });
  switch (decision.act) {
    case 'wait':
      return 'unpaid';
    case 'close':
      return 'failed';
    case 'settle': {
      const outcome = await collections.settle.submit({
        orderId: order.id,
        agentId: order.agent_id,
        partyIds: partiesOf(order),
        paidAmount: state.paidAmount,
        providerOrderNo: state.providerOrderNo,
        lateAllowed: decision.late,
        requestId,
      });
      // The order moved between the look and the lock: the next look decides anew.
      return outcome === 'settled' || outcome === 'already' ? 'settled' : 'unanswered';
    }
    case 'setAside':
      await setAside(collections, order, state, decision.reason, requestId);
      return 'aside';
    case 'supplyTest':
      await supplyTest(collections, order.id, requestId);
      return 'simulated';
    case 'flag':
      await flagOrder(collections, order.id, decision.reason);
      return 'flagged';
    case 'nothing':
      return 'settled';
  }
}

/** The provider went back on a success: nothing is undone by itself, people are told. */
export async function flagOrder(
  collections: Collections,
  orderId: bigint,
  reason: 'reversed' | 'failed_after_success',
): Promise<void> {
  await transact(collections.db.app, (tx) =>
    emit(tx, [
      {
        kind: 'collection.flagged',
        subject: `collection:${orderId}`,
        payload: { order_id: String(orderId), reason },
      },
    ]),
  );
}

/** Everybody whose balance settling the order moves, the merchant first. */
function partiesOf(order: OrderRow): bigint[] {
  const { agent_id, customer_id, middleman_id, sub_agent_id } = order;
  return [customer_id, agent_id, sub_agent_id, middleman_id].filter((id) => id !== null);
}
