import type { Tx } from '../../platform/db/transact.ts';
import type { AccountRef } from './journal.ts';
import { openAccountRows } from './ledger.store.ts';

/**
 * Answers the ids of accounts in the order asked and opens those used for the first time, with a balance row of
 * zero where the chart gives one. Safe to repeat and to race: accounts are unique and never deleted.
 */
export async function openAccounts(tx: Tx, refs: readonly AccountRef[]): Promise<bigint[]> {
  const ids = await openAccountRows(tx, refs);
  if (ids.length !== refs.length) throw new Error(`Opened ${ids.length} of ${refs.length} accounts`);
  return ids;
}
