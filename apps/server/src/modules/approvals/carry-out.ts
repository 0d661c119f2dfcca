import { approvalActs } from '@suanpan/domain/approvals';
import type { Tx } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { nameMaker, recordAudit } from '../audit/index.ts';
import { insertSum, movedSum } from './approval-sum.store.ts';
import type { ApprovalAct, ApprovalBy, ApprovalEffect } from './act.ts';

/**
 * Performs the act and leaves its audit row on the subject: by the maker, with who approved it. The effect is that
 * of a moment ago, under the same locks.
 */
export async function carryOut<Payload>(
  tx: Tx,
  context: RequestContext,
  act: ApprovalAct<Payload>,
  payload: Payload,
  effect: ApprovalEffect,
  by: ApprovalBy,
): Promise<void> {
  await nameMaker(tx, by.makerId, by.requestId);
  const performed = await act.perform(tx, payload, by);
  const moved = movedSum(act.name, by.makerId, effect);
  if (moved !== undefined) await insertSum(tx, moved);
  const values = (side: 'before' | 'after'): Record<string, string | null> =>
    Object.fromEntries(effect.rows.map((row) => [row.field, row[side]]));
  await recordAudit(tx, {
    actorId: by.makerId,
    act: approvalActs[act.name].permission,
    objectKind: effect.subject.kind,
    objectId: effect.subject.id,
    ...(performed !== undefined && { journalId: performed.journalId }),
    before: values('before'),
    after: {
      ...values('after'),
      reason: by.reason,
      ...(by.approvalId !== null && { approval_id: by.approvalId, approved_by: by.checkerId }),
    },
    ip: context.ip,
    userAgent: context.userAgent,
    requestId: by.requestId,
  });
}
