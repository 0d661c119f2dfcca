import { assertPositive, channelAccount, credit, debit, draft, party, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/** J22: unidentified money goes back to its payer by the account where it came in. */
export function receiptSendBack(amount: bigint): JournalDraft {
  assertPositive(amount, 'a receipt');
  return draft([debit('L250', platform, amount), credit('A100', channelAccount, amount)]);
}

/** Real money that comes after a supply goes to whoever had paid for it (domain §3, J3). */
export function receiptRestore(amount: bigint, payer: 'agent' | 'goodwill'): JournalDraft {
  assertPositive(amount, 'a receipt');
  const given = payer === 'agent' ? credit('L200', party('agent'), amount) : credit('E510', platform, amount);
  return draft([debit('L250', platform, amount), given]);
}
