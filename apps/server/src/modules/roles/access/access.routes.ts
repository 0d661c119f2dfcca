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
import type { Actor } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import type { RolesRoom } from '../roles-deps.ts';
import { presentAccess, presentAccessUser } from './access.present.ts';
import { countAccess, findAccess, listAccess, listRoleChoices } from './access.queries.ts';
import type { Reach } from './access.queries.ts';
import { saveAccess } from './save-access.ts';

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
    if (row === undefined) throw new Refusal('notFound');
    return presentAccess(row, await listRoleChoices(db.app, row), actor);
  }

  bindEndpoints(
    app,
    { authorityUsers, authorityUser, saveAuthority, subAuthorityUsers, subAuthorityUser, saveSubAuthority },
    {
      authorityUsers: ({ actor }, input) => list(everybody(actor), input),
      authorityUser: ({ actor }, { id }) => read(everybody(actor), actor, id),
      saveAuthority: (context, input) =>
        saveAccess(room, context, everybody(context.actor), 'authority.update', input),
      subAuthorityUsers: ({ actor }, input) => list(ownSubs(actor), input),
      subAuthorityUser: ({ actor }, { id }) => read(ownSubs(actor), actor, id),
      saveSubAuthority: (context, input) =>
        saveAccess(room, context, ownSubs(context.actor), 'subAuthority.update', input),
    },
  );
}

/** The page of the platform is the platform's, whoever was given its permission. */
function everybody({ scope, effectiveUserId, roleName }: Actor): Reach {
  if (scope.kind !== 'platform') throw new Refusal('forbidden');
  return { kind: 'everybody', self: effectiveUserId, isAdmin: roleName === 'admin' };
}

/** The sub-accounts of whoever stands there, or of the owner whom he works for. */
function ownSubs({ scope, effectiveUserId }: Actor): Reach {
  return { kind: 'subsOf', self: effectiveUserId, ownerId: ownerOf(scope) ?? effectiveUserId };
}
