import type { Currency } from '@suanpan/money/currency';
import type { CollectionRequest } from '../../channels/index.ts';
import type { OrderRow } from '../collections.queries.ts';

/** What a provider is asked, as it is kept with the attempt: all but its number. */
export interface AskedRequest {
  /** Minor units as text. */
  readonly amount: string;
  readonly currency: Currency;
  readonly method_type: string;
  readonly notify_url: string;
  readonly return_url: string | null;
  readonly payer_name: string | null;
  readonly expires_at: string;
  readonly simulate: string | null;
  /** Of accounts that only tell what came in. */
  readonly destination?: string;
}

export function writeRequest(
  order: OrderRow,
  how: {
    readonly methodType: string;
    readonly notifyUrl: string;
    readonly mayPlay: boolean;
    readonly destination?: string | undefined;
  },
): AskedRequest {
  const metadata = order.metadata as Record<string, string>;
  return {
    amount: String(order.pay_amount),
    currency: order.currency as Currency,
    method_type: how.methodType,
    notify_url: how.notifyUrl,
    return_url: order.return_url,
    payer_name: order.real_name,
    expires_at: order.expires_at.toISOString(),
    simulate: how.mayPlay ? (metadata['simulate'] ?? null) : null,
    ...(how.destination !== undefined && { destination: how.destination }),
  };
}

/** The request of an attempt; `pages` are ours, and follow where we are reached now. */
export function readRequest(
  orderNo: string,
  asked: AskedRequest,
  pages: Pick<CollectionRequest, 'checkoutUrl' | 'formUrl'>,
): CollectionRequest {
  return {
    ...pages,
    orderNo,
    amount: BigInt(asked.amount),
    currency: asked.currency,
    methodType: asked.method_type,
    notifyUrl: asked.notify_url,
    returnUrl: asked.return_url,
    payerName: asked.payer_name,
    expiresAt: new Date(asked.expires_at),
    simulate: asked.simulate,
    destination: asked.destination ?? null,
  };
}
