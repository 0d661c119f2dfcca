import { assertPositive, channelAccount, credit, debit, draft, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/** J20: the platform pays a provider in advance, so that payouts can leave by him. */
export function channelPrefund(amount: bigint): JournalDraft {
  assertPositive(amount, 'a transfer');
  return draft([debit('A100', channelAccount, amount), credit('A110', platform, amount)]);
}
