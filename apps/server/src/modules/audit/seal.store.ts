import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';

const sealLock = 5_741_650_031;

/** One sealer at a time over all processes, until the transaction ends. */
export async function isSealer(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    sealer: boolean;
  }>`SELECT pg_try_advisory_xact_lock(${sealLock}) AS sealer`.execute(tx);
  return rows[0]?.sealer === true;
}

/** Every field of a row as text that does not depend on the settings of a session. */
export type SealableRow = Readonly<Record<string, string | null>>;

const fields = sql`
  a.id::text, extract(epoch FROM a.at)::text AS at, a.actor_id::text, a.effective_id::text, a.act, a.object_kind,
  a.object_id, a.outcome, a.from_status, a.to_status, a.journal_id::text, a.before::text, a.after::text, a.ip,
  a.user_agent, a.request_id`;

/**
 * Rows that no block covers yet, oldest first. A transaction may commit a row after its neighbours were sealed, so the
 * search goes back over the last ten thousand, and over all of them with `everywhere`.
 */
export async function unsealedRows(
  db: Kysely<Tables>,
  limit: number,
  everywhere = false,
): Promise<SealableRow[]> {
  const from = everywhere ? sql`0` : sql`coalesce((SELECT max(audit_id) FROM audit_sealed), 0) - 10000`;
  const { rows } = await sql<SealableRow>`
    SELECT ${fields} FROM audit_log a
    WHERE a.id > ${from} AND NOT EXISTS (SELECT FROM audit_sealed s WHERE s.audit_id = a.id)
    ORDER BY a.id LIMIT ${limit}`.execute(db);
  return rows;
}

export async function lastSealHash(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ hash: string }>`SELECT hash FROM audit_seal ORDER BY id DESC LIMIT 1`.execute(
    db,
  );
  return rows[0]?.hash ?? '';
}

export async function insertSeal(
  tx: Tx,
  rows: readonly { readonly id: string; readonly hash: string }[],
  hash: string,
): Promise<void> {
  const ids = rows.map((row) => row.id);
  const hashes = rows.map((row) => row.hash);
  await sql`
    WITH seal AS (INSERT INTO audit_seal (row_count, hash) VALUES (${ids.length}, ${hash}) RETURNING id)
    INSERT INTO audit_sealed (audit_id, seal_id, row_hash)
    SELECT row.id, seal.id, row.hash
    FROM seal, unnest(${ids}::bigint[], ${hashes}::text[]) AS row (id, hash)`.execute(tx);
}

export interface SealRow {
  readonly id: bigint;
  readonly row_count: number;
  readonly hash: string;
}

/** The next blocks after `afterId`, in the order of the chain. */
export async function sealsAfter(db: Kysely<Tables>, afterId: bigint, limit: number): Promise<SealRow[]> {
  const { rows } = await sql<SealRow>`
    SELECT id, row_count, hash FROM audit_seal WHERE id > ${afterId} ORDER BY id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The rows that a stretch of blocks covers, as they stand now, with their block. */
export async function rowsOfSeals(
  db: Kysely<Tables>,
  firstId: bigint,
  lastId: bigint,
): Promise<(SealableRow & { readonly seal_id: string })[]> {
  const { rows } = await sql<SealableRow & { readonly seal_id: string }>`
    SELECT s.seal_id::text, ${fields}
    FROM audit_sealed s JOIN audit_log a ON a.id = s.audit_id
    WHERE s.seal_id BETWEEN ${firstId} AND ${lastId}
    ORDER BY s.seal_id, a.id`.execute(db);
  return rows;
}

/** How many blocks there are to look at. */
export async function countSeals(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_seal`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What a block says it covers, in order: the row's hash as it was sealed. Rows of old blocks have none. */
export async function sealedHashes(
  db: Kysely<Tables>,
  sealId: bigint,
): Promise<{ readonly audit_id: string; readonly row_hash: string | null }[]> {
  const { rows } = await sql<{ audit_id: string; row_hash: string | null }>`
    SELECT audit_id::text, row_hash FROM audit_sealed WHERE seal_id = ${sealId} ORDER BY audit_id`.execute(
    db,
  );
  return rows;
}
