import type pg from 'pg';
import { expect } from 'vitest';
import type { Check } from '../../src/modules/ledger/proof/check.queries.ts';
import { allChecks, readPointFloor } from '../../src/modules/ledger/proof/prove.queries.ts';
import type { Database } from '../../src/platform/db/database.ts';

interface Column {
  readonly column_name: string;
  readonly data_type: string;
}
const changes: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  bytea: (column) => `coalesce(${column}, '') || '\\x01'::bytea`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  jsonb: (column) => `coalesce(${column}, '{}') || '{"x":1}'`,
  boolean: (column) => `NOT coalesce(${column}, false)`,
  date: (column) => `coalesce(${column}, business_day(now())) + 40`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) - interval '1 hour'`,
  ARRAY: (column) => `CASE WHEN cardinality(${column}) > 0 THEN ${column}[2:] ELSE NULL END`,
};

async function columnsOf(admin: pg.Pool, table: string, key: string): Promise<Column[]> {
  const { rows } = await admin.query<Column>(
    `SELECT column_name, data_type FROM information_schema.columns
     WHERE table_name = $1 AND table_schema = 'public' AND is_generated = 'NEVER' AND column_name <> $2 ORDER BY 1`,
    [table, key],
  );
  return rows;
}

/** Takes the constraints off these tables, as whoever owns the database would before he alters a row. */
export async function loosen(admin: pg.Pool, tables: readonly string[], key = 'id'): Promise<void> {
  for (const table of tables) {
    const { rows: held } = await admin.query<{ conname: string }>(
      `SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('c', 'u', 'f')`,
      [table],
    );
    for (const { conname } of held)
      await admin.query(`ALTER TABLE ${table} DROP CONSTRAINT ${conname} CASCADE`);
    const { rows: nullable } = await admin.query<Column>(
      `SELECT column_name, data_type FROM information_schema.columns
       WHERE table_name = $1 AND is_nullable = 'NO' AND column_name <> $2 AND is_generated = 'NEVER'`,
      [table, key],
    );
    for (const { column_name: column } of nullable)
      await admin.query(`ALTER TABLE ${table} ALTER COLUMN ${column} DROP NOT NULL`);
  }
}

/**
 * Whether one of the checks of the proof tells that something is wrong. The first that tells is enough, and those that told
 * lately are asked first: neighbouring columns are mostly told by the same.
 */
function whoTells({ proofs }: Database): () => Promise<boolean> {
  const toldAt = new Map<string, number>();
  let turn = 0;
  const lately = ({ names }: Check): number => toldAt.get(names.join()) ?? 0;
  return async () => {
    turn += 1;
    const checks = allChecks(await readPointFloor(proofs)).toSorted(
      (one, other) => lately(other) - lately(one),
    );
    for (const check of checks) {
      const { rows } = await check.query.execute(proofs);
      if (!rows.some((row) => row.name !== null && row.breaches > 0n)) continue;
      toldAt.set(check.names.join(), turn);
      return true;
    }
    return false;
  };
}

/**
 * The columns whose alteration nothing tells, of these rows: each is altered alone and put back. Fails where something is wrong
 * before or afterwards, and where nobody knows how a column of that type is altered.
 */
export async function untold(
  here: { readonly admin: pg.Pool; readonly database: Database; failing(): Promise<readonly string[]> },
  table: string,
  ids: readonly string[],
  key = 'id',
): Promise<string[]> {
  const silent = new Set<string>();
  const isTold = whoTells(here.database);
  const client = await here.admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  for (const { column_name: column, data_type: type } of await columnsOf(here.admin, table, key)) {
    const change = changes[type]?.(column);
    if (change === undefined) throw new Error(`How ${table}.${column} (${type}) is altered is not known`);
    for (const id of ids) {
      await client.query(`CREATE TEMP TABLE kept AS SELECT * FROM ${table} WHERE ${key} = ${id}`);
      const { rowCount } = await client.query(
        `UPDATE ${table} SET ${column} = ${change} WHERE ${key} = ${id} AND (${change}) IS DISTINCT FROM ${column}`,
      );
      if (rowCount === 1 && !(await isTold())) silent.add(`${table}.${column} of ${id}`);
      await client.query(
        `UPDATE ${table} t SET ${column} = k.${column} FROM kept k WHERE t.${key} = k.${key}`,
      );
      await client.query('DROP TABLE kept');
    }
  }
  client.release(true);
  expect(await here.failing()).toEqual([]);
  return [...silent];
}
