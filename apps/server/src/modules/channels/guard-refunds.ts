import { guardCreate, guardQuery } from './guard-calls.ts';
import type { ChannelAccount, Exchange, ProviderAnswer, RefundRequest, RefundSide } from './port.ts';

/** How a provider pays back, behind the rules that hold for every provider. */
export interface GuardedRefunds extends Omit<RefundSide, 'createRefund'> {
  /** `first` is false when this refund may have reached the provider under this number before. */
  createRefund(
    account: ChannelAccount,
    request: RefundRequest,
    asking: { readonly first: boolean },
    exchange: Exchange,
  ): Promise<ProviderAnswer<{ readonly providerOrderNo: string }>>;
}

/** Puts the paying back of an adapter behind the rules by which a reserve is given back, so that no adapter can get them wrong. */
export function guardRefunds(side: RefundSide): GuardedRefunds {
  return {
    createRefund: (account, request, asking, exchange) =>
      guardCreate(exchange, asking, (watched) => side.createRefund(account, request, watched)),
    queryRefund: (account, refundNo, exchange) =>
      guardQuery(
        exchange,
        refundNo,
        (watched) => side.queryRefund(account, refundNo, watched),
        (state) => state.amount > 0n,
      ),
  };
}
