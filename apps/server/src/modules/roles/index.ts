/**
 * Roles, the people of the platform and of an agent's staff, and everybody's rights. Promises: nobody hands on what
 * he lacks or exceeds a ceiling, more rights for people of the platform take two persons, less acts on the next
 * request, and whoever is online sees another menu at once.
 */
import type { Http } from '../../platform/http/create-http.ts';
import { grantAct } from '../access/index.ts';
import { bindAccess } from './access/access.routes.ts';
import { createManagerAct } from './people/create-manager-act.ts';
import { bindManagers } from './people/people.routes.ts';
import type { RolesDeps, RolesRoom } from './roles-deps.ts';
import { bindRoles } from './roles.routes.ts';
import { updateRoleAct } from './update-role-act.ts';

/** Registers the acts that need a second person and opens the endpoints. Once, before anything is approved. */
export function openRoles(app: Http, deps: RolesDeps): void {
  const room: RolesRoom = {
    ...deps,
    updateRole: deps.approvals.register(updateRoleAct),
    grant: deps.approvals.register(grantAct('access.grant')),
    grantOwnSub: deps.approvals.register(grantAct('access.grantOwnSub')),
    createManager: deps.approvals.register(createManagerAct(deps.vault)),
  };
  bindRoles(app, room);
  bindManagers(app, room);
  bindAccess(app, room);
}
