import { credit, draft, party } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/**
 * J13: money moves between payout-only (L201) and settleable, minus for the way back. From L210 only whole orders
 * leave, oldest day first, so that way `change` is the sum of their legs and is never below zero.
 */
export function settleableEdit(change: bigint, from: 'L201' | 'L210'): JournalDraft {
  if (from === 'L210' && change < 0n) throw new Error('nothing is ever put back to unsettled');
  return draft([credit(from, party('customer'), -change), credit('L200', party('customer'), change)]);
}
