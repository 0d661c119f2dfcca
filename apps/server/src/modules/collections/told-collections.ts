import type { CollectionNews } from '@suanpan/domain/collection-news';
import { toldOrders } from '../orders/index.ts';

/** Collections as those see them who tell merchants what became of an order (the seam `ToldOrders` of callbacks). */
export const toldCollections = {
  kind: 'collection',
  ...toldOrders<CollectionNews>('collection', 'order_amount'),
} as const;

/** What notices and browsers say of orders, as they stand now, in ascending id. */
export const ordersNow = toldCollections.now;
