import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { updateRole as updateRoleCall } from '@suanpan/contract/endpoints/roles';
import { grantWaits } from '@suanpan/domain/access/sensitive';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { transact } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { grantableBy, roleCeiling } from '../access/index.ts';
import type { Submitted } from '../approvals/index.ts';
import { differenceOf } from '../rights/index.ts';
import { auditRole } from './note-role.ts';
import { findRole } from './roles.queries.ts';
import type { RolesRoom } from './roles-deps.ts';
import { lockRole } from './roles.store.ts';
import { performRoleChange, previewRoleChange } from './update-role-act.ts';
import type { RoleChange } from './update-role-act.ts';

/**
 * Taking away acts at once. Giving more to people of the platform waits for a second person; on roles of a tree, whose
 * holders never exceed their owner, what undoes others does. Refuses `notFound`, `permissionBeyondOwner`,
 * `staleEdit`, and `reasonRequired` for what waits.
 */
export async function updateRole(
  room: RolesRoom,
  context: RequestContext,
  { id, name, permissions, version, reason }: ParsedInputOf<typeof updateRoleCall>,
): Promise<Submitted> {
  const { actor } = context;
  const role = isId(id) ? await findRole(room.db.app, actor.scope, BigInt(id)) : undefined;
  if (role === undefined) throw new Refusal('notFound');
  const { added } = differenceOf(role.permissions, permissions);
  const grantable = new Set<string>(grantableBy(actor, roleCeiling(role.owner_kind)));
  if (added.some((permission) => !grantable.has(permission))) throw new Refusal('permissionBeyondOwner');

  const change: RoleChange = { roleId: id, name, permissions: [...new Set(permissions)], version };
  if (role.users > 0n && grantWaits(role.owner_id !== null, added)) {
    if (reason === undefined) throw new Refusal('reasonRequired');
    return room.approvals.submit(context, room.updateRole, change, { reason });
  }
  await transact(room.db.app, async (tx) => {
    const { rows } = await previewRoleChange(tx, change);
    // Whether nobody has it is certain under its lock alone: somebody may have been given it meanwhile.
    const users = (await lockRole(tx, role.id))?.users ?? 0n;
    if (users > 0n && grantWaits(role.owner_id !== null, added)) throw new Refusal('staleEdit');
    await performRoleChange(tx, change, actor.userId);
    const side = (which: 'before' | 'after') =>
      Object.fromEntries(rows.map((row) => [row.field, row[which]]));
    await auditRole(tx, context, 'settings.roles.update', id, {
      before: side('before'),
      after: side('after'),
    });
  });
  return { state: 'done' };
}
