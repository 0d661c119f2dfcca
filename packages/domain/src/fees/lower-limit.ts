import { Refusal } from '../errors.ts';
import type { CollectionTerms } from './split.ts';

/**
 * Refuses `checkHandlingFee` where a channel's lower limit does not lie above its fixed fees (domain §10.1): the
 * merchant's own, and those that are paid out of it. Without fixed fees any limit does. To be asked wherever a limit
 * or a price is saved.
 */
export function refuseLowLimit(minAmount: bigint, terms: CollectionTerms): void {
  const paidOut =
    terms.endpoint.perItem +
    (terms.subAgent?.perItem ?? 0n) +
    (terms.middleman?.perItem ?? 0n) +
    terms.system.perItem;
  const fixed = paidOut > terms.merchant.perItem ? paidOut : terms.merchant.perItem;
  if (fixed > 0n && minAmount <= fixed) throw new Refusal('checkHandlingFee');
}
