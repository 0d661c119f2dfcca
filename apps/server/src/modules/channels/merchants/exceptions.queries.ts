import type { TimeWindow } from '@suanpan/domain/routing/time-window';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** A rule of a merchant that overrules the polling. A condition that is null holds. */
export interface MerchantException {
  readonly id: bigint;
  readonly n: number;
  /** Minor units of the channel's currency, both ends inside. */
  readonly amount_min: bigint | null;
  readonly amount_max: bigint | null;
  /** Folded as `foldName` does it: the payer of a collection, the payee of a payout. */
  readonly payer: string | null;
  readonly hours: TimeWindow | null;
  readonly act: 'force' | 'exclude';
  readonly channel_id: bigint;
  /** Of the channel: its amounts are in it, and orders of another are none of its business. */
  readonly currency: Currency;
  /** From then on it counts no more. */
  readonly until: Date | null;
  readonly note: string;
}

/** The rules of a merchant in their order: the first whose conditions all hold decides, and no other after it. */
export async function merchantExceptions(
  db: Kysely<Tables>,
  customerId: bigint,
  direction: 'collection' | 'payout' = 'collection',
): Promise<MerchantException[]> {
  const { rows } = await sql<MerchantException>`
    SELECT e.id, e.n, e.amount_min, e.amount_max, e.payer, e.hours, e.act, e.channel_id, c.currency, e.until, e.note
    FROM channel_exception e JOIN channel c ON c.id = e.channel_id
    WHERE e.customer_id = ${customerId} AND e.direction = ${direction} ORDER BY e.n`.execute(db);
  return rows;
}
