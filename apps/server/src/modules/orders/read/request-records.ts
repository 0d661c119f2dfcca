import { requestRecordDays } from '@suanpan/domain/limits';

const dayMs = 86_400_000;

/**
 * Since when an order must have been made for its requests to be shown, whether with the order or in a list of their own.
 * Those of an older one are kept and told to nobody (specification §5).
 */
export function recordsShownSince(now: Date): Date {
  return new Date(now.getTime() - requestRecordDays * dayMs);
}
