import { guardCreate, guardNotice, guardQuery } from './guard-calls.ts';
import { reasonOf } from './watch-exchange.ts';
import type { ChannelAccount, Exchange, PayoutRequest, PayoutSide, ProviderAnswer } from './port.ts';

/** How a provider pays others, behind the rules that hold for every provider. */
export interface GuardedPayouts extends Omit<PayoutSide, 'createPayout'> {
  /** `first` is false when this payout may have reached the provider under this number before. */
  createPayout(
    account: ChannelAccount,
    request: PayoutRequest,
    asking: { readonly first: boolean },
    exchange: Exchange,
  ): Promise<ProviderAnswer<{ readonly providerOrderNo: string }>>;
}

/** Puts the paying side of an adapter behind the rules by which a hold is released, so that no adapter can get them wrong. */
export function guardPayouts(side: PayoutSide): GuardedPayouts {
  return {
    createPayout: (account, request, asking, exchange) =>
      guardCreate(exchange, asking, (watched) => side.createPayout(account, request, watched)),
    queryPayout: (account, orderNo, exchange) =>
      guardQuery(
        exchange,
        orderNo,
        (watched) => side.queryPayout(account, orderNo, watched),
        (state) => state.amount > 0n && (state.status !== 'returned' || state.returnedAmount > 0n),
      ),
    async queryBalance(account, exchange) {
      try {
        return await side.queryBalance(account, exchange);
      } catch (error) {
        return { outcome: 'unknown', reason: reasonOf(error) };
      }
    },
    parseNotice: (account, notice, nowMs) => guardNotice(() => side.parseNotice(account, notice, nowMs)),
  };
}
