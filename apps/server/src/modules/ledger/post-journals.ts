import { Refusal } from '@suanpan/domain/errors';
import { errorCode, isCheckViolation, isUniqueViolation } from '../../platform/db/database-error.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Journal, PostedJournal } from './journal.ts';
import { insertJournals } from './ledger.store.ts';

/** Raised by ledger_post when an event was posted before with other legs. */
const conflictState = 'LG409';

/**
 * Posts journals in the order given, all or none, inside the caller's transaction, and answers their ids.
 * Idempotent by (event, refId, seq): the same legs answer the journal that stands, other legs are refused.
 * Locks the touched balances in ascending account id; the caller has locked his order row before.
 * Refuses with `insufficientBalance` when a debit is not covered, `ledgerConflict` when an event was posted with
 * other legs or a journal is to be reversed a second time. Throws when legs do not sum to zero: that is a bug, and nothing is written.
 */
export async function postJournals(tx: Tx, journals: readonly Journal[]): Promise<PostedJournal[]> {
  for (const journal of journals) assertBalanced(journal);
  try {
    return await insertJournals(tx, journals);
  } catch (error) {
    // A rival with other accounts posted first, or the journal to reverse was reversed before.
    const isTaken =
      isUniqueViolation(error, 'journal_once') || isUniqueViolation(error, 'journal_reverses_key');
    if (errorCode(error) === conflictState || isTaken) throw new Refusal('ledgerConflict');
    if (isCheckViolation(error, 'journal_is_sound') || isCheckViolation(error, 'balance_is_covered')) {
      throw new Refusal('insufficientBalance');
    }
    throw error;
  }
}

/** The first of two guards of Σ = 0; the database holds the second. */
function assertBalanced(journal: Journal): void {
  const sum = journal.legs.reduce((total, leg) => total + leg.amount, 0n);
  if (sum !== 0n) throw new Error(`Journal ${journal.event}:${journal.refId} does not balance: ${sum}`);
}
