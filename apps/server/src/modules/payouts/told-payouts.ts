import { newsOfPayouts, payoutsNow } from './read/told-payouts.queries.ts';
import { lockInScope, lockPayouts, markTold } from './read/told-payouts.store.ts';

/** Payouts as those see them who tell merchants what became of an order (the seam `ToldOrders` of callbacks). */
export const toldPayouts = {
  kind: 'payout',
  news: newsOfPayouts,
  now: payoutsNow,
  lock: lockPayouts,
  lockInScope,
  markTold,
} as const;
