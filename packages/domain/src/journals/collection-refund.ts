import type { CollectionSplit } from '../fees/split.ts';
import { channelAccount, credit, debit, draft, party } from './leg.ts';
import type { JournalDraft, Leg } from './leg.ts';
import { drawMix, giveBackMix, takeMix, totalOf } from './mix.ts';
import type { Mix } from './mix.ts';
import { refundFeeLegs, returnedFee } from './refund-fees.ts';
import type { RefundFeeOptions } from './refund-fees.ts';

const merchant = party('customer');

/**
 * The buckets a full refund takes: the order's own unreleased leg whole, then settleable money. Null when the
 * merchant does not hold the full amount: a refund is never made from money that is not there.
 */
export function refundMix(amount: bigint, orderLeg: Mix, settleable: bigint): Mix | null {
  const { mix, short } = drawMix(amount, { ...orderLeg, L200: settleable }, ['L210', 'L202', 'L200']);
  return short === 0n ? mix : null;
}

/** J14, prepare: the money of the refund is reserved. */
export function collectionRefundPrepare(mix: Mix): JournalDraft {
  return draft([...takeMix(mix, merchant), credit('L232', merchant, totalOf(mix))]);
}

/** J14, done: the provider has paid the whole back, and the fees return by the policy "all but endpoint". */
export function collectionRefundDone(split: CollectionSplit, options: RefundFeeOptions): JournalDraft {
  return draft([...paidBack(split.amount), ...feesReturned(split, options)], { clawsBack: true });
}

/** One of several refunds of an order: its fees return with the one that completes the whole. */
export function collectionRefundPartDone(
  amount: bigint,
  completes?: { readonly split: CollectionSplit; readonly options: RefundFeeOptions },
): JournalDraft {
  const fees = completes === undefined ? [] : feesReturned(completes.split, completes.options);
  return draft([...paidBack(amount), ...fees], { clawsBack: completes !== undefined });
}

const paidBack = (amount: bigint): readonly Leg[] => [
  debit('L232', merchant, amount),
  credit('A100', channelAccount, amount),
];

const feesReturned = (split: CollectionSplit, options: RefundFeeOptions): readonly Leg[] => [
  ...refundFeeLegs(split, options),
  credit('L200', merchant, returnedFee(split)),
];

/** J14, failed: the hold goes back to exactly the buckets it came from. */
export function collectionRefundFailed(mix: Mix, options: { settled?: boolean } = {}): JournalDraft {
  return draft([debit('L232', merchant, totalOf(mix)), ...giveBackMix(mix, merchant, options)]);
}
