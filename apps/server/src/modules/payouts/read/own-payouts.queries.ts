import { ownOrders } from '../../orders/index.ts';
import type { PayoutRow } from '../payouts.queries.ts';

const own = ownOrders<PayoutRow>('whole.payout_order');
export const findOwnPayout = own.find;
export const listOwnPayouts = own.list;
