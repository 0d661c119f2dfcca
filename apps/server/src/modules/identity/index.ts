/**
 * Who is there. Promises: a session is an opaque token of which only the hash is kept, read anew on every request
 * with the rights of that moment, and ended at once when told so; nobody comes in without a second factor except
 * into a locked session that can do nothing but bind one; each code counts once; an unknown user, a wrong password
 * and a locked account are answered alike; every try leaves a row.
 *
 * main calls `openIdentity(deps)` once and hands `authenticate` and `onDenied` to createHttp, calls
 * `bind(app)`, and runs `sweep()` every minute. Sockets are authenticated by the same `authenticate`, with
 * `isBackground: true`, and cut on the outbox event `session.ended` {session_id, user_id, reason}.
 */
export { openIdentity } from './open-identity.ts';
export type { Identity, IdentityDeps } from './open-identity.ts';
export { createUser } from './users/create-user.ts';
export type { CreatedUser, UserDraft } from './users/create-user.ts';
export { noteAccountChange } from './credentials/account-change.store.ts';
export { confirmPerson, personsBehind } from './users/persons.store.ts';
export { recoverAdministrator } from './users/recover-administrator.ts';
export { findNewcomer } from './users/users.store.ts';
export { normalizePassword, refuseWeakPassword } from './credentials/password-rules.ts';
export { changePassword } from './users/set-password.ts';
export { createPasswordLink } from './credentials/password-link.store.ts';
export type { PasswordLink } from './credentials/password-link.store.ts';
export { resetTwoFactor } from './two-factor/reset-two-factor.ts';
export { spendStepUp } from './two-factor/step-up.ts';
export type { ProvenStepUp, StepUpInput } from './two-factor/step-up.ts';
export { addressSubject } from './credentials/login-guard.ts';
