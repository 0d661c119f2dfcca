import { watchRestMinutes } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { watchColumns } from './watches.queries.ts';
import type { WatchRow } from './watches.queries.ts';

/** Asked within this time, one is not asked again: every process looks once a minute. */
const askedEveryS = 50;

/** Holds back others of this person until the transaction ends, and says how many he has. */
export async function lockWatches(tx: Tx, ownerId: bigint): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`watches ${ownerId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM list_watch WHERE owner_id = ${ownerId}`.execute(tx);
  return rows[0]?.n ?? 0;
}

export type WatchDraft = Omit<WatchRow, 'id' | 'found' | 'since' | 'print' | 'last_call'>;

export async function insertWatch(tx: Tx, draft: WatchDraft): Promise<WatchRow> {
  const { rows } = await sql<WatchRow>`
    INSERT INTO list_watch AS w (owner_id, kind, name, filter, search, window_min, older_min, mark, via, url, created_at, asked_at)
    VALUES (${draft.owner_id}, ${draft.kind}, ${draft.name}, ${JSON.stringify(draft.filter)}::jsonb,
            ${JSON.stringify(draft.search)}::jsonb, ${draft.window_min}, ${draft.older_min}, ${draft.mark}, ${draft.via},
            ${draft.url}, business_now(), now())
    RETURNING ${watchColumns}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The watch was not stored');
  return row;
}

/** Says one's own anew; what it found and told is judged anew too. Undefined where it is gone meanwhile. */
export async function saveWatch(tx: Tx, id: bigint, draft: WatchDraft): Promise<WatchRow | undefined> {
  const { rows } = await sql<WatchRow>`
    UPDATE list_watch w SET name = ${draft.name}, filter = ${JSON.stringify(draft.filter)}::jsonb,
      search = ${JSON.stringify(draft.search)}::jsonb, window_min = ${draft.window_min}, older_min = ${draft.older_min},
      mark = ${draft.mark}, via = ${draft.via}, url = ${draft.url}, asked_at = now(), found = NULL, since = NULL, told_at = NULL
    WHERE w.id = ${id} AND w.owner_id = ${draft.owner_id} RETURNING ${watchColumns}`.execute(tx);
  return rows[0];
}

/** What was taken away; undefined for one that is absent or another's. */
export async function removeWatch(tx: Tx, ownerId: bigint, id: bigint): Promise<WatchRow | undefined> {
  const { rows } = await sql<WatchRow>`
    DELETE FROM list_watch w WHERE w.id = ${id} AND w.owner_id = ${ownerId} RETURNING ${watchColumns}`.execute(
    tx,
  );
  return rows[0];
}

/** The one whose turn it is, which has waited longest; no other process is given it now. Undefined where none is. */
export async function takeWatch(db: Kysely<Tables>): Promise<WatchRow | undefined> {
  const { rows } = await sql<WatchRow>`
    UPDATE list_watch w SET asked_at = now()
    WHERE w.id = (
      SELECT t.id FROM list_watch t WHERE t.asked_at <= now() - ${askedEveryS} * interval '1 second'
      ORDER BY t.asked_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING ${watchColumns}`.execute(db);
  return rows[0];
}

/**
 * Keeps what one found, null where its list could not be asked, and says whether its owner is to be told: it finds more than its mark,
 * did not a moment ago, and he was not told of it within its rest. What was said anew since it was asked is not judged by what was
 * found before.
 */
export async function keepFound(
  tx: Tx,
  { id, print }: Pick<WatchRow, 'id' | 'print'>,
  found: bigint | null,
): Promise<boolean> {
  const { rows } = await sql<{ tells: boolean }>`
    WITH was AS (
      SELECT w.id, w.since, w.told_at FROM list_watch w
      WHERE w.id = ${id} AND list_watch_print(w) = ${print} FOR NO KEY UPDATE
    ),
    judged AS (
      SELECT was.id, was.since, ${found}::bigint > w.mark AND was.since IS NULL
             AND (was.told_at IS NULL OR was.told_at <= business_now() - ${watchRestMinutes} * interval '1 minute') AS tells
      FROM was JOIN list_watch w ON w.id = was.id
    )
    UPDATE list_watch w SET found = ${found}, told_at = CASE WHEN j.tells THEN business_now() ELSE w.told_at END,
      since = CASE WHEN ${found}::bigint IS NULL THEN w.since WHEN ${found}::bigint > w.mark THEN coalesce(w.since, business_now()) END
    FROM judged j WHERE w.id = j.id RETURNING j.tells IS TRUE AS tells`.execute(tx);
  return rows[0]?.tells === true;
}
