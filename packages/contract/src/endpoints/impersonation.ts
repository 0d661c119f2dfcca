import { z } from 'zod';
import { roleNames } from '@suanpan/domain/access/roles';
import { endpoint } from '../endpoint.ts';
import { done, id, instant, listOf, noSummary, paging } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';

const person = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  role_name: z.enum(roleNames),
});

/** Who acts for another changes nothing, whatever he holds. */
const onlyLooks = z.literal(true);

/**
 * Opens the way to act for a user: a code that counts once within sixty seconds. Whose right it takes depends on
 * who he is: `users.subAcc.impersonate` for one's own sub-account, else `users.list.impersonate`; managers and
 * sub-accounts need a grant besides.
 */
export const impersonate = endpoint({
  method: 'POST',
  path: '/users/{id}/impersonate',
  access: { session: true },
  input: z.strictObject({ id, reason, ...stepUp }),
  output: z.object({ code: z.string(), expires_at: instant, user: person, read_only: onlyLooks }),
});

/** Exchanges the code, in the browser it was made in, for a session of at most sixty minutes. */
export const enter = endpoint({
  method: 'POST',
  path: '/enter',
  access: { public: true },
  input: z.strictObject({ code: z.string().min(1).max(128) }),
  output: z.object({
    access_token: z.string(),
    expires_at: instant,
    user: person,
    operator: z.string(),
    read_only: onlyLooks,
  }),
});

export const shadowGrant = z.object({
  id: z.string(),
  grantee: person,
  target: person,
  read_only: z.boolean(),
  reason: z.string(),
  granted_by: z.string(),
  granted_at: instant,
  expires_at: instant,
  revoked_at: instant.nullable(),
  revoked_by: z.string().nullable(),
  state: z.enum(['live', 'expired', 'revoked']),
});
export type ShadowGrant = z.output<typeof shadowGrant>;

/** The newest first. */
export const shadowGrants = endpoint({
  method: 'GET',
  path: '/shadowUsers/grants',
  access: { permission: 'settings.shadowUsers.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, state: z.enum(['live', 'expired', 'revoked']).optional() }),
  output: listOf(shadowGrant, noSummary),
});

/** `grantee` and `target` are user names or ids. What `read_only` says is kept; either way a visitor only looks. */
export const createShadowGrant = endpoint({
  method: 'POST',
  path: '/shadowUsers/grants',
  access: { permission: 'settings.shadowUsers.create' },
  input: z.strictObject({
    grantee: z.string().trim().min(1).max(64),
    target: z.string().trim().min(1).max(64),
    read_only: z.boolean().default(true),
    days: z.number().int().min(1).max(90),
    reason,
    ...stepUp,
  }),
  output: z.object({ id: z.string() }),
});

/** Sessions that stand on the grant are cut at once. */
export const revokeShadowGrant = endpoint({
  method: 'DELETE',
  path: '/shadowUsers/grants/{id}',
  access: { permission: 'settings.shadowUsers.revoke' },
  input: z.strictObject({ id }),
  output: z.object({ ended: z.number() }),
});

export const shadowSession = z.object({
  id: z.string(),
  operator: person,
  user: person,
  reason: z.string(),
  grant_id: z.string().nullable(),
  read_only: onlyLooks,
  ip: z.string(),
  started_at: instant,
  last_seen_at: instant,
  expires_at: instant,
});
export type ShadowSession = z.output<typeof shadowSession>;

/** Who acts for whom at this moment. */
export const shadowSessions = endpoint({
  method: 'GET',
  path: '/shadowUsers/sessions',
  access: { permission: 'settings.shadowUsers.get' },
  whileActing: 'allowed',
  input: z.strictObject({}),
  output: z.object({ items: z.array(shadowSession) }),
});
export const endShadowSession = endpoint({
  method: 'DELETE',
  path: '/shadowUsers/sessions/{id}',
  access: { permission: 'settings.shadowUsers.revoke' },
  input: z.strictObject({ id }),
  output: done,
});
