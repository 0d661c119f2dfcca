import { assertPositive, channelAccount, credit, debit, draft, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/**
 * J16: money came in that no order explains (unidentified transfer, wrong amount, late or duplicate payment).
 * Its claim is collectionSupply with the source `receipt`.
 */
export function receiptArrive(amount: bigint): JournalDraft {
  assertPositive(amount, 'a receipt');
  return draft([debit('A100', channelAccount, amount), credit('L250', platform, amount)]);
}
