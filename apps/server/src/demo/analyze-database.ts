import pg from 'pg';

/**
 * Tells the planner what a bulk of new rows looks like. Otherwise the first visitors after a seed wait for plans made
 * for empty tables, until the database notices by itself.
 */
export async function analyzeDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('ANALYZE (SKIP_LOCKED)');
  } finally {
    await client.end();
  }
}
