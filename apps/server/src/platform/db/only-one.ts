import type pg from 'pg';

/**
 * Runs `work` unless another process is at it: a session-level advisory lock by name, which a dying process
 * gives back with its connection. Answers undefined when somebody else holds it. The pool is one that `work` itself never
 * takes from: with several at it, each would hold a connection and wait for another.
 */
export async function onlyOne<T>(
  pool: pg.Pool,
  name: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine',
      [`only one ${name}`],
    );
    if (rows[0]?.mine !== true) return undefined;
    try {
      return await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [`only one ${name}`]);
    }
  } finally {
    client.release();
  }
}
