import type { Permission } from '@suanpan/domain/access/permissions';
import type { AuditFacts } from '@suanpan/domain/audit/fields';
import type { Tx } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { audit } from '../audit/index.ts';

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
  await audit(tx, context, {
    ...rest,
    objectKind: 'user',
    objectId: String(userId),
  });
}
