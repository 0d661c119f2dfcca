import { Refusal } from '@suanpan/domain/errors';
import { isCheckViolation } from '../../../platform/db/database-error.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalBy } from '../../approvals/index.ts';
import { editBalance } from './edit-balance.store.ts';
import type { BalanceEdit } from './edit-balance.store.ts';

/**
 * Stores an edit of an owner's frozen or settleable money and posts its one journal, whose legs all move accounts of
 * this owner; answers the journal. Refuses `insufficientBalance` where the money is not there.
 */
export async function postEdit(tx: Tx, edit: BalanceEdit, by: ApprovalBy): Promise<{ journalId: bigint }> {
  try {
    return { journalId: await editBalance(tx, edit, by) };
  } catch (error) {
    if (isCheckViolation(error, 'journal_is_sound') || isCheckViolation(error, 'balance_is_covered')) {
      throw new Refusal('insufficientBalance');
    }
    throw error;
  }
}
