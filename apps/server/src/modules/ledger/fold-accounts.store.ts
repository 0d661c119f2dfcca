import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** So many journals may have their number and not be committed while somebody acts. */
const underWay = 10_000;
const atOnce = 20_000;

/** Adds the journals that came to the sums by day. Whoever reads them is exact without it; it keeps that cheap. */
export async function foldAccounts(db: Kysely<Tables>, margin = underWay): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ passed: bigint }>`
      SELECT fold_accounts(${margin}, ${atOnce}) AS passed`.execute(db);
    if (rows[0]?.passed !== BigInt(atOnce)) return;
  }
}
