import { sql } from 'kysely';
import type { Tx } from './transact.ts';

/** Runs `work` so that its failure undoes its own writes alone and the transaction goes on. One inside another is its own. */
export async function savepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT part`.execute(tx);
  try {
    const result = await work();
    await sql`RELEASE SAVEPOINT part`.execute(tx);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT part`.execute(tx);
    // Or one around it would be undone up to here alone.
    await sql`RELEASE SAVEPOINT part`.execute(tx);
    throw error;
  }
}
