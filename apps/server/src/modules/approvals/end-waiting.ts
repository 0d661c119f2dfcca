import type { ApprovalState } from '@suanpan/domain/approvals';
import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { audit } from '../audit/index.ts';
import { endApproval } from './approvals.store.ts';
import type { LockedApproval } from './approvals.store.ts';
import { tellApprovals } from './news.ts';

/** Which act stands in the log when a person ended it so; what has become stale was about to be approved. */
const acts = {
  approved: 'admin.approvals.approve',
  stale: 'admin.approvals.approve',
  refused: 'admin.approvals.refuse',
  withdrawn: 'approval.withdraw',
} as const satisfies Partial<Record<ApprovalState, string>>;

export interface End {
  readonly state: keyof typeof acts;
  readonly checkerId?: bigint;
  readonly reason?: string;
}

/** Ends one that waits, with its row in the log and the news of it. Refuses `approvalEnded` when it does not wait. */
export async function endWaiting(
  tx: Tx,
  context: RequestContext,
  approval: LockedApproval,
  end: End,
): Promise<void> {
  if (!(await endApproval(tx, approval.id, end))) throw new Refusal('approvalEnded');
  await audit(tx, context, {
    act: acts[end.state],
    objectKind: 'approval',
    objectId: approval.id.toString(),
    outcome: end.state === 'stale' ? 'failed' : 'done',
    fromStatus: 'waiting',
    toStatus: end.state,
    after: {
      act: approval.act,
      subject: `${approval.subject_kind}:${approval.subject_id}`,
      maker_id: approval.maker_id,
      ...(end.reason !== undefined && { reason: end.reason }),
    },
  });
  await tellApprovals(tx, [approval], end.state);
}
