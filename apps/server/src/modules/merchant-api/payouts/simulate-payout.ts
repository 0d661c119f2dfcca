import { findPayoutAttempt } from '../../payouts/index.ts';
import type { PayoutRow, Payouts } from '../../payouts/index.ts';
import { MerchantFault } from '../merchant-fault.ts';

/**
 * Asks a sandbox provider to let something happen to a payout that it has; real providers cannot be asked, whatever the key, and
 * in production nobody is asked about a live one. Refuses `invalid_state` for one that was given to nobody yet, that has gone
 * through a real provider or that did not get there, and `channel_error` where the provider does not want to.
 */
export async function simulatePayout(
  { channels, db }: Payouts,
  order: PayoutRow,
  scenario: string,
): Promise<void> {
  if (!channels.mayPlay({ isTest: order.is_test })) throw new MerchantFault('invalid_state');
  const attempt =
    order.attempt_no === null
      ? undefined
      : await findPayoutAttempt(db.app, { orderId: order.id, n: order.attempt_no });
  if (attempt === undefined) throw new MerchantFault('invalid_state');
  const { account, adapter } = await channels.open(attempt.channel_account_id);
  if (!adapter.sandbox || adapter.simulatePayout === undefined) throw new MerchantFault('invalid_state');
  const exchange = channels.payoutExchange(order.id, account.id, []);
  const answer = await adapter.simulatePayout(account, attempt.request_no, scenario, exchange);
  if (answer.outcome === 'refused') throw new MerchantFault('channel_error');
  if (answer.outcome === 'unknown') throw new MerchantFault('channel_timeout');
}
