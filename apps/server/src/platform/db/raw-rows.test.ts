import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { rawRows } from './raw-rows.ts';

const { database } = await testDatabase();
// One connection, so that whoever comes next meets whatever was left there.
const db = database.proofs;

/** The values of whole messages, as the bytes that each is. */
function valuesOf(bytes: Buffer): (Buffer | null)[][] {
  const rows: (Buffer | null)[][] = [];
  for (let at = 0; at < bytes.length;) {
    expect(bytes.toString('latin1', at, at + 1)).toBe('D');
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    const count = bytes.readInt16BE(at + 5);
    const values: (Buffer | null)[] = [];
    let place = at + 7;
    for (let value = 0; value < count; value += 1) {
      const length = bytes.readInt32BE(place);
      place += 4;
      values.push(length === -1 ? null : bytes.subarray(place, place + length));
      place += Math.max(0, length);
    }
    expect(place).toBe(end);
    rows.push(values);
    at = end;
  }
  return rows;
}

async function readAll(query: Parameters<typeof rawRows>[1]): Promise<(Buffer | null)[][]> {
  const rows: (Buffer | null)[][] = [];
  for await (const batch of rawRows(db, query)) rows.push(...valuesOf(batch));
  return rows;
}

test('rows come in binary form, whole and in their order, however the network parts them', async () => {
  const long = 'x王'.repeat(40_000);
  const rows = await readAll(sql`
    SELECT n::bigint, CASE WHEN n % 7 = 0 THEN NULL WHEN n % 500 = 0 THEN ${long} ELSE 'row ' || n END
    FROM generate_series(1, ${5_000}::int) n`);
  expect(rows).toHaveLength(5_000);
  for (const [index, [number, text]] of rows.entries()) {
    const n = index + 1;
    expect(number?.readBigInt64BE()).toBe(BigInt(n));
    const expected = n % 7 === 0 ? undefined : n % 500 === 0 ? long : `row ${n}`;
    expect(text?.toString()).toBe(expected);
  }
});

test('nothing found is no row', async () => {
  expect(await readAll(sql`SELECT 1 WHERE false`)).toEqual([]);
});

test('a statement that fails among its rows says why, and the connection serves on', async () => {
  const failing = readAll(sql`SELECT 1 / (3000 - n) FROM generate_series(1, 5000) n`);
  await expect(failing).rejects.toThrow('division by zero');
  await expect(readAll(sql`SELECT nothing`)).rejects.toThrow('column "nothing" does not exist');
  const { rows } = await sql<{ n: number }>`SELECT 7 AS n`.execute(db);
  expect(rows).toEqual([{ n: 7 }]);
  expect(await readAll(sql`SELECT 8`)).toHaveLength(1);
});

test('who leaves in the middle leaves a connection that serves on', async () => {
  for await (const batch of rawRows(db, sql`SELECT n FROM generate_series(1, 50000) n`)) {
    expect(batch.length).toBeGreaterThan(0);
    break;
  }
  const { rows } = await sql<{ n: number }>`SELECT 9 AS n`.execute(db);
  expect(rows).toEqual([{ n: 9 }]);
});

test('a connection that is lost among the rows fails whoever reads them', async () => {
  // More than PostgreSQL keeps back before it waits.
  const slow = sql`
    SELECT pg_backend_pid(), repeat('x', 1000), CASE WHEN n > 100 THEN pg_sleep(60)::text END FROM generate_series(1, 101) n`;
  const reading = (async () => {
    for await (const batch of rawRows(db, slow)) {
      const [pid] = valuesOf(batch)[0] ?? [];
      await sql`SELECT pg_terminate_backend(${pid?.readInt32BE()}::int)`.execute(database.reports);
    }
  })();
  await expect(reading).rejects.toThrow();
  // That it is gone is told before its end is heard: whoever comes in between meets the end.
  await expect.poll(() => readAll(sql`SELECT 8`).then((rows) => rows.length, String)).toBe(1);
});
