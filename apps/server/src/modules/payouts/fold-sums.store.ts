import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** Folds what was noted of payouts into the sums of days, up to a thousand notes at a time. */
export async function foldPayoutSums(db: Kysely<Tables>): Promise<void> {
  const most = 1_000;
  for (;;) {
    const { rows } = await sql<{ folded: number }>`SELECT fold_payouts(${most}) AS folded`.execute(db);
    if (rows[0]?.folded !== most) return;
  }
}
