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

/** What the archive holds, and from when on orders of either kind are online. */
export interface ArchiveState {
  readonly collection: bigint;
  readonly payout: bigint;
  readonly oldest_online: Date | null;
}

export async function readState(db: Kysely<Tables>): Promise<ArchiveState> {
  const { rows } = await sql<ArchiveState>`SELECT * FROM archive_state()`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('The archive says nothing of itself');
  return state;
}
