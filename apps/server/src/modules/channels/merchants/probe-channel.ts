import type { Channels } from '../channel-service.ts';

/** No order is ever called so: a provider that answers does not know it. */
const nobodysOrder = 'PROBE-0';

/**
 * Asks the provider of a channel account something that moves nothing: what it holds, or how an order is that nobody
 * made. The question and its answer are kept like every other (`provider_log`); a provider that does not answer is no
 * error here.
 */
export async function probeChannel(channels: Channels, channelAccountId: bigint): Promise<void> {
  const { account, adapter } = await channels.open(channelAccountId);
  const exchange = channels.exchangeFor(null, channelAccountId);
  if (account.direction === 'payout') await adapter.payouts?.queryBalance(account, exchange);
  else await adapter.queryCollection(account, nobodysOrder, exchange);
}
