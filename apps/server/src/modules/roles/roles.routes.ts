import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import {
  createRole,
  deleteRole,
  getRole,
  managerRoles,
  roleCeiling,
  roles,
  updateRole,
} from '@suanpan/contract/endpoints/roles';
import type { RoleRow as RoleItem } from '@suanpan/contract/endpoints/roles';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { countOf } from '../../platform/db/count-of.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { answerPage, page } from '../../platform/http/page.ts';
import { createRole as create } from './create-role.ts';
import { deleteRole as remove } from './delete-role.ts';
import { grantableBy, roleCeiling as ceilingOfRole } from '../access/index.ts';
import type { RolesRoom } from './roles-deps.ts';
import { countRoles, findRole, listHolders, listRoles } from './roles.queries.ts';
import type { RoleFilter, RoleRow } from './roles.queries.ts';
import { updateRole as update } from './update-role.ts';

export function bindRoles(app: Http, room: RolesRoom): void {
  const { db } = room;

  async function list(actor: Actor, paging: ParsedInputOf<typeof managerRoles>, filter: RoleFilter) {
    const [rows, total] = await Promise.all([
      listRoles(db.app, actor.scope, filter, page(paging)),
      countRoles(db.app, actor.scope, filter),
    ]);
    return answerPage(paging, { items: rows.map((row) => presentRole(row, actor)), total, summary: {} });
  }

  bindEndpoints(
    app,
    { roles, getRole, roleCeiling, createRole, updateRole, deleteRole, managerRoles },
    {
      roles: ({ actor }, input) =>
        list(actor, input, { ...(input.search !== undefined && { search: input.search }) }),
      managerRoles: ({ actor }, input) => list(actor, input, { own: true }),
      async getRole({ actor }, { id }) {
        const row = isId(id) ? await findRole(db.app, actor.scope, BigInt(id)) : undefined;
        if (row === undefined) throw new Refusal('notFound');
        const ceiling = ceilingOfRole(row.owner_kind);
        return {
          ...presentRole(row, actor),
          holders: (await listHolders(db.app, row.id)).map((holder) => ({
            id: holder.id.toString(),
            username: holder.username,
            name: holder.name,
            role_name: holder.kind,
            status: holder.status,
          })),
          ceiling: [...ceiling],
          grantable: grantableBy(actor, ceiling),
        };
      },
      async roleCeiling({ actor }) {
        const ceiling = ceilingOfRole(actor.scope.kind === 'agent' ? 'agent' : null);
        return { ceiling: [...ceiling], grantable: grantableBy(actor, ceiling) };
      },
      createRole: (context, input) => create(room, context, input),
      updateRole: (context, input) => update(room, context, input),
      deleteRole: (context, { id }) => remove(room, context, id),
    },
  );
}

function presentRole(row: RoleRow, { permissions }: Actor): RoleItem {
  return {
    role_id: row.id.toString(),
    name: row.name,
    permissions: row.permissions,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    owner: row.owner_id === null ? null : { id: row.owner_id.toString(), name: row.owner_name ?? '' },
    users: countOf(row.users),
    actions: (['update', 'delete'] as const).filter((verb) => permissions.has(`settings.roles.${verb}`)),
  };
}
