import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface ChainRow {
  readonly customer_id: bigint;
  readonly agent_id: bigint;
  readonly sub_agent_id: bigint | null;
  readonly middleman_id: bigint | null;
}

/** The chain that new orders of a merchant get. */
export async function chainOf(db: Kysely<Tables>, customerId: bigint): Promise<ChainRow> {
  const { rows } = await sql<ChainRow>`
    SELECT id AS customer_id, agent_id, sub_agent_id, middleman_id FROM app_user
    WHERE id = ${customerId} AND kind = 'customer'`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error(`There is no merchant ${customerId}`);
  return row;
}
