import { debit, draft, party } from './leg.ts';
import type { JournalDraft } from './leg.ts';
import { giveBackMix, totalOf } from './mix.ts';
import type { Mix } from './mix.ts';

/**
 * The mix by which a hold goes back: what it took of L202 for days that have come since is settled money by now.
 * `come` is the sum of these days.
 */
export function mixGivenBack(hold: Mix, come: bigint): Mix {
  const early = hold.L202 ?? 0n;
  if (come > early) throw new Error(`${come} of ${early} cannot have come`);
  return { ...hold, L202: early - come, L200: (hold.L200 ?? 0n) + come };
}

/** A payout that is rejected, cancelled or not verified gives its hold back, the fee included. */
export function payoutRelease(hold: Mix, come = 0n): JournalDraft {
  const merchant = party('customer');
  return draft([debit('L230', merchant, totalOf(hold)), ...giveBackMix(mixGivenBack(hold, come), merchant)]);
}
