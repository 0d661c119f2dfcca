import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { transact } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { auditRole } from './note-role.ts';
import type { RolesDeps } from './roles-deps.ts';
import { findRole } from './roles.queries.ts';
import { lockRole, removeRole } from './roles.store.ts';

/** Only a role that nobody has; refuses `roleInUse` with their number. */
export async function deleteRole(
  { db }: RolesDeps,
  context: RequestContext,
  id: string,
): Promise<Record<string, never>> {
  return transact(db.app, async (tx) => {
    const found = isId(id) ? await findRole(tx, context.actor.scope, BigInt(id)) : undefined;
    const role = found && (await lockRole(tx, found.id));
    if (role === undefined) throw new Refusal('notFound');
    if (role.users > 0n) throw new Refusal('roleInUse', { params: { count: role.users.toString() } });
    await removeRole(tx, role.id);
    await auditRole(tx, context, 'settings.roles.delete', id, {
      before: { name: role.name, permissions: role.permissions },
    });
    return {};
  });
}
