import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';
import { listDifferences, sumDifferences } from './reconciliation.queries.ts';

/** What differs in the caller's tree and waits, whatever its age: what moved for one side alone, fees apart, and so many of the oldest. */
export async function openDifferences(db: Kysely<Tables>, scope: Scope, most: number) {
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
