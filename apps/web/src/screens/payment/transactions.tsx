import { getPayout, livePayouts, searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { PayoutOrders } from '../../parts/payout/order-list.tsx';

const calls = { search: searchPayouts, live: livePayouts, read: getPayout };

/** The payouts of one's own tree. */
export function PaymentTransactions() {
  return <PayoutOrders name="payment.transactions" calls={calls} />;
}
