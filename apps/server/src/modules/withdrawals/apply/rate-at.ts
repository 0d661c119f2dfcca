import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/**
 * What money that leaves is exchanged by: units of `from` for one of `to`, in 1e-8 (domain §6.17: the payment rate). `tenant` is the
 * senior agent whose rate it is, null the platform's own; a tenant without a rate of his own has the platform's. Null where none is
 * set for the pair at that moment.
 */
export type RateAt = (
  db: Kysely<Tables>,
  from: Currency,
  to: Currency,
  tenant: bigint | null,
  at: Date,
) => Promise<bigint | null>;

/** Nobody has set a rate: what goes to another currency is refused. */
export const noRates: RateAt = () => Promise.resolve(null);
