import type { Quota } from './candidate.ts';

/** Of two limits of the same thing, the one that leaves less room; a limit of 0 is none. */
export function tighter<Unit extends bigint | number>(one: Quota<Unit>, other: Quota<Unit>): Quota<Unit> {
  if (!one.limit) return other;
  if (!other.limit) return one;
  return other.limit - other.used < one.limit - one.used ? other : one;
}
