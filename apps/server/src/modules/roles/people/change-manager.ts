import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { updateManager as updateManagerCall } from '@suanpan/contract/endpoints/roles';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { createPasswordLink } from '../../identity/index.ts';
import { endSessions } from '../../sessions/index.ts';
import { auditPerson } from '../note-role.ts';
import type { RolesDeps } from '../roles-deps.ts';
import { findManager } from './people.queries.ts';
import type { ManagerRow } from './people.queries.ts';
import { archiveUser, lockAdministrators, saveContact } from './people.store.ts';

const administratorsAtLeast = 2;

/** Name and ways to reach him; his rights are changed on the permission page. */
export async function updateManager(
  { db }: RolesDeps,
  context: RequestContext,
  { id, name, email, phone, version }: ParsedInputOf<typeof updateManagerCall>,
): Promise<Record<string, never>> {
  return transact(db.app, async (tx) => {
    const manager = await mustFind(tx, context, id);
    const contact = { name, email: email || null, phone: phone || null };
    if (!(await saveContact(tx, manager.id, { ...contact, version }))) throw new Refusal('staleEdit');
    const before = { name: manager.name, email: manager.email, phone: manager.phone };
    await auditPerson(tx, context, 'settings.manager.update', manager.id, { before, after: contact });
    return {};
  });
}

/** Only for an account that has never had a password, so that nobody can take over an account with the link. */
export async function linkManager(
  { db }: RolesDeps,
  context: RequestContext,
  id: string,
): Promise<{ code: string; expires_at: string }> {
  if (context.actor.userId !== context.actor.effectiveUserId) throw new Refusal('impersonationForbidden');
  return transact(db.app, async (tx) => {
    const manager = await mustFind(tx, context, id);
    if (manager.has_password) throw new Refusal('invalidState');
    const link = await createPasswordLink(tx, manager.id, context.actor.userId);
    await auditPerson(tx, context, 'settings.manager.update', manager.id, {
      after: { link_until: link.expiresAt },
    });
    return { code: link.code, expires_at: link.expiresAt.toISOString() };
  });
}

/** Signed out at once and for good. Refuses `cannotActOnYourself`, and `lastAdministrator` when fewer than two remain. */
export async function deleteManager(
  { db }: RolesDeps,
  context: RequestContext,
  id: string,
): Promise<Record<string, never>> {
  return transact(db.app, async (tx) => {
    const manager = await mustFind(tx, context, id);
    if ([context.actor.userId, context.actor.effectiveUserId].includes(manager.id)) {
      throw new Refusal('cannotActOnYourself');
    }
    if (manager.kind === 'admin') {
      const others = (await lockAdministrators(tx)).filter((other) => other !== manager.id);
      if (others.length < administratorsAtLeast) throw new Refusal('lastAdministrator');
    }
    await archiveUser(tx, manager.id);
    await endSessions(tx, manager.id, 'disabled');
    await auditPerson(tx, context, 'settings.manager.delete', manager.id, {
      before: { status: manager.status },
      after: { status: 'archived' },
    });
    return {};
  });
}

/** An administrator is changed by administrators alone. */
async function mustFind(tx: Tx, { actor }: RequestContext, id: string): Promise<ManagerRow> {
  const manager = isId(id) ? await findManager(tx, actor, BigInt(id)) : undefined;
  if (manager === undefined || (manager.kind === 'admin' && actor.roleName !== 'admin')) {
    throw new Refusal('notFound');
  }
  return manager;
}
