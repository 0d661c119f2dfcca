import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';
import { listDifferences, sumDifferences } from './reconciliation.queries.ts';

interface OpenDifferences {
  readonly oldestAt: Date | null;
  /** What moved for one side alone, fees apart. */
  readonly sums: readonly { readonly currency: Currency; readonly count: bigint; readonly amount: bigint }[];
  readonly items: readonly {
    readonly id: bigint;
    readonly no: string;
    readonly amount: bigint;
    readonly currency: Currency;
    readonly at: Date;
    readonly about: string;
  }[];
}

/** What differs in the caller's tree and waits, whatever its age; the oldest of it, so many. */
export async function openDifferences(
  db: Kysely<Tables>,
  scope: Scope,
  most: number,
): Promise<OpenDifferences> {
  const filter = { state: 'open' } as const;
  const sums = await sumDifferences(db, scope, filter);
  const rows = await listDifferences(db, scope, filter, { offset: 0, limit: most });
  return {
    oldestAt: rows[0]?.found_at ?? null,
    sums: sums.map(({ count, currency, ours, theirs }) => ({ count, currency, amount: theirs - ours })),
    items: rows.map((row) => ({
      id: row.id,
      no: row.line_ref || row.booked_ref || row.order_no || `#${row.id}`,
      amount: row.theirs - row.ours,
      currency: row.currency,
      at: row.found_at,
      about: `${row.account_name} · ${row.day}`,
    })),
  };
}
