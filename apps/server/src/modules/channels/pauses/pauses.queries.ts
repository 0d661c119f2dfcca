import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface ListedPause {
  readonly direction: 'collection' | 'payout';
  readonly agent_id: bigint | null;
  readonly provider_id: bigint | null;
  /** Of the senior agent or the provider. */
  readonly name: string | null;
  readonly until: Date | null;
  readonly reason: string;
  readonly username: string;
  readonly paused_at: Date;
}

/** What stands still now, the widest first. */
export async function listPauses(db: Kysely<Tables>): Promise<ListedPause[]> {
  const { rows } = await sql<ListedPause>`
    SELECT z.direction, z.agent_id, z.provider_id, coalesce(a.name, p.name) AS name, z.until, z.reason, u.username, z.paused_at
    FROM money_pause z JOIN app_user u ON u.id = z.paused_by
    LEFT JOIN app_user a ON a.id = z.agent_id LEFT JOIN provider p ON p.id = z.provider_id
    WHERE z.until IS NULL OR z.until > business_now()
    ORDER BY z.direction, num_nonnulls(z.agent_id, z.provider_id), z.id`.execute(db);
  return rows;
}

export async function listProviders(db: Kysely<Tables>): Promise<{ id: bigint; name: string }[]> {
  return db.selectFrom('provider').select(['id', 'name']).orderBy('name').execute();
}
