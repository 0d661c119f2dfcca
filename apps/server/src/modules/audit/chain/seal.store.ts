import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Block, SealedBlock, Source } from './block.ts';
import { digestOf, instantText, printsOf } from './chain.queries.ts';
import type { ChainEnd } from './chain.queries.ts';

const sealLock = 5_741_650_031;

/** One sealer at a time over all processes, until the transaction ends. */
export async function isSealer(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    sealer: boolean;
  }>`SELECT pg_try_advisory_xact_lock(${sealLock}) AS sealer`.execute(tx);
  return rows[0]?.sealer === true;
}

export interface SealingLimits {
  /** Rows of one block at most. */
  readonly most: number;
  /** How long an id that was drawn is awaited beyond the transactions that were seen. */
  readonly patienceMs: number;
}

/**
 * The next block of a source: all that one snapshot sees of it and no block holds. Undefined when there is nothing.
 * It looks at awaited ids and at those above the last block alone, whatever the size of the table.
 *
 * An awaited id is given up when it lies under the top of a block that was made so long before another one whose
 * horizon lies behind us: whoever drew it had begun to write by then, and has ended. A horizon ahead of all that this
 * cluster has begun counts the transactions of one that was restored since, and lies behind us too.
 */
export async function draftBlock(
  tx: Tx,
  source: Source,
  after: ChainEnd,
  { most, patienceMs }: SealingLimits,
): Promise<Block | undefined> {
  const { rows } = await sql<Omit<Block, 'id' | 'previous'>>`
    WITH last AS (
      SELECT b.top, b.awaited FROM audit_seal b WHERE b.source = ${source} ORDER BY b.id DESC LIMIT 1
    ), start AS (
      SELECT coalesce((SELECT top FROM last), 0) AS top, coalesce((SELECT awaited FROM last), '{}') AS awaited
    ), taken AS MATERIALIZED (
      SELECT r.id, r.digest
      FROM start s, seal_rows(${source}, s.awaited
        + int8multirange(int8range(s.top + 1, greatest(s.top, seal_drawn(${source})) + 1)), ${most}) r
    ), over AS (
      SELECT b.sealed_at FROM audit_seal b
      WHERE b.source = ${source} AND (b.horizon <= pg_snapshot_xmin(pg_current_snapshot())
                                      OR b.horizon > pg_snapshot_xmax(pg_current_snapshot()))
      ORDER BY b.id DESC LIMIT 1
    ), ended AS (
      SELECT b.top FROM audit_seal b
      WHERE b.source = ${source}
        AND b.sealed_at <= (SELECT sealed_at FROM over) - ${patienceMs} * interval '1 millisecond'
      ORDER BY b.id DESC LIMIT 1
    ), block AS (
      SELECT max(r.id) AS highest, count(*) = ${most} AS is_cut, range_agg(int8range(r.id, r.id + 1)) AS ids,
             ${digestOf} AS digest, ${printsOf} AS prints
      FROM taken r HAVING count(*) > 0
    ), looked AS (
      SELECT b.*, greatest(s.top, b.highest) AS top,
             s.awaited + int8multirange(int8range(s.top + 1, greatest(s.top, b.highest) + 1)) - b.ids AS unseen,
             -- A block that is full has looked no further than its last row.
             least((SELECT top FROM ended), CASE WHEN b.is_cut THEN b.highest END) AS decided
      FROM block b, start s
    ), known AS (
      SELECT l.*, CASE WHEN (SELECT top FROM ended) IS NULL THEN '{}'
                       ELSE l.unseen * int8multirange(int8range(NULL, l.decided + 1)) END AS given_up
      FROM looked l
    )
    SELECT ${source} AS source, to_char(now() AT TIME ZONE 'UTC', ${instantText}) AS sealed_at,
           pg_snapshot_xmax(pg_current_snapshot())::text AS horizon, k.top, k.ids::text,
           (k.unseen - k.given_up)::text AS awaited, k.given_up::text, k.digest, k.prints
    FROM known k`.execute(tx);
  return rows[0] && { ...rows[0], id: after.id + 1n, previous: after.head };
}

export async function insertBlock(tx: Tx, block: SealedBlock): Promise<void> {
  await sql`
    INSERT INTO audit_seal (id, source, sealed_at, horizon, top, ids, awaited, given_up, digest, prints, previous, head)
    VALUES (${block.id}, ${block.source}, ${block.sealed_at}::timestamptz, ${block.horizon}::xid8, ${block.top},
            ${block.ids}::int8multirange, ${block.awaited}::int8multirange, ${block.given_up}::int8multirange,
            ${block.digest}, ${block.prints}, ${block.previous}, ${block.head})`.execute(tx);
}

/** The time by which blocks and heads are told apart, as they hold it. */
export async function databaseNow(tx: Tx): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    SELECT to_char(now() AT TIME ZONE 'UTC', ${instantText}) AS at`.execute(tx);
  return rows[0]?.at ?? '';
}
