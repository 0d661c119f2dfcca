import { Refusal } from '@suanpan/domain/errors';
import { errorCode, isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { nameTransfer } from './transfers.store.ts';

/** Raised by the door where somebody else has the payout in hand. */
export const othersHandState = 'LG423';

type Named = Parameters<typeof nameTransfer> extends [unknown, ...infer Rest] ? Rest : never;

/**
 * As `nameTransfer`. Refuses `transactionUsed` for one that paid something before or is asked about for another payout, and
 * `inOthersHand` to whoever does not have the payout in hand, by the name of `holder`.
 */
export async function nameOnce(tx: Tx, holder: string, ...named: Named): Promise<boolean> {
  try {
    return await nameTransfer(tx, ...named);
  } catch (error) {
    const isUsed = ['paid_proof_transaction', 'payout_transfer_once'].some((key) =>
      isUniqueViolation(error, key),
    );
    if (isUsed) throw new Refusal('transactionUsed');
    throw errorCode(error) === othersHandState
      ? new Refusal('inOthersHand', { params: { name: holder } })
      : error;
  }
}
