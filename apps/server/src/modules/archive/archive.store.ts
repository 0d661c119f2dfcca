import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transact.ts';
import type { ArchiveSetting } from './archive.queries.ts';
import type { ArchivedKind } from './recall.store.ts';

/** What one batch came to: how many orders it looked at, and how many of them it moved. */
export interface MovedBatch {
  readonly looked: number;
  readonly moved: number;
}

/** Looks at the next orders of a kind beyond the online period and moves those that are over; at most so many. */
export async function moveOrders(tx: Tx, kind: ArchivedKind, most: number): Promise<MovedBatch> {
  const { rows } = await sql<MovedBatch>`
    SELECT looked, moved FROM ${sql.id(`archive_${kind}s`)}(${most})`.execute(tx);
  return rows[0] ?? { looked: 0, moved: 0 };
}

/** Forgets what was said about archived orders longer ago than it is kept, at most so many rows of each kind; answers how many. */
export async function dropExchanges(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`SELECT drop_archived_exchanges(${most}) AS gone`.execute(tx);
  return rows[0]?.gone ?? 0;
}

/** Answers the new version, or undefined where somebody else has changed it since `version`. */
export async function saveSetting(
  tx: Tx,
  { exchange_days: exchangeDays, online_days: onlineDays, version }: ArchiveSetting,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('archive_setting')
    .set({ online_days: onlineDays, exchange_days: exchangeDays, version: sql`version + 1` })
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return row?.version;
}
