import { isTronAddress } from '@suanpan/signing/tron-address';
import type { ChannelAccount } from '../../modules/channels/port.ts';

/** Our addresses, as the account names them, separated by commas; one with a slip in it is none. */
export function addressesOf({ credentials }: Pick<ChannelAccount, 'credentials'>): string[] {
  const named = (credentials['addresses'] ?? '').split(',').map((address) => address.trim());
  return [...new Set(named)].filter(isTronAddress);
}

/** One address for each order, until its time of grace is over; a single one is shared, each order by a sum of its own. */
export function placesOf(account: ChannelAccount) {
  const destinations = addressesOf(account);
  return { destinations, shared: destinations.length === 1 };
}
