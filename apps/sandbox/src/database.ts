import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';

// Identifiers and money are 64-bit; a JavaScript number would lose digits.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** Locks the creation of tables, so that two programs starting at once do not collide. */
const schemaLock = 7_264_011;

/**
 * Opens the program's database and creates its tables where they are missing.
 * Waits up to half a minute for a database that is still starting.
 */
export async function openDatabase(url: string, schema: string, log: FastifyBaseLogger): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'));
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inTransaction(pool, async (client) => {
        await client.query('select pg_advisory_xact_lock($1)', [schemaLock]);
        await client.query(schema);
      });
      return pool;
    } catch (error) {
      const isStarting = error instanceof Error && /ECONNREFUSED|starting up|57P03/.test(String(error));
      if (!isStarting || attempt === 30) {
        await pool.end();
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

/** Runs `work` in one transaction; everything is undone when it throws. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection lost in mid-transaction reports here as well as in the failing query.
  const onError = (error: Error) => (broken = error);
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
