import { assertPositive, credit, debit, draft, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/** J18: the owners draw of the platform's income. What may be drawn is said by the door, from the journals themselves. */
export function incomeDraw(amount: bigint): JournalDraft {
  assertPositive(amount, 'a drawing');
  return draft([debit('Q900', platform, amount), credit('A110', platform, amount)]);
}
