import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { createManager as createManagerCall } from '@suanpan/contract/endpoints/roles';
import { grantWaits } from '@suanpan/domain/access/sensitive';
import { Refusal } from '@suanpan/domain/errors';
import type { KeyedContext } from '../../../platform/http/actor.ts';
import type { Submitted } from '../../approvals/index.ts';
import { auditPerson } from '../note-role.ts';
import { findRole } from '../roles.queries.ts';
import { lockRole } from '../roles.store.ts';
import type { RolesRoom } from '../roles-deps.ts';
import { makeManager, previewManager } from './create-manager-act.ts';
import type { ManagerDraft } from './create-manager-act.ts';

/**
 * A person of the platform waits for a second one. The staff of a senior agent is his own, bounded by his rights, and
 * made at once, unless its role undoes others. Refuses `usernameTaken`, `setAccessFirst` for staff without a role, and `forbidden` for a kind that
 * the caller does not make.
 */
export async function createManager(
  room: RolesRoom,
  context: KeyedContext,
  input: ParsedInputOf<typeof createManagerCall>,
): Promise<Submitted> {
  const { actor } = context;
  const isAgent = actor.scope.kind === 'agent';
  if (isAgent !== (input.role_name === 'staffSub')) throw new Refusal('forbidden');
  const draft: ManagerDraft = {
    kind: input.role_name,
    username: input.username,
    name: input.name,
    email: input.email || null,
    phone: input.phone || null,
    roleId: input.role_id ?? null,
    parentId: actor.scope.kind === 'agent' ? actor.scope.agentId.toString() : null,
  };
  if (!isAgent) return room.approvals.submit(context, room.createManager, draft, { reason: input.reason });
  if (draft.roleId === null) throw new Refusal('setAccessFirst');
  const roleId = BigInt(draft.roleId);
  const role = await findRole(room.db.app, actor.scope, roleId);
  if (grantWaits(true, role?.permissions ?? [])) {
    return room.approvals.submit(context, room.createManager, draft, { reason: input.reason });
  }
  return context.once(async (tx): Promise<Submitted> => {
    const { rows } = await previewManager(tx, draft);
    // The role may hold more by now than it did above.
    if (grantWaits(true, (await lockRole(tx, roleId))?.permissions ?? [])) throw new Refusal('staleEdit');
    const id = await makeManager(tx, room.vault, draft, actor.userId);
    await auditPerson(tx, context, 'settings.manager.create', id, {
      after: { ...Object.fromEntries(rows.map((row) => [row.field, row.after])), reason: input.reason },
    });
    return { state: 'done' };
  });
}
