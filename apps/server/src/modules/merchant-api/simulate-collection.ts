import type { z } from 'zod';
import type { simulateInput } from '@suanpan/contract/merchant/v2';
import { refuseOrderAmount } from '@suanpan/domain/order-amount';
import { formatMerchant, readAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { currentAttempt, findOrder } from '../collections/index.ts';
import type { Collections, OrderRow } from '../collections/index.ts';
import { allocateForMerchant } from './allocate-for-merchant.ts';
import { MerchantFault } from './merchant-fault.ts';

/**
 * Asks a sandbox provider to let something happen to an order; real providers cannot be asked, whatever the key, and
 * in production nobody is asked about a live order. An order without a way in is first given the first routed one. Refuses `invalid_state` for an order that has
 * ended or goes through a real provider, `channel_error` where the provider does not want to.
 */
export async function simulateCollection(
  collections: Collections,
  order: OrderRow,
  input: z.output<typeof simulateInput>,
): Promise<void> {
  const { channels } = collections;
  if (!channels.mayPlay({ isTest: order.is_test })) throw new MerchantFault('invalid_state');
  const currency = order.currency as Currency;
  const amount = input.amount === undefined ? null : wantedAmount(input.amount, currency);
  if (order.payment === null) await allocateForMerchant(collections, order);
  const routed = order.payment === null ? await findOrder(collections.db.app, order.id) : order;
  if (routed?.channel_account_id == null) throw new MerchantFault('invalid_state');

  const { account, adapter } = await channels.open(routed.channel_account_id);
  if (!adapter.sandbox || adapter.simulateCollection === undefined) throw new MerchantFault('invalid_state');
  const { request_no: requestNo } = await currentAttempt(collections.db.app, routed);
  const answer = await adapter.simulateCollection(
    account,
    requestNo,
    input.scenario,
    amount === null ? null : formatMerchant(amount, currency),
    channels.exchangeFor(order.id, routed.channel_account_id),
  );
  if (answer.outcome === 'refused') throw new MerchantFault('channel_error');
  if (answer.outcome === 'unknown') throw new MerchantFault('channel_timeout');
}

function wantedAmount(text: string, currency: Currency): bigint {
  const amount = readAmount(text, currency);
  if (amount === null) throw new MerchantFault('invalid_request', { field: 'amount' });
  refuseOrderAmount(amount, currency);
  return amount;
}
