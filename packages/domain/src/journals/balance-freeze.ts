import { credit, debit, draft, party } from './leg.ts';
import type { JournalDraft } from './leg.ts';
import { giveBackMix, takeMix, totalOf } from './mix.ts';
import type { Mix } from './mix.ts';

const merchant = party('customer');

/** J12: settleable money, or the whole unreleased leg of one order, is frozen. */
export function balanceFreeze(mix: Mix): JournalDraft {
  return draft([...takeMix(mix, merchant), credit('L220', merchant, totalOf(mix))]);
}

/** The mirror of J12: back to the buckets it came from; an order whose day has come goes to L200. */
export function balanceUnfreeze(mix: Mix, options: { settled?: boolean } = {}): JournalDraft {
  return draft([debit('L220', merchant, totalOf(mix)), ...giveBackMix(mix, merchant, options)]);
}
