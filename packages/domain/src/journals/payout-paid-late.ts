import type { PayoutSplit } from '../fees/split-payout.ts';
import { channelAccount, credit, debit, draft, party } from './leg.ts';
import type { JournalDraft } from './leg.ts';
import { drawMix, takeMix } from './mix.ts';
import type { Mix } from './mix.ts';

/**
 * J21: a payout whose hold was given back was paid after all. The merchant's buckets pay what left and what it cost, as far
 * as they reach, and he owes the rest; nobody earns on it.
 */
export function payoutPaidLate(split: PayoutSplit, available: Mix): JournalDraft {
  const merchant = party('customer');
  const { mix, short } = drawMix(split.amount + split.endpointFee, available, ['L202', 'L201', 'L200']);
  return draft(
    [
      ...takeMix(mix, merchant),
      debit('A130', merchant, short),
      credit('A100', channelAccount, split.amount),
      credit('L260', channelAccount, split.endpointFee),
    ],
    { clawsBack: true },
  );
}
