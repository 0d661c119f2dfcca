import { anySession, grid, only } from '../table.ts';
import type { Row } from '../table.ts';

/**
 * One user from every side. Everybody sees himself; others are seen with the right of the screen they stand on, in
 * one's own tree; whoever stands above or beside is absent.
 */
const seenBy = (general: 'ok' | 'no'): ReturnType<typeof grid> =>
  grid(`
                own  below  beside  above  other  absent
  admin         ok   ok     ok      -      ok     404
  manager       ok   ok     ok      ok     ok     404
  staff         ok   no     no      no     no     404
  agent         ok   ok     404     404    404    404
  agentStaff    ok   no     no      no     404    404
  subAgent      ok   ${general}     404     404    404    404
  middleman     ok   404    404     404    404    404
  merchant      ok   ok     404     404    404    404
  subWithout    ok   -      no      no     404    404
  subWith       ok   -      ok      no     404    404
  impersonated  ok   ok     404     404    404    404`);
const seeUser = seenBy('ok');
/** A general agent sees what comes through his merchants and not what they hold. */
const seeMoney = seenBy('no');

const facets: readonly Row[] = [
  { call: 'GET /users/{id}/info', about: 'user', expects: seeUser },
  { call: 'GET /users/{id}/balance', about: 'user', expects: seeMoney },
  { call: 'GET /users/{id}/settleable', about: 'user', expects: seeMoney },
  { call: 'GET /users/{id}/frozen', about: 'user', expects: seeMoney },
  { call: 'GET /users/{id}/channels', about: 'user', expects: seeUser },
  { call: 'GET /users/{id}/rates', about: 'user', expects: seeUser },
  { call: 'GET /users/{id}/permissions', about: 'user', expects: seeUser },
  { call: 'GET /users/{id}/ipWhitelist', about: 'user', expects: seeUser },
  { call: 'GET /users/{id}/logins', about: 'user', expects: seeUser },
  { call: 'GET /users/{id}/changelogs', about: 'user', expects: seeUser },
  { call: 'GET /users/{id}/audit', about: 'user', expects: seeUser },
];

/** Another's sessions, for whoever may shut the account out. Nobody stands below himself. */
const endSessions = grid(`
                own  below  beside  above  other  absent
  admin         404  ok     ok      -      ok     404
  manager       404  ok     ok      404    ok     404
  staff         no   no     no      no     no     no
  agent         404  ok     404     404    404    404
  agentStaff    no   no     no      no     no     no
  subAgent      no   no     no      no     no     no
  middleman     no   no     no      no     no     no
  merchant      no   no     no      no     no     no
  subWithout    no   -      no      no     no     no
  subWith       no   -      no      no     no     no
  impersonated  no   no     no      no     no     no`);

const sessions: readonly Row[] = [
  { call: 'GET /users/{id}/sessions', about: 'user', expects: endSessions },
  { call: 'DELETE /users/{id}/sessions', about: 'user', expects: endSessions },
  { call: 'DELETE /users/{id}/sessions/{session_id}', about: 'userSession', expects: endSessions },
];

/** A sub-account of a merchant of the tree, of another merchant of the same senior agent, of another senior agent. */
const seeSub = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         no   no      no     404
  agent         ok   ok      404    404
  agentStaff    no   no      404    404
  subAgent      404  404     404    404
  middleman     404  404     404    404
  merchant      ok   404     404    404
  subWithout    no   404     404    404
  subWith       ok   404     404    404
  impersonated  ok   404     404    404`);

/** The list below a merchant: a general agent knows his merchant, but its people are not his. */
const seeSubs = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         no   no      no     404
  agent         ok   ok      404    404
  agentStaff    no   no      404    404
  subAgent      no   404     404    404
  middleman     404  404     404    404
  merchant      ok   404     404    404
  subWithout    no   404     404    404
  subWith       ok   404     404    404
  impersonated  ok   404     404    404`);

const lists: readonly Row[] = [
  { call: 'GET /users', about: 'nothing', expects: only('admin manager agent subAgent') },
  {
    call: 'POST /users/search',
    about: 'nothing',
    expects: only('admin manager agent subAgent'),
    sends: () => ({}),
  },
  { call: 'GET /users/{self}/sub', about: 'sub', expects: seeSubs },
  { call: 'POST /users/{self}/sub/search', about: 'sub', expects: seeSubs, sends: () => ({}) },
  { call: 'GET /users/{self}/sub/{id}', about: 'sub', expects: seeSub },
  { call: 'GET /users/customer/sub/{id}', about: 'merchant', expects: seeSubs },
  { call: 'GET /subagents', about: 'nothing', expects: anySession },
];

export const userRows: readonly Row[] = [...facets, ...sessions, ...lists];
