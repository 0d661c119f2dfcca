import {
  createManager,
  deleteManager,
  managerLink,
  managers,
  searchManagers,
  updateManager,
} from '@suanpan/contract/endpoints/roles';
import type { ManagerRow as ManagerItem } from '@suanpan/contract/endpoints/roles';
import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import type { RolesRoom } from '../roles-deps.ts';
import { deleteManager as archive, linkManager, updateManager as update } from './change-manager.ts';
import { createManager as create } from './create-manager.ts';
import { countManagers, listManagers } from './people.queries.ts';
import type { ManagerRow } from './people.queries.ts';

export function bindManagers(app: Http, room: RolesRoom): void {
  const { db } = room;
  async function list({ actor }: RequestContext, input: ParsedInputOf<typeof managers>) {
    const filter = {
      ...(input.search !== undefined && { search: input.search }),
      ...(input.status !== undefined && { status: input.status }),
    };
    const [rows, total] = await Promise.all([
      listManagers(db.app, actor, filter, page(input)),
      countManagers(db.app, actor, filter),
    ]);
    return answerPage(input, {
      items: rows.map((row) => presentManager(row, actor)),
      total,
      summary: { kinds: kindsMadeBy(actor) },
    });
  }

  bindEndpoints(
    app,
    { managers, searchManagers, createManager, updateManager, managerLink, deleteManager },
    {
      managers: list,
      searchManagers: list,
      createManager: (context, input) => create(room, context, input),
      updateManager: (context, input) => update(room, context, input),
      managerLink: (context, { id }) => linkManager(room, context, id),
      deleteManager: (context, { id }) => archive(room, context, id),
    },
  );
}

function kindsMadeBy({ scope, permissions }: Actor): RoleName[] {
  if (!permissions.has('settings.manager.create')) return [];
  return scope.kind === 'platform' ? ['admin', 'manager'] : ['staffSub'];
}

function presentManager(row: ManagerRow, actor: Actor): ManagerItem {
  const isReachable = row.status !== 'archived' && (row.kind !== 'admin' || actor.roleName === 'admin');
  const may = (verb: 'update' | 'delete'): boolean =>
    isReachable && actor.permissions.has(`settings.manager.${verb}`);
  return {
    id: row.id.toString(),
    username: row.username,
    name: row.name,
    role_name: row.kind,
    role: row.role_id === null ? null : { role_id: row.role_id.toString(), name: row.role_name ?? '' },
    has_own_grant: row.has_own_grant,
    status: row.status,
    email: row.email,
    phone: row.phone,
    google2FA: row.totp_bound,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    version: row.updated_at.toISOString(),
    actions: [
      ...(may('update') ? (['update'] as const) : []),
      ...(may('update') && !row.has_password ? (['link'] as const) : []),
      ...(may('delete') && row.id !== actor.effectiveUserId ? (['delete'] as const) : []),
    ],
  };
}
