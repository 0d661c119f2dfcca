/**
 * Who is there. Promises: a session is an opaque token of which only the hash is kept, read anew on every request
 * with the rights of that moment, and ended at once when told so; nobody comes in without a second factor except
 * into a locked session that can do nothing but bind one; each code counts once; an unknown user, a wrong password
 * and a locked account are answered alike; every try leaves a row.
 *
 * main calls `openIdentity(deps)` once and hands `authenticate`, `admit` and `onDenied` to createHttp, calls
 * `bind(app)`, and runs `sweep()` every minute. Sockets are authenticated by the same `authenticate`, with
 * `isBackground: true`, and cut on the outbox event `session.ended` {session_id, user_id, reason}.
 */
export { openIdentity } from './open-identity.ts';
export type { Identity, IdentityDeps } from './open-identity.ts';
export { createUser } from './create-user.ts';
export type { CreatedUser, UserDraft } from './create-user.ts';
export { findNewcomer } from './users.store.ts';
export { normalizePassword, refuseWeakPassword } from './password-rules.ts';
export { changePassword } from './set-password.ts';
export { createPasswordLink } from './password-link.store.ts';
export type { PasswordLink } from './password-link.store.ts';
export { resetTwoFactor } from './reset-two-factor.ts';
export { spendStepUp } from './step-up.ts';
export type { ProvenStepUp, StepUpInput } from './step-up.ts';
export { endIdleSessions, endSession, endSessions, insertSession } from './sessions.store.ts';
export type { NewSession, OpenedSession, SessionEnd } from './sessions.store.ts';
export { browserCookie } from './browser-cookie.ts';
export { mayComeFrom } from './address-rule.ts';
export { ownerOf } from './owner-of.ts';
export { addressSubject } from './login-guard.ts';
