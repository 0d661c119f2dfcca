import type { OpenChannel } from './channel-service.ts';
import type { Exchange, KnownCollection } from './port.ts';

/** No order is ever called so: a provider that answers does not know it. Some want its sum as well, a whole one. */
const nobodysOrder = 'PROBE';
const nobodysSum: KnownCollection = { amount: 1_000_000n, providerOrderNo: null, isOpen: false };

/** Asks the provider of a channel account something that moves nothing; only whether it answers is of interest. */
export function askSmallQuestion(
  { account, adapter }: OpenChannel,
  exchange: Exchange,
): Promise<{ readonly outcome: 'unknown'; readonly reason: string } | { readonly outcome: string }> {
  const paying = adapter.payouts ?? adapter.watched;
  return account.direction === 'payout' && paying !== undefined
    ? paying.queryBalance(account, exchange)
    : adapter.queryCollection(account, nobodysOrder, exchange, nobodysSum);
}
