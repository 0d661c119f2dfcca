import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface LiveKeyRow {
  readonly username: string;
  readonly key: string;
  readonly secret_sealed: string;
}

/** The live keys with which the demo's merchants may open orders now, or pay others. */
export async function listLiveKeys(db: Kysely<Tables>, scope: 'collect' | 'payout'): Promise<LiveKeyRow[]> {
  const { rows } = await sql<LiveKeyRow>`
    SELECT u.username, k.key, k.secret_sealed FROM api_key k
    JOIN app_user u ON u.id = k.customer_id AND u.is_demo AND u.status = 'active'
    WHERE NOT k.is_test AND k.disabled_at IS NULL AND ${scope} = ANY (k.scopes)
      AND (${scope} = 'collect' OR '127.0.0.1/32' = ANY (k.ip_allowlist))
    ORDER BY k.id`.execute(db);
  return rows;
}

/** One payout of each tree that waits because there were many to one payee, where another one waits beside it. */
export async function waitingPayouts(db: Kysely<Tables>): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT max(o.id) AS id FROM payout_order o JOIN app_user u ON u.id = o.customer_id AND u.is_demo
    WHERE o.source = 'batch' AND o.wait_reason = 'velocity' AND o.stage = 'queued'
    GROUP BY o.agent_id HAVING count(*) > 1 ORDER BY 1`.execute(db);
  return rows.map(({ id }) => id);
}
