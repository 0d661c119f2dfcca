import { channelAccount, credit, debit, draft, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/**
 * A difference to a provider's statement that the platform takes upon itself: `A100` with what lies there more (above zero) or
 * less than we booked, `L260` with what it costs more or less than we reckoned.
 */
export function reconciliationWriteOff(kind: 'A100' | 'L260', amount: bigint): JournalDraft {
  if (amount === 0n) throw new Error('a write-off moves something');
  const size = amount < 0n ? -amount : amount;
  const isOurLoss = amount < 0n === (kind === 'A100');
  return draft(
    isOurLoss
      ? [debit('E510', platform, size), credit(kind, channelAccount, size)]
      : [debit(kind, channelAccount, size), credit('E510', platform, size)],
  );
}
