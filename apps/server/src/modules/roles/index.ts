/**
 * Roles, the people of the platform and of an agent's staff, and everybody's rights. Promises: nobody gives a right
 * that he does not have or one above the ceiling; more rights for people of the platform need two persons; fewer
 * rights count from the next request; a user who is online sees his new menu at once.
 */
import { grantAct } from '../access/index.ts';
import type { Module } from '../../platform/module.ts';
import { bindAccess } from './access/access.routes.ts';
import { createManagerAct } from './people/create-manager-act.ts';
import { bindManagers } from './people/people.routes.ts';
import type { RolesDeps, RolesRoom } from './roles-deps.ts';
import { bindRoles } from './roles.routes.ts';
import { updateRoleAct } from './update-role-act.ts';

/** Registers the acts that need a second person: once, before anything is approved. */
export function openRoles(deps: RolesDeps): Module {
  const room: RolesRoom = {
    ...deps,
    updateRole: deps.approvals.register(updateRoleAct),
    grant: deps.approvals.register(grantAct('access.grant')),
    grantOwnSub: deps.approvals.register(grantAct('access.grantOwnSub')),
    createManager: deps.approvals.register(createManagerAct(deps.vault)),
  };
  return {
    bind(app) {
      bindRoles(app, room);
      bindManagers(app, room);
      bindAccess(app, room);
    },
  };
}
