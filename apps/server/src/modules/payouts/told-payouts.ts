import type { PayoutNews } from '@suanpan/domain/payout-news';
import { toldOrders } from '../orders/index.ts';

/** Payouts as those see them who tell merchants what became of an order (the seam `ToldOrders` of callbacks). */
export const toldPayouts = { kind: 'payout', ...toldOrders<PayoutNews>('payout', 'amount') } as const;

/** What notices and browsers say of payouts, as they stand now, in ascending id. */
export const payoutsNow = toldPayouts.now;
