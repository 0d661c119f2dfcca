import { newsOfOrders, ordersNow } from './read/told-orders.queries.ts';
import { lockInScope, lockOrders, markTold } from './read/told-orders.store.ts';

/** Collections as those see them who tell merchants what became of an order (the seam `ToldOrders` of callbacks). */
export const toldCollections = {
  kind: 'collection',
  news: newsOfOrders,
  now: ordersNow,
  lock: lockOrders,
  lockInScope,
  markTold,
} as const;
