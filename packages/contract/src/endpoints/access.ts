import { z } from 'zod';
import { permissions } from '@suanpan/domain/access/permissions';
import { roleNames } from '@suanpan/domain/access/roles';
import { userStatuses } from '@suanpan/domain/states/user';
import { endpoint } from '../endpoint.ts';
import { id, listOf, noSummary, paging, searchText } from '../fields.ts';
import { reason } from '../step-up.ts';
import { submission } from './approvals.ts';
import { version } from './roles.ts';

/** Where somebody's permissions come from: what his kind has from the start, a role, or a list of his own. */
export const accessSources = ['preset', 'role', 'own'] as const;

const accessUser = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  role_name: z.enum(roleNames),
  status: z.enum(userStatuses),
  source: z.enum(accessSources),
  role: z.object({ role_id: z.string(), name: z.string() }).nullable(),
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type AccessUser = z.output<typeof accessUser>;

const accessDetail = accessUser.extend({
  /** His own list, when that is what counts. */
  own: z.array(z.string()).nullable(),
  preset: z.array(z.string()),
  /** The most that he can ever have; for a sub-account what its owner has now. */
  ceiling: z.array(z.string()),
  /** What the caller may give him. */
  grantable: z.array(z.string()),
  /** What he has at this moment. */
  effective: z.array(z.string()),
  roles: z.array(z.object({ role_id: z.string(), name: z.string(), permissions: z.array(z.string()) })),
  version,
  /** All rights more for him wait for a second person; where false, those that undo others (`grantWaits`). */
  needs_approval: z.boolean(),
});
export type AccessDetail = z.output<typeof accessDetail>;

const listInput = z.strictObject({
  ...paging,
  search: searchText.optional(),
  role_name: z.enum(roleNames).optional(),
});
const saveInput = z.strictObject({
  id,
  source: z.enum(accessSources),
  role_id: id.optional(),
  permissions: z
    .array(z.enum(permissions as readonly [string, ...string[]]))
    .max(permissions.length)
    .optional(),
  version,
  reason: reason.optional(),
});

/** With a body: names stand in no address. */
export const authorityUsers = endpoint({
  method: 'POST',
  path: '/authority/users/search',
  access: { permission: 'authority.get' },
  whileActing: 'allowed',
  input: listInput,
  output: listOf(accessUser, noSummary),
});

export const authorityUser = endpoint({
  method: 'GET',
  path: '/authority/users/{id}',
  access: { permission: 'authority.get' },
  whileActing: 'allowed',
  input: z.strictObject({ id }),
  output: accessDetail,
});

export const saveAuthority = endpoint({
  method: 'PUT',
  path: '/authority/users/{id}',
  access: { permission: 'authority.update' },
  input: saveInput,
  output: submission,
});

/** The same for one's own sub-accounts alone, within what one has oneself. */
export const subAuthorityUsers = endpoint({
  ...authorityUsers,
  path: '/subAuthority/users/search',
  access: { permission: 'subAuthority.get' },
});
export const subAuthorityUser = endpoint({
  ...authorityUser,
  path: '/subAuthority/users/{id}',
  access: { permission: 'subAuthority.get' },
});
export const saveSubAuthority = endpoint({
  ...saveAuthority,
  path: '/subAuthority/users/{id}',
  access: { permission: 'subAuthority.update' },
});
