import type pg from 'pg';

/**
 * A statement that each connection parses and plans once, under its name: for the few that run all day, and whose
 * plan does not depend on their values. The name is one in the whole product.
 */
export function prepared<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
): (pool: pg.Pool, values: readonly unknown[]) => Promise<Row[]> {
  return async (pool, values) => (await pool.query<Row>({ name, text, values: [...values] })).rows;
}
