import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** The channel accounts that have had payers sent to this card or address. */
export async function accountsAt(db: Kysely<Tables>, destination: string): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT DISTINCT channel_account_id AS id FROM awaited_transfer WHERE destination = ${destination}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
