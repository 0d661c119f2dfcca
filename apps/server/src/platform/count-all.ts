import { countOf } from './db/count-of.ts';

/** How many rows stand behind these sums together. */
export function countAll(sums: readonly { readonly count: bigint }[]): number {
  return countOf(sums.reduce((total, { count }) => total + count, 0n));
}
