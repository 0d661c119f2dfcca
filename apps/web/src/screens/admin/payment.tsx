import { getAnyPayout, liveAllPayouts, searchAllPayouts } from '@suanpan/contract/endpoints/payouts';
import { PayoutOrders } from '../../parts/payout/order-list.tsx';

const calls = { search: searchAllPayouts, live: liveAllPayouts, read: getAnyPayout };

/** The payouts of all tenants, each opened at what was said to and by its provider. */
export function AllPayouts() {
  return <PayoutOrders name="admin.payment" calls={calls} firstTab="provider" isAcrossTenants />;
}
