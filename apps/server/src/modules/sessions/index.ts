/**
 * Who is signed in. Promises: a session is an opaque token of which only the hash is kept, read anew on every request
 * with the rights of that moment, and ended at once when told so.
 */
export { mayComeFrom } from './address-rule.ts';
export { actorNow, authenticate, authenticateSession } from './authenticate.ts';
export { browserCookie, browserHashOf, markBrowser } from './browser-cookie.ts';
export { listOwnSessions } from './sessions.queries.ts';
export { bindSessions } from './sessions.routes.ts';
export {
  confirmSession,
  endIdleSessions,
  endSession,
  endSessions,
  insertSession,
  isAwake,
} from './sessions.store.ts';
export type { OpenedSession } from './sessions.store.ts';
export { findBelow, isBelow } from './tree.queries.ts';
export type { TreeUserRow } from './tree.queries.ts';
