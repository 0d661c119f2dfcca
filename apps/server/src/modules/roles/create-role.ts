import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { createRole as createRoleCall } from '@suanpan/contract/endpoints/roles';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { grantableBy, roleCeiling } from '../access/index.ts';
import { auditRole } from './note-role.ts';
import type { RolesDeps } from './roles-deps.ts';
import { insertRole, isNameTaken } from './roles.store.ts';

/**
 * Creating a role needs no second person, because nobody has the role yet; giving the role to somebody may need one. Refuses
 * `permissionBeyondOwner`, and `alreadyInList` where its owner has one of this name.
 */
export async function createRole(
  { db }: RolesDeps,
  context: RequestContext,
  { name, permissions }: ParsedInputOf<typeof createRoleCall>,
): Promise<{ role_id: string }> {
  const { actor } = context;
  const ownerId = actor.scope.kind === 'agent' ? actor.scope.agentId : null;
  const grantable = new Set<string>(grantableBy(actor, roleCeiling(ownerId === null ? null : 'agent')));
  if (permissions.some((permission) => !grantable.has(permission)))
    throw new Refusal('permissionBeyondOwner');
  return transact(db.app, async (tx) => {
    if (await isNameTaken(tx, { ownerId, name })) throw new Refusal('alreadyInList');
    const id = await insertRole(tx, { name, ownerId, permissions: [...new Set(permissions)] });
    await auditRole(tx, context, 'settings.roles.create', id.toString(), { after: { name, permissions } });
    return { role_id: id.toString() };
  });
}
