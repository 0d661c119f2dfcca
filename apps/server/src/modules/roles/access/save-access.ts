import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { saveAuthority } from '@suanpan/contract/endpoints/access';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { translate } from '@suanpan/messages/translate';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import type { Submitted } from '../../approvals/index.ts';
import { auditPerson } from '../note-role.ts';
import type { RolesRoom } from '../roles-deps.ts';
import { findAccess, listRoleChoices } from './access.queries.ts';
import type { Reach } from './access.queries.ts';
import { performGrant, previewGrant } from './grant-act.ts';
import type { Grant } from './grant-act.ts';
import { changeOfGrant, grantableTo } from './rights-of.ts';

/**
 * Gives somebody the preset of his kind, a role, or a list of his own. Less acts at once; more waits for a second
 * person, for the sub-account of a tenant only what undoes others. Refuses `notFound` beyond the caller's reach,
 * `permissionBeyondOwner`, `staleEdit`, and `reasonRequired` for what waits.
 */
export async function saveAccess(
  room: RolesRoom,
  context: RequestContext,
  reach: Reach,
  act: 'authority.update' | 'subAuthority.update',
  input: ParsedInputOf<typeof saveAuthority>,
): Promise<Submitted> {
  const { actor } = context;
  const row = isId(input.id) ? await findAccess(room.db.app, reach, BigInt(input.id)) : undefined;
  if (row === undefined) throw new Refusal('notFound');
  const wanted = wantedGrant(input, context.locale);
  const role =
    wanted.roleId === null
      ? null
      : (await listRoleChoices(room.db.app, row)).find(({ id }) => id.toString() === wanted.roleId);
  if (role === undefined) throw new Refusal('notFound');

  const { added, waits } = changeOfGrant(row, { own: wanted.permissions, role: role?.permissions ?? null });
  const grantable = new Set<string>(grantableTo(row, actor));
  const named =
    wanted.permissions?.filter((permission) => row.own_grant?.includes(permission) !== true) ?? [];
  if ([...added, ...named].some((permission) => !grantable.has(permission))) {
    throw new Refusal('permissionBeyondOwner');
  }
  if (waits) {
    if (input.reason === undefined) throw new Refusal('reasonRequired');
    const registered = act === 'authority.update' ? room.grant : room.grantOwnSub;
    return room.approvals.submit(context, registered, wanted, { reason: input.reason });
  }
  await transact(room.db.app, async (tx) => {
    const { rows } = await previewGrant(tx, wanted);
    // The role, or what his owner has, may hold more by now than it did above; under the locks it is certain.
    const done = await performGrant(tx, wanted, actor.userId);
    if (done.waits || done.added.some((each) => !grantable.has(each))) throw new Refusal('staleEdit');
    const side = (which: 'before' | 'after') =>
      Object.fromEntries(rows.map((change) => [change.field, change[which]]));
    await auditPerson(tx, context, act, row.id, { before: side('before'), after: side('after') });
  });
  return { state: 'done' };
}

function wantedGrant(input: ParsedInputOf<typeof saveAuthority>, locale: Locale): Grant {
  const { id: userId, source, role_id: roleId, permissions, version } = input;
  const missing = (field: string): never => {
    throw new Refusal('invalidFields', {
      fields: { [field]: [translate(locale, 'common.validation.required')] },
    });
  };
  switch (source) {
    case 'preset':
      return { userId, roleId: null, permissions: null, version };
    case 'role':
      return { userId, roleId: roleId ?? missing('role_id'), permissions: null, version };
    case 'own':
      return {
        userId,
        roleId: null,
        permissions: [...new Set(permissions ?? missing('permissions'))],
        version,
      };
  }
}
