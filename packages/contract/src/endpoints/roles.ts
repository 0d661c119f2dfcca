import { z } from 'zod';
import { permissions } from '@suanpan/domain/access/permissions';
import { roleNames } from '@suanpan/domain/access/roles';
import { userStatuses } from '@suanpan/domain/states/user';
import { endpoint } from '../endpoint.ts';
import { done, id, instant, listOf, noSummary, paging, searchText } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { reason } from '../step-up.ts';
import { submission } from './approvals.ts';
import { newUsername } from './user-acts.ts';

const roleName = z.string().trim().min(1).max(60).regex(plainLine);
const permissionList = z.array(z.enum(permissions as readonly [string, ...string[]])).max(permissions.length);
/** What was on the screen when somebody began to edit; another one means that it was changed meanwhile. */
export const version = instant;

export const roleRow = z.object({
  role_id: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  created_at: instant,
  updated_at: instant,
  /** Whose people may have it; null for the platform's. */
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  users: z.number(),
  actions: z.array(z.enum(['update', 'delete'])),
});
export type RoleRow = z.output<typeof roleRow>;

export const roles = endpoint({
  method: 'GET',
  path: '/roles',
  access: { permission: 'settings.roles.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, search: searchText.optional() }),
  output: listOf(roleRow, noSummary),
});

export const getRole = endpoint({
  method: 'GET',
  path: '/roles/{id}',
  access: { permission: 'settings.roles.get' },
  whileActing: 'allowed',
  input: z.strictObject({ id }),
  output: roleRow.extend({
    holders: z.array(
      z.object({
        id: z.string(),
        username: z.string(),
        name: z.string(),
        role_name: z.enum(roleNames),
        status: z.enum(userStatuses),
      }),
    ),
    /** The most that its holders can ever have. */
    ceiling: z.array(z.string()),
    /** What the caller may put into it. */
    grantable: z.array(z.string()),
  }),
});

/** What a new role of the caller can hold. */
export const roleCeiling = endpoint({
  method: 'GET',
  path: '/manage/role_ceiling',
  access: { permission: 'settings.roles.get' },
  whileActing: 'allowed',
  input: z.strictObject({}),
  output: z.object({ ceiling: z.array(z.string()), grantable: z.array(z.string()) }),
});

export const createRole = endpoint({
  method: 'POST',
  path: '/roles',
  access: { permission: 'settings.roles.create' },
  input: z.strictObject({ name: roleName, permissions: permissionList }),
  output: z.object({ role_id: z.string() }),
});

/**
 * Taking rights away acts at once. Giving more to people of the platform waits for a second person, and then the
 * whole change waits.
 */
export const updateRole = endpoint({
  method: 'PUT',
  path: '/roles/{id}',
  access: { permission: 'settings.roles.update' },
  input: z.strictObject({
    id,
    name: roleName,
    permissions: permissionList,
    version,
    reason: reason.optional(),
  }),
  output: submission,
});

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/roles/{id}',
  access: { permission: 'settings.roles.delete' },
  input: z.strictObject({ id }),
  output: done,
});

/** Roles that the caller's managers may have. */
export const managerRoles = endpoint({
  method: 'GET',
  path: '/manage/manager_roles',
  access: { permission: 'settings.manager.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging }),
  output: listOf(roleRow, noSummary),
});

export const managerRow = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  role_name: z.enum(roleNames),
  role: z.object({ role_id: z.string(), name: z.string() }).nullable(),
  has_own_grant: z.boolean(),
  status: z.enum(userStatuses),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  google2FA: z.boolean(),
  last_login_at: instant.nullable(),
  created_at: instant,
  version,
  actions: z.array(z.enum(['update', 'link', 'delete'])),
});
export type ManagerRow = z.output<typeof managerRow>;

/** The platform's administrators and managers; for a senior agent his staff. */
export const managers = endpoint({
  method: 'GET',
  path: '/manage/managers',
  access: { permission: 'settings.manager.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    search: searchText.optional(),
    status: z.enum(userStatuses).optional(),
  }),
  output: listOf(managerRow, z.object({ kinds: z.array(z.enum(roleNames)) })),
});

/** The same with a body: names stand in no address. */
export const searchManagers = endpoint({ ...managers, method: 'POST', path: '/manage/managers/search' });

const contact = {
  name: z.string().trim().min(1).max(60).regex(plainLine),
  email: z.union([z.email().max(120), z.literal('')]).optional(),
  phone: z.string().trim().max(32).regex(plainLine).optional(),
};

export const createManager = endpoint({
  method: 'POST',
  path: '/manage/managers',
  access: { permission: 'settings.manager.create' },
  idempotent: true,
  input: z.strictObject({
    username: newUsername,
    ...contact,
    role_name: z.enum(['admin', 'manager', 'staffSub']),
    role_id: id.optional(),
    reason,
  }),
  output: submission,
});

export const updateManager = endpoint({
  method: 'PUT',
  path: '/manage/managers/{id}',
  access: { permission: 'settings.manager.update' },
  input: z.strictObject({ id, ...contact, version }),
  output: done,
});

/** A code with which a newcomer sets his first password, told once; nobody who has one gets another here. */
export const managerLink = endpoint({
  method: 'POST',
  path: '/manage/managers/{id}/link',
  access: { permission: 'settings.manager.update' },
  input: z.strictObject({ id }),
  output: z.object({ code: z.string(), expires_at: instant }),
});

/** The account is archived for good and signed out at once. */
export const deleteManager = endpoint({
  method: 'DELETE',
  path: '/manage/managers/{id}',
  access: { permission: 'settings.manager.delete' },
  input: z.strictObject({ id }),
  output: done,
});
