import { searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { queryClient } from '../../lib/query-client.ts';

/** Reads a payout, and the lists of payouts, once more after somebody did something to it. */
export function payoutsChanged(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ['payout', id] });
  void queryClient.invalidateQueries({ queryKey: [searchPayouts.path] });
}
