import { Refusal } from '@suanpan/domain/errors';
import { z } from 'zod';
import type { Tx } from '../../platform/db/transact.ts';
import { changeRows, tellChangedRights } from '../access/index.ts';
import type { ApprovalAct, ApprovalEffect } from '../approvals/index.ts';
import { noteAccountChange } from '../identity/index.ts';
import { differenceOf } from '../rights/index.ts';
import { isNameTaken, lockRole, peopleOfRole, saveRole } from './roles.store.ts';

const roleChange = z.strictObject({
  roleId: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** The version that was on the maker's screen. */
  version: z.string(),
});
export type RoleChange = z.output<typeof roleChange>;

/** Under the role's lock. Refuses `notFound`, `staleEdit` when it is no longer the version that was looked at, and `alreadyInList` for a name that another has. */
export async function previewRoleChange(tx: Tx, change: RoleChange): Promise<ApprovalEffect> {
  const role = await lockRole(tx, BigInt(change.roleId));
  if (role === undefined) throw new Refusal('notFound');
  if (role.updated_at.toISOString() !== change.version) throw new Refusal('staleEdit');
  if (await isNameTaken(tx, { ownerId: role.owner_id, name: change.name }, role.id))
    throw new Refusal('alreadyInList');
  return {
    subject: { kind: 'role', id: change.roleId, label: role.name },
    agentId: role.owner_kind === 'agent' ? role.owner_id : null,
    rows: [
      ...(role.name === change.name
        ? []
        : [{ field: 'name' as const, before: role.name, after: change.name }]),
      ...changeRows(differenceOf(role.permissions, change.permissions)),
      { field: 'holders', before: role.users.toString(), after: role.users.toString() },
    ],
  };
}

export async function performRoleChange(tx: Tx, change: RoleChange, byId: bigint): Promise<void> {
  const roleId = BigInt(change.roleId);
  const before = await lockRole(tx, roleId);
  await saveRole(tx, roleId, change);
  const people = await peopleOfRole(tx, roleId);
  if (differenceOf(before?.permissions ?? [], change.permissions).added.length > 0) {
    await noteAccountChange(tx, { userIds: people, what: 'rights', byId });
  }
  await tellChangedRights(tx, people);
}

/** More rights for everybody who has the role (reliability §5 C21). */
export const updateRoleAct: ApprovalAct<RoleChange> = {
  name: 'roles.update',
  payload: roleChange,
  preview: previewRoleChange,
  perform: (tx, change, { makerId }) => performRoleChange(tx, change, makerId),
};
