import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, id, instant, nothing } from '../fields.ts';

/** A live session. `user` is who signed in; `acting_for` whom he looks through the eyes of, if anybody. */
export const sessionRow = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), username: z.string() }),
  acting_for: z.object({ id: z.string(), username: z.string() }).nullable(),
  ip: z.string(),
  user_agent: z.string(),
  /** Opened by our web application; else a program with a bearer token. */
  is_browser: z.boolean(),
  created_at: instant,
  last_seen_at: instant,
  expires_at: instant,
  is_current: z.boolean(),
});
export type SessionRow = z.output<typeof sessionRow>;

const list = z.object({ items: z.array(sessionRow) });
const ended = z.object({ ended: z.number() });

export const ownSessions = endpoint({
  method: 'GET',
  path: '/users/self/sessions',
  access: { permission: 'settings.personal.get' },
  whileActing: 'allowed',
  input: nothing,
  output: list,
});
export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/users/self/sessions/{session_id}',
  access: { permission: 'settings.personal.update' },
  input: z.strictObject({ session_id: id }),
  output: done,
});
/** All but the one that asks. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/self/sessions',
  access: { permission: 'settings.personal.update' },
  input: nothing,
  output: ended,
});

/** Of a user in the caller's tree, for a caller who may also disable the account. */
export const userSessions = endpoint({
  method: 'GET',
  path: '/users/{id}/sessions',
  access: { permission: 'users.list.disable' },
  input: z.strictObject({ id }),
  output: list,
});
export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/users/{id}/sessions',
  access: { permission: 'users.list.disable' },
  input: z.strictObject({ id }),
  output: ended,
});
export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/users/{id}/sessions/{session_id}',
  access: { permission: 'users.list.disable' },
  input: z.strictObject({ id, session_id: id }),
  output: done,
});
