import { Refusal } from '@suanpan/domain/errors';
import type { Currency } from '@suanpan/money/currency';
import { convert, convertInverse, parseExchangeRate } from '@suanpan/money/exchange';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { findRate } from './rates.queries.ts';
import type { FoundRate } from './rates.queries.ts';

/** A rate as it stood at an instant; rates in units of 1e-8 quote units for one unit of the base. */
export interface RateInForce {
  readonly id: bigint;
  readonly base: Currency;
  readonly quote: Currency;
  /** By which what is collected in the base is credited in the quote. */
  readonly collectionRate: bigint;
  /** By which what is paid in the base is charged in the quote. */
  readonly paymentRate: bigint;
  /** What the platform gives the senior agent; null where the rate is the platform's own, or it has none. */
  readonly platform: {
    readonly id: bigint;
    readonly collectionRate: bigint;
    readonly paymentRate: bigint;
  } | null;
}

/**
 * The rate between two currencies, whichever is the base, that was in force for a senior agent at an instant: his own, or the
 * platform's; `tenant` null asks for the platform's. Refuses `rateNotSet` where there is none, and `checkHandlingFee` where
 * his own has become worse for him than the platform's: nothing is locked at such a rate (domain §3, J8).
 */
export async function rateAt(
  db: Kysely<Tables>,
  from: Currency,
  to: Currency,
  tenant: bigint | null,
  at: Date,
): Promise<RateInForce> {
  const [own, platform] = [await findRate(db, from, to, tenant, at), await findRate(db, from, to, null, at)];
  if (own === undefined) throw new Refusal('rateNotSet', { params: { pair: `${from}/${to}` } });
  const rate = ratesOf(own);
  if (own.agent_id === null || platform === undefined) return { ...rate, platform: null };
  const house = ratesOf(platform);
  if (rate.paymentRate < house.paymentRate || rate.collectionRate > house.collectionRate)
    throw new Refusal('checkHandlingFee');
  return { ...rate, platform: house };
}

const ratesOf = ({ id, base, quote, collection_rate, payment_rate }: FoundRate) => ({
  id,
  base,
  quote,
  collectionRate: parseExchangeRate(collection_rate),
  paymentRate: parseExchangeRate(payment_rate),
});

/** The one of both rates that counts: from the base at the collection rate, to the base at the payment rate (domain §6.17). */
export function usedRate(rate: RateInForce, from: Currency): bigint {
  return from === rate.base ? rate.collectionRate : rate.paymentRate;
}

/** Minor units of the other currency for minor units of `from`. Fiat is rounded half up, crypto is cut (domain §3). */
export function convertAt(rate: RateInForce, minor: bigint, from: Currency): bigint {
  const e8 = usedRate(rate, from);
  if (from === rate.base) return convert(minor, from, rate.quote, e8, 'halfUp');
  return convertInverse(minor, from, rate.base, e8, rate.base === 'USDT' ? 'down' : 'halfUp');
}
