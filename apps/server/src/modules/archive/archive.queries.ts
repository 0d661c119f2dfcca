import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface ArchiveSetting {
  readonly version: number;
  readonly online_days: number;
  readonly exchange_days: number;
}

export async function readSetting(db: Kysely<Tables>): Promise<ArchiveSetting> {
  return db
    .selectFrom('archive_setting')
    .select(['version', 'online_days', 'exchange_days'])
    .executeTakeFirstOrThrow();
}

/** What the archive holds, and from when on orders are online. */
export interface ArchiveState {
  readonly collections: bigint;
  readonly oldest_online: Date | null;
}

export async function readState(db: Kysely<Tables>): Promise<ArchiveState> {
  const { rows } = await sql<ArchiveState>`
    SELECT (SELECT p.moved FROM archive_progress p WHERE p.kind = 'collection')
             - coalesce((SELECT sum(r.orders) FROM archive_recall r WHERE r.kind = 'collection'), 0)::bigint AS collections,
           (SELECT min(o.created_at) FROM public.collection_order o) AS oldest_online`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('The archive says nothing of itself');
  return state;
}
