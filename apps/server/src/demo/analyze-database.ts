import { openPool } from '../platform/db/database.ts';
import { reportLimits } from '../platform/db/connection-settings.ts';
import type { Log } from '../platform/log.ts';

/**
 * Tells the planner what a bulk of new rows looks like. Otherwise the first visitors after a seed wait for plans made
 * for empty tables, until the database notices by itself.
 */
export async function analyzeDatabase(adminUrl: string, log: Log): Promise<void> {
  const limits = { ...reportLimits, readOnly: false };
  const pool = openPool(adminUrl, { name: 'suanpan analyze', max: 1, limits }, log);
  try {
    await pool.query('ANALYZE');
  } finally {
    await pool.end();
  }
}
