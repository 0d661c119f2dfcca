import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { recordAudit } from '../../audit/index.ts';

/** The audit row of something that a person did to his own account. */
export function noteOwnAct(
  tx: Tx,
  { actor, ip, userAgent, requestId }: RequestContext,
  act: string,
  change: { readonly before?: unknown; readonly after?: unknown } = {},
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
