import type { Watch } from '@suanpan/contract/endpoints/watches';
import type { WatchKind } from '@suanpan/domain/exports/watch-kinds';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface WatchRow extends Pick<
  Watch,
  'name' | 'filter' | 'search' | 'window_min' | 'older_min' | 'mark' | 'via' | 'url'
> {
  readonly id: bigint;
  readonly owner_id: bigint;
  readonly kind: WatchKind;
  readonly found: bigint | null;
  readonly since: Date | null;
  readonly last_call: string | null;
  /** Of what it asks and whom it tells. */
  readonly print: string;
}

export const watchColumns = sql`
  w.id, w.owner_id, w.kind, w.name, w.filter, w.search, w.window_min, w.older_min, w.mark, w.via, w.url, w.found, w.since,
  (SELECT c.outcome FROM alert_call c WHERE c.watch_id = w.id ORDER BY c.id DESC LIMIT 1) AS last_call,
  list_watch_print(w) AS print`;

/** One's own; undefined for one that is absent or another's. */
export async function findWatch(
  db: Kysely<Tables>,
  ownerId: bigint,
  id: bigint,
): Promise<WatchRow | undefined> {
  const { rows } = await sql<WatchRow>`
    SELECT ${watchColumns} FROM list_watch w WHERE w.id = ${id} AND w.owner_id = ${ownerId}`.execute(db);
  return rows[0];
}

/** One's own, in the order in which they came. */
export async function listWatches(db: Kysely<Tables>, ownerId: bigint): Promise<WatchRow[]> {
  const { rows } = await sql<WatchRow>`
    SELECT ${watchColumns} FROM list_watch w WHERE w.owner_id = ${ownerId} ORDER BY w.id`.execute(db);
  return rows;
}
