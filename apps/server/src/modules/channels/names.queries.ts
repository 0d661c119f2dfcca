import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** What these channels are called, by id; whoever asks has seen to it that the reader may know them. */
export async function channelNames(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('channel').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** As `channelNames`, of accounts at providers. */
export async function channelAccountNames(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('channel_account').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
