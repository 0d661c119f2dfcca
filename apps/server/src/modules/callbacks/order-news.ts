import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import type { CollectionNews, RefundNews } from '@suanpan/domain/collection-news';
import type { PayoutNews } from '@suanpan/domain/payout-news';
import { collectionEventType, payoutEventType } from '@suanpan/domain/states/wire';
import type { MerchantEventType } from '@suanpan/domain/states/wire';
import {
  writeEpayQuery,
  writeV1Body,
  writeV1PayoutBody,
  writeV2Body,
  writeV2PayoutBody,
} from './write-body.ts';
import type { EventHead } from './write-body.ts';

export type OrderKind = 'collection' | 'payout';

/** An order as it stood when something happened, whatever it is: what an event for its merchant is made of. */
export interface OrderNews {
  readonly kind: OrderKind;
  readonly orderId: bigint;
  readonly customerId: bigint;
  /** In whose tree it was made. */
  readonly agentId: bigint;
  readonly type: MerchantEventType;
  readonly apiVersion: ApiVersion;
  readonly notifyUrl: string | null;
  readonly source: string;
  readonly orderCreatedAt: Date;
  /** The body that the merchant gets, in his form. */
  readonly write: (head: Omit<EventHead, 'type'>) => string;
}

export function ofCollection(news: CollectionNews & { readonly refund?: RefundNews }): OrderNews {
  const type = collectionEventType(news.status);
  return {
    ...commonOf('collection', news),
    type,
    write: (head) => {
      if (news.api_version === 'epay') return writeEpayQuery(news);
      return news.api_version === 'v1' ? writeV1Body(news) : writeV2Body({ ...head, type }, news);
    },
  };
}

export function ofPayout(news: PayoutNews): OrderNews {
  const type = payoutEventType(news.status);
  return {
    ...commonOf('payout', news),
    type,
    write: (head) =>
      // Plugins know no payouts: of such a merchant's none is sent, and it is kept as v1 has it.
      news.api_version !== 'v2' ? writeV1PayoutBody(news) : writeV2PayoutBody({ ...head, type }, news),
  };
}

function commonOf(kind: OrderKind, news: CollectionNews | PayoutNews) {
  return {
    kind,
    orderId: BigInt(news.order_id),
    customerId: BigInt(news.customer_id),
    agentId: BigInt(news.agent_id),
    apiVersion: news.api_version,
    notifyUrl: news.notify_url,
    source: news.source,
    orderCreatedAt: new Date(news.created_at),
  };
}
