import { Refusal } from '@suanpan/domain/errors';
import type { Currency } from '@suanpan/money/currency';
import type { Tx } from '../../../platform/db/transact.ts';
import { quoteThroughDoor } from './apply.store.ts';
import type { QuoteRow } from './apply.store.ts';

/**
 * Shows an owner a rate and keeps it for as long as he may apply by it. Refuses `rateNotSet` without one, and `checkHandlingFee`
 * where his senior agent's would give more than the platform gives (domain §3, J8).
 */
export async function makeQuote(tx: Tx, ownerId: bigint, from: Currency, to: Currency): Promise<QuoteRow> {
  const quote = await quoteThroughDoor(tx, ownerId, from, to);
  if (typeof quote === 'string') throw new Refusal(quote, { params: { pair: `${to}/${from}` } });
  return quote;
}
