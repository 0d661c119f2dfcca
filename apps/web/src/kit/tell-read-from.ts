import type { ReadFrom } from '@suanpan/contract/read-from';
import type { useWords } from '../lib/use-words.ts';

/** In one sentence from where figures were read, how far that is behind, and why it was not the replica. */
export function tellReadFrom(
  t: ReturnType<typeof useWords<'common'>>,
  { lag_s: count, reason }: Pick<ReadFrom, 'lag_s' | 'reason'>,
): string {
  return reason === null ? t('age.replica', { count }) : t(`age.primary.${reason}`);
}
