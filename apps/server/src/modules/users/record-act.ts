import type { Permission } from '@suanpan/domain/access/permissions';
import type { AuditFacts } from '@suanpan/domain/audit/fields';
import type { Tx } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { recordAudit } from '../audit/index.ts';

export interface UserChange {
  readonly userId: bigint;
  readonly act: Permission;
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
  readonly fromStatus?: string;
  readonly toStatus?: string;
}

/** The audit row of a change of a user, with who asked for it and from where. */
export async function recordAct(tx: Tx, context: RequestContext, change: UserChange): Promise<void> {
  const { userId, ...rest } = change;
  await recordAudit(tx, {
    ...rest,
    actorId: context.actor.userId,
    effectiveId: context.actor.effectiveUserId,
    objectKind: 'user',
    objectId: String(userId),
    ip: context.ip,
    userAgent: context.userAgent,
    requestId: context.requestId,
  });
}
