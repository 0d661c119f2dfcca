import type { Tx } from '../../platform/db/transact.ts';
import { recordAudits } from '../audit/index.ts';
import { expireApprovals } from './approvals.store.ts';
import type { AskedAgain } from './approvals.store.ts';
import { tellApprovals } from './news.ts';

/**
 * Ends what has waited its time, each with its row in the log and the news of it, or of that only what is asked for once more. Answers
 * how many, 500 at the most.
 */
export async function endOverdue(tx: Tx, again?: AskedAgain): Promise<number> {
  const ended = await expireApprovals(tx, again);
  if (ended.length === 0) return 0;
  await recordAudits(
    tx,
    ended.map(({ act, id }) => ({
      actorId: null,
      act: 'approval.expire',
      objectKind: 'approval',
      objectId: id.toString(),
      fromStatus: 'waiting',
      toStatus: 'expired',
      after: { act },
    })),
  );
  await tellApprovals(tx, ended, 'expired');
  return ended.length;
}
