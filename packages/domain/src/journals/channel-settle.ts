import { channelAccount, credit, debit, draft, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/** J17: a provider settles. `arrived` came to the platform's bank and `kept` was the provider's price; neither is below zero. */
export function channelSettle(arrived: bigint, kept: bigint): JournalDraft {
  if (arrived < 0n || kept < 0n || arrived + kept === 0n) throw new Error('a settlement moves something');
  return draft([
    debit('A110', platform, arrived),
    debit('L260', channelAccount, kept),
    credit('A100', channelAccount, arrived + kept),
  ]);
}
