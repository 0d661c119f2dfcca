import type { Permission } from '@suanpan/domain/access/permissions';
import type { AuditFacts } from '@suanpan/domain/audit/fields';
import type { Tx } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { audit } from '../audit/index.ts';

interface Change {
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
}

/** The audit row of a change to a role. */
export async function auditRole(
  tx: Tx,
  context: RequestContext,
  act: Permission,
  roleId: string,
  change: Change,
): Promise<void> {
  await note(tx, context, act, 'role', roleId, change);
}

/** The audit row of a change to a person's account or rights. */
export async function auditPerson(
  tx: Tx,
  context: RequestContext,
  act: Permission,
  userId: bigint,
  change: Change,
): Promise<void> {
  await note(tx, context, act, 'user', userId.toString(), change);
}

async function note(
  tx: Tx,
  context: RequestContext,
  act: Permission,
  objectKind: 'role' | 'user',
  objectId: string,
  change: Change,
): Promise<void> {
  await audit(tx, context, {
    act,
    objectKind,
    objectId,
    ...change,
  });
}
