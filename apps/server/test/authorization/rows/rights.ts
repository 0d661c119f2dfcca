import { grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import { oldVersion, platform, platformAndAgent, reason, stale, unchangedState } from './vocabulary.ts';

/** A role of the own staff, of another agent's, and of the platform. */
const readRole = grid(`
                own  other  above  absent
  admin         ok   ok     ok     404
  manager       ok   ok     ok     404
  staff         no   no     no     no
  agent         ok   404    404    404
  agentStaff    no   no     no     no
  subAgent      no   no     no     no
  middleman     no   no     no     no
  merchant      no   no     no     no
  subWithout    no   no     no     no
  subWith       no   no     no     no
  impersonated  no   no     no     no`);

/** A manager of the platform reads roles and changes none. */
const changeRole = grid(`
                own  other  above  absent
  admin         ok   ok     ok     404
  manager       no   no     no     no
  staff         no   no     no     no
  agent         ok   404    404    404
  agentStaff    no   no     no     no
  subAgent      no   no     no     no
  middleman     no   no     no     no
  merchant      no   no     no     no
  subWithout    no   no     no     no
  subWith       no   no     no     no
  impersonated  no   no     no     no`);

const adminAndAgent = 'admin agent';

const roles: readonly Row[] = [
  { call: 'GET /roles', about: 'nothing', expects: only(platformAndAgent) },
  { call: 'GET /roles/{id}', about: 'role', expects: readRole },
  { call: 'GET /manage/role_ceiling', about: 'nothing', expects: only(platformAndAgent) },
  { call: 'GET /manage/manager_roles', about: 'nothing', expects: only(platformAndAgent) },
  {
    call: 'POST /roles',
    about: 'nothing',
    expects: only(adminAndAgent),
    sends: ({ serial }) => ({ name: `Role ${serial}`, permissions: ['index.statistics.get'] }),
  },
  {
    call: 'PUT /roles/{id}',
    about: 'role',
    expects: changeRole,
    passes: stale,
    sends: () => ({ name: 'Renamed', permissions: [], version: oldVersion }),
  },
  { call: 'DELETE /roles/{id}', about: 'role', expects: changeRole },
];

/** A person of the own staff, of another agent's, and of the platform, whose managers are not the staff of agents. */
const changeManager = grid(`
                own  other  above  absent
  admin         404  404    ok     404
  manager       no   no     no     no
  staff         no   no     no     no
  agent         ok   404    404    404
  agentStaff    no   no     no     no
  subAgent      no   no     no     no
  middleman     no   no     no     no
  merchant      no   no     no     no
  subWithout    no   no     no     no
  subWith       no   no     no     no
  impersonated  no   no     no     no`);

const people: readonly Row[] = [
  { call: 'GET /manage/managers', about: 'nothing', expects: only(platformAndAgent) },
  {
    call: 'POST /manage/managers/search',
    about: 'nothing',
    expects: only(platformAndAgent),
    sends: () => ({}),
  },
  {
    call: 'POST /manage/managers',
    about: 'role',
    expects: only(adminAndAgent),
    sends: ({ principal, serial, id }) => ({
      username: `newcomer.${serial}`,
      name: 'Newcomer',
      reason,
      ...(principal === 'agent' ? { role_name: 'staffSub', role_id: id } : { role_name: 'manager' }),
    }),
  },
  {
    call: 'PUT /manage/managers/{id}',
    about: 'manager',
    expects: changeManager,
    passes: stale,
    sends: () => ({ name: 'Renamed', version: oldVersion }),
  },
  {
    call: 'POST /manage/managers/{id}/link',
    about: 'manager',
    expects: changeManager,
    passes: unchangedState,
    sends: () => ({}),
  },
  { call: 'DELETE /manage/managers/{id}', about: 'manager', expects: changeManager },
];

/** Everybody's rights are the platform's matter; nobody's own are his, and an administrator's no manager's. */
const readAccess = grid(`
                own  below  beside  above  other  absent
  admin         404  ok     ok      -      ok     404
  manager       404  ok     ok      404    ok     404
  staff         no   no     no      no     no     no
  agent         no   no     no      no     no     no
  agentStaff    no   no     no      no     no     no
  subAgent      no   no     no      no     no     no
  middleman     no   no     no      no     no     no
  merchant      no   no     no      no     no     no
  subWithout    no   -      no      no     no     no
  subWith       no   -      no      no     no     no
  impersonated  no   no     no      no     no     no`);

const changeAccess = grid(`
                own  below  beside  above  other  absent
  admin         404  ok     ok      -      ok     404
  manager       no   no     no      no     no     no
  staff         no   no     no      no     no     no
  agent         no   no     no      no     no     no
  agentStaff    no   no     no      no     no     no
  subAgent      no   no     no      no     no     no
  middleman     no   no     no      no     no     no
  merchant      no   no     no      no     no     no
  subWithout    no   -      no      no     no     no
  subWith       no   -      no      no     no     no
  impersonated  no   no     no      no     no     no`);

/** A sub-account of the own merchant: only its owner reaches it here, and who works for him with the permission. */
const ofOwner = grid(`
                own  beside  other  absent
  admin         404  404     404    404
  manager       404  404     404    404
  staff         no   no      no     no
  agent         404  404     404    404
  agentStaff    no   no      no     no
  subAgent      404  404     404    404
  middleman     no   no      no     no
  merchant      ok   404     404    404
  subWithout    no   no      no     no
  subWith       ok   404     404    404
  impersonated  ok   404     404    404`);

const keep = () => ({ source: 'preset', version: oldVersion });

const access: readonly Row[] = [
  { call: 'POST /authority/users/search', about: 'nothing', expects: only(platform), sends: () => ({}) },
  { call: 'GET /authority/users/{id}', about: 'user', expects: readAccess },
  { call: 'PUT /authority/users/{id}', about: 'user', expects: changeAccess, passes: stale, sends: keep },
  {
    call: 'POST /subAuthority/users/search',
    about: 'nothing',
    expects: only('admin manager agent subAgent merchant subWith impersonated'),
    sends: () => ({}),
  },
  { call: 'GET /subAuthority/users/{id}', about: 'sub', expects: ofOwner },
  { call: 'PUT /subAuthority/users/{id}', about: 'sub', expects: ofOwner, passes: stale, sends: keep },
];

export const rightsRows: readonly Row[] = [...roles, ...people, ...access];
