import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { printBytes } from './block.ts';
import type { SealedBlock, Source } from './block.ts';

/** The digest over rows of `seal_rows`, and the prints that tell which of them was touched. */
export const digestOf = sql<Buffer>`sha256(coalesce(string_agg(r.digest, '' ORDER BY r.id), ''))`;
export const printsOf = sql<Buffer>`coalesce(string_agg(substr(r.digest, 1, ${sql.lit(printBytes)}), '' ORDER BY r.id), '')`;

/** A time as the same text in every session. */
export const instantFormat = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
export const instantText = sql.lit(instantFormat);
const sealedAt = sql<string>`to_char(b.sealed_at AT TIME ZONE 'UTC', ${instantText})`;

export interface ChainEnd {
  /** 0 while there is no block. */
  readonly id: bigint;
  readonly head: string;
  readonly sealed_at: string;
}

/** The last block of the chain, or the last one that was made so many seconds ago. */
export async function chainEnd(db: Kysely<Tables>, agoS = 0): Promise<ChainEnd> {
  const { rows } = await sql<ChainEnd>`
    SELECT b.id, b.head, ${sealedAt} AS sealed_at FROM audit_seal b
    WHERE ${agoS} = 0 OR b.sealed_at <= now() - ${agoS} * interval '1 second'
    ORDER BY b.id DESC LIMIT 1`.execute(db);
  return rows[0] ?? { id: 0n, head: '', sealed_at: '' };
}

/** A block with what its rows say now. */
export interface StandingBlock extends SealedBlock {
  readonly standing_digest: Buffer;
  readonly standing_prints: Buffer;
  /** Rows under ids that had been given up: no transaction of the product can have written them. */
  readonly intruders: readonly bigint[] | null;
}

const blocksAtOnce = 500;
const rowsAtOnce = 100_000;
/** A few of them name the matter. */
const intrudersNamed = 20;

/** The next blocks after one, in the order of the chain, as many as are read at once; none at its end. */
export async function blocksAfter(db: Kysely<Tables>, afterId: bigint): Promise<StandingBlock[]> {
  const { rows } = await sql<StandingBlock>`
    WITH next AS (
      SELECT s.*, sum(octet_length(s.prints)) OVER (ORDER BY s.id) - octet_length(s.prints) AS before
      FROM (SELECT * FROM audit_seal WHERE id > ${afterId} ORDER BY id LIMIT ${blocksAtOnce}) s
    )
    SELECT b.id, b.source, ${sealedAt} AS sealed_at, b.horizon::text, b.top, b.ids::text, b.awaited::text,
           b.given_up::text, b.digest, b.prints, b.previous, b.head,
           standing.digest AS standing_digest, standing.prints AS standing_prints, intruder.ids AS intruders
    FROM next b
    CROSS JOIN LATERAL (
      SELECT ${digestOf} AS digest, ${printsOf} AS prints FROM seal_rows(b.source, b.ids) r) standing
    CROSS JOIN LATERAL (
      SELECT array_agg(r.id) AS ids FROM seal_rows(b.source, b.given_up, ${intrudersNamed}) r) intruder
    WHERE b.before < ${rowsAtOnce * printBytes}
    ORDER BY b.id`.execute(db);
  return rows;
}

/** The print of each row that stands under these ids. */
export async function printsUnder(
  db: Kysely<Tables>,
  source: Source,
  ids: string,
): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ id: bigint; print: string }>`
    SELECT r.id, encode(substr(r.digest, 1, ${sql.lit(printBytes)}), 'hex') AS print
    FROM seal_rows(${source}, ${ids}::int8multirange) r`.execute(db);
  return new Map(rows.map(({ id, print }) => [id, print]));
}

/** What no block of a source holds: how many rows are too young, and rows under ids that were never drawn. */
export async function beyondChain(
  db: Kysely<Tables>,
  source: Source,
): Promise<{ readonly young: number; readonly intruders: readonly bigint[] | null }> {
  const { rows } = await sql<{ young: number; intruders: bigint[] | null }>`
    WITH ids AS (
      SELECT coalesce(max(b.top), 0) + 1 AS next, greatest(coalesce(max(b.top), 0), seal_drawn(${source})) + 1 AS undrawn,
             coalesce(range_agg(b.awaited), '{}') AS awaited
      FROM (SELECT top, awaited FROM audit_seal WHERE source = ${source} ORDER BY id DESC LIMIT 1) b
    )
    SELECT (SELECT count(*)::int FROM seal_rows(${source}, i.awaited + int8multirange(int8range(i.next, i.undrawn)))) AS young,
           (SELECT array_agg(r.id) FROM seal_rows(${source}, int8multirange(
              int8range(-9223372036854775808, 1), int8range(i.undrawn, 9223372036854775807)), ${intrudersNamed}) r) AS intruders
    FROM ids i`.execute(db);
  return rows[0] ?? { young: 0, intruders: null };
}

/** The heads of some blocks as they stand. */
export async function headsOfBlocks(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ id: bigint; head: string }>`
    SELECT id, head FROM audit_seal WHERE id = ANY (${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, head }) => [id, head]));
}
