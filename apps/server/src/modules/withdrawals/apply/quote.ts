import { Refusal } from '@suanpan/domain/errors';
import { withdrawalQuoteS } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { insertQuote } from './apply.store.ts';
import type { QuoteRow } from './apply.store.ts';
import type { RateAt } from './rate-at.ts';

/**
 * Shows an owner a rate and keeps it for as long as he may apply by it. Refuses `rateNotSet` without one, and `checkHandlingFee`
 * where his senior agent's would give more than the platform gives (domain §3, J8).
 */
export async function makeQuote(
  tx: Tx,
  rateAt: RateAt,
  owner: { readonly id: bigint; readonly tenant: bigint | null },
  from: Currency,
  to: Currency,
): Promise<QuoteRow> {
  const at = await businessNow(tx);
  const platformRate = await rateAt(tx, from, to, null, at);
  const rate = owner.tenant === null ? platformRate : await rateAt(tx, from, to, owner.tenant, at);
  if (rate === null || platformRate === null)
    throw new Refusal('rateNotSet', { params: { pair: `${to}/${from}` } });
  if (rate < platformRate) throw new Refusal('checkHandlingFee');
  return insertQuote(tx, { ownerId: owner.id, from, to, rate, platformRate, lifetimeS: withdrawalQuoteS });
}
