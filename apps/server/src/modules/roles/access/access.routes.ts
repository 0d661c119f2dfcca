import {
  authorityUser,
  authorityUsers,
  saveAuthority,
  saveSubAuthority,
  subAuthorityUser,
  subAuthorityUsers,
} from '@suanpan/contract/endpoints/access';
import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { findGrantee, grantAccess, listRoleChoices } from '../../access/index.ts';
import type { RolesRoom } from '../roles-deps.ts';
import { presentAccess, presentAccessUser } from './access.present.ts';
import { countAccess, findAccess, listAccess } from './access.queries.ts';
import type { Reach } from './access.queries.ts';
import { wantedGrant } from './wanted-grant.ts';

/** The permission page of the platform, and the one for everybody's own sub-accounts. */
export function bindAccess(app: Http, room: RolesRoom): void {
  const { db } = room;

  async function list(reach: Reach, input: ParsedInputOf<typeof authorityUsers>) {
    const filter = {
      ...(input.search !== undefined && { search: input.search }),
      ...(input.role_name !== undefined && { kind: input.role_name }),
    };
    const [rows, total] = await Promise.all([
      listAccess(db.app, reach, filter, page(input)),
      countAccess(db.app, reach, filter),
    ]);
    return answerPage(input, { items: rows.map(presentAccessUser), total, summary: {} });
  }

  async function read(reach: Reach, actor: Actor, id: string) {
    const row = isId(id) ? await findAccess(db.app, reach, BigInt(id)) : undefined;
    const grantee = row === undefined ? undefined : await findGrantee(db.app, row.id);
    if (row === undefined || grantee === undefined) throw new Refusal('notFound');
    return presentAccess(row, grantee, await listRoleChoices(db.app, grantee.holder), actor);
  }

  async function save(
    context: RequestContext,
    reach: Reach,
    right: 'authority.update' | 'subAuthority.update',
    input: ParsedInputOf<typeof saveAuthority>,
  ) {
    const row = isId(input.id) ? await findAccess(db.app, reach, BigInt(input.id)) : undefined;
    if (row === undefined) throw new Refusal('notFound');
    return grantAccess(room, context, {
      grant: wantedGrant(input, context.locale),
      right,
      act: right === 'authority.update' ? room.grant : room.grantOwnSub,
      reason: input.reason,
    });
  }

  bindEndpoints(
    app,
    { authorityUsers, authorityUser, saveAuthority, subAuthorityUsers, subAuthorityUser, saveSubAuthority },
    {
      authorityUsers: ({ actor }, input) => list(everybody(actor), input),
      authorityUser: ({ actor }, { id }) => read(everybody(actor), actor, id),
      saveAuthority: (context, input) => save(context, everybody(context.actor), 'authority.update', input),
      subAuthorityUsers: ({ actor }, input) => list(ownSubs(actor), input),
      subAuthorityUser: ({ actor }, { id }) => read(ownSubs(actor), actor, id),
      saveSubAuthority: (context, input) =>
        save(context, ownSubs(context.actor), 'subAuthority.update', input),
    },
  );
}

/** Only people of the platform use the page of the platform, even if others were given its permission. */
function everybody({ scope, effectiveUserId, roleName }: Actor): Reach {
  if (scope.kind !== 'platform') throw new Refusal('forbidden');
  return { kind: 'everybody', self: effectiveUserId, isAdmin: roleName === 'admin' };
}

/** The sub-accounts of the caller, or of the owner for whom he works. */
function ownSubs({ scope, effectiveUserId }: Actor): Reach {
  return { kind: 'subsOf', self: effectiveUserId, ownerId: ownerOf(scope) ?? effectiveUserId };
}
