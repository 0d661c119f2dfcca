import type { CollectionSplit } from './split.ts';

/**
 * Whether money may be credited by this split (domain §10.1): the merchant is never credited less than nothing, and
 * the senior agent loses nothing, unless he allows it.
 */
export function isCreditable(split: CollectionSplit, { allowLoss = false } = {}): boolean {
  return split.credited >= 0n && (allowLoss || split.agentNet >= 0n);
}
