import type { CollectionNews } from '@suanpan/domain/collection-news';
import type { PayoutNews } from '@suanpan/domain/payout-news';
import type { CallbackState } from '@suanpan/domain/states/callback';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Scope } from '../../platform/http/actor.ts';
import type { OrderKind } from './order-news.ts';

/** Whom an order concerns, and its numbers. */
export interface OrderParties {
  readonly id: bigint;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly customer_id: bigint;
  readonly agent_id: bigint;
}

/**
 * One kind of orders, as its own module answers for it. Callbacks knows no table of orders: whoever wants his merchants
 * told hands this over and publishes news.
 */
export interface ToldOrders<News = unknown> {
  readonly kind: OrderKind;
  /** As they stand now; locks nothing. */
  news(db: Kysely<Tables>, ids: readonly bigint[]): Promise<readonly News[]>;
  now(db: Kysely<Tables>, ids: readonly bigint[]): Promise<readonly OrderParties[]>;
  /** The orders of a tree that go by this number, ours or the merchant's. */
  numbered(db: Kysely<Tables>, scope: Scope, no: string): Promise<readonly bigint[]>;
  /** The row locks of orders, in ascending id. */
  lock(tx: Tx, ids: readonly bigint[]): Promise<void>;
  /** An order under its row lock, if it lies in the caller's tree; `now` is the business clock. */
  lockInScope(
    tx: Tx,
    scope: Scope,
    id: bigint,
  ): Promise<{ readonly news: News; readonly now: Date } | undefined>;
  /** Keeps how far their merchants were told; the caller holds the locks of those that were told before. */
  markTold(
    tx: Tx,
    told: readonly { readonly orderId: bigint; readonly status: CallbackState }[],
  ): Promise<void>;
}

/** Every kind that there is. */
export interface OrderBook {
  readonly collection: ToldOrders<CollectionNews>;
  readonly payout: ToldOrders<PayoutNews>;
}

/** Those that stand in the book; orders of several kinds are locked in this order everywhere. */
export const kindsIn = ({ collection, payout }: OrderBook): readonly ToldOrders[] => [collection, payout];
