import type { OwnAct } from '@suanpan/domain/audit/acts';
import type { AuditFacts } from '@suanpan/domain/audit/fields';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { recordAudit } from '../../audit/index.ts';

/** The audit row of something that a person did to his own account. */
export function noteOwnAct(
  tx: Tx,
  { actor, ip, userAgent, requestId }: RequestContext,
  act: OwnAct,
  change: { readonly before?: AuditFacts; readonly after?: AuditFacts } = {},
): Promise<void> {
  return recordAudit(tx, {
    actorId: actor.userId,
    effectiveId: actor.effectiveUserId,
    act,
    objectKind: 'user',
    objectId: String(actor.userId),
    ...change,
    ip,
    userAgent,
    requestId,
  });
}
