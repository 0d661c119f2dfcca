import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface LiveKeyRow {
  readonly username: string;
  readonly key: string;
  readonly secret_sealed: string;
}

/** The live keys with which the demo's merchants may open orders now. */
export async function listLiveKeys(db: Kysely<Tables>): Promise<LiveKeyRow[]> {
  const { rows } = await sql<LiveKeyRow>`
    SELECT u.username, k.key, k.secret_sealed FROM api_key k
    JOIN app_user u ON u.id = k.customer_id AND u.is_demo AND u.status = 'active'
    WHERE NOT k.is_test AND k.disabled_at IS NULL AND 'collect' = ANY (k.scopes)
    ORDER BY k.id`.execute(db);
  return rows;
}
