import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { endWithdrawal, overdueWithdrawals } from './decide.store.ts';

const atOnce = 100;

/** Gives back what waited too long: nothing is ever paid by a rate that was over when its payment was said. Each minute. */
export async function endOverdue({ workers }: Pick<Database, 'workers'>): Promise<void> {
  let ended: number;
  do {
    ended = await transact(workers, async (tx) => {
      const overdue = await overdueWithdrawals(tx, atOnce);
      for (const id of overdue) {
        await endWithdrawal(tx, id, 'rejected', { personId: null, requestId: null, reason: null });
      }
      return overdue.length;
    });
  } while (ended === atOnce);
}
