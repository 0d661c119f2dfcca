import type { CollectionSplit } from '../fees/split.ts';
import { channelAccount, credit, debit, draft, party } from './leg.ts';
import type { JournalDraft } from './leg.ts';
import { drawMix, takeMix } from './mix.ts';
import type { Mix } from './mix.ts';
import { refundFeeLegs, returnedFee } from './refund-fees.ts';
import type { RefundFeeOptions } from './refund-fees.ts';

export interface ChargeBackOptions extends RefundFeeOptions {
  /** The order's own unreleased leg in L210, and what the merchant holds in L202, L201 and L200. */
  readonly available: Mix;
}

/**
 * J19: the provider took the money back. The merchant's buckets pay as far as they reach and the rest becomes a
 * receivable from him; the fees return as in J14, to the receivable first.
 */
export function collectionChargeBack(split: CollectionSplit, options: ChargeBackOptions): JournalDraft {
  const merchant = party('customer');
  const order = ['L210', 'L202', 'L201', 'L200'] as const;
  const { mix, short } = drawMix(split.amount, options.available, order);
  const returned = returnedFee(split);
  const repaid = returned < short ? returned : short;
  return draft(
    [
      ...takeMix(mix, merchant),
      debit('A130', merchant, short),
      credit('A100', channelAccount, split.amount),
      ...refundFeeLegs(split, options),
      credit('A130', merchant, repaid > 0n ? repaid : 0n),
      credit('L200', merchant, repaid > 0n ? returned - repaid : returned),
    ],
    { clawsBack: true },
  );
}
