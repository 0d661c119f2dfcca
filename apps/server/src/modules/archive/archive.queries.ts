import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { ArchivedKind } from './recall.store.ts';

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

/** What the archive holds, and from when on orders of either kind are online. */
export interface ArchiveState {
  readonly collection: bigint;
  readonly payout: bigint;
  readonly oldest_online: Date | null;
}

const held = (kind: ArchivedKind) => sql`
  (SELECT p.moved FROM archive_progress p WHERE p.kind = ${kind})
    - coalesce((SELECT sum(r.orders) FROM archive_recall r WHERE r.kind = ${kind}), 0)::bigint`;

export async function readState(db: Kysely<Tables>): Promise<ArchiveState> {
  const { rows } = await sql<ArchiveState>`
    SELECT ${held('collection')} AS collection, ${held('payout')} AS payout,
           least((SELECT min(o.created_at) FROM public.collection_order o),
             (SELECT min(o.created_at) FROM public.payout_order o)) AS oldest_online`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('The archive says nothing of itself');
  return state;
}
