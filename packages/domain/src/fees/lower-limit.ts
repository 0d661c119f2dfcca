import type { CollectionTerms } from './split.ts';

/**
 * Whether a channel's lower limit lies above its fixed fees (domain §10.1): the merchant's own, and those that are
 * paid out of it. Without fixed fees any limit does. Saving one that does not is refused with `checkHandlingFee`.
 */
export function liesAboveFixedFees(minAmount: bigint, terms: CollectionTerms): boolean {
  const paidOut =
    terms.endpoint.perItem +
    (terms.subAgent?.perItem ?? 0n) +
    (terms.middleman?.perItem ?? 0n) +
    terms.system.perItem;
  const fixed = paidOut > terms.merchant.perItem ? paidOut : terms.merchant.perItem;
  return fixed === 0n || minAmount > fixed;
}
