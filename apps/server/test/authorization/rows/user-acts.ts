import { grid, only } from '../table.ts';
import type { Cell, Row } from '../table.ts';
import {
  noPaymentPassword,
  oldVersion,
  platform,
  reason,
  stale,
  stepUp,
  unchangedState,
} from './vocabulary.ts';

/** Name, telephone, settlement: below oneself; of the platform's people only an administrator edits others. */
const edit = grid(`
                own   below  beside  above  other  absent
  admin         self  ok     ok      -      ok     404
  manager       self  ok     no      no     ok     404
  staff         no    no     no      no     no     404
  agent         self  ok     404     404    404    404
  agentStaff    no    no     no      no     404    404
  subAgent      no    no     404     404    404    404
  middleman     no    404    404     404    404    404
  merchant      no    ok     404     404    404    404
  subWithout    no    -      no      no     404    404
  subWith       self  -      ok      no     404    404
  impersonated  no    ok     404     404    404    404`);

/** Rights are granted to parties and sub-accounts; those of the platform's people come with their roles. */
const grant = grid(`
                own   below  beside  above  other  absent
  admin         no    ok     no      -      ok     404
  manager       no    ok     no      no     ok     404
  staff         no    no     no      no     no     404
  agent         self  ok     404     404    404    404
  agentStaff    no    no     no      no     404    404
  subAgent      no    no     404     404    404    404
  middleman     no    404    404     404    404    404
  merchant      no    ok     404     404    404    404
  subWithout    no    -      no      no     404    404
  subWith       self  -      ok      no     404    404
  impersonated  no    ok     404     404    404    404`);

/** Passwords and second factors: as editing, but never while acting for another. */
const secure = grid(`
                own   below  beside  above  other  absent
  admin         self  ok     ok      -      ok     404
  manager       self  ok     no      no     ok     404
  staff         no    no     no      no     no     404
  agent         self  ok     404     404    404    404
  agentStaff    no    no     no      no     404    404
  subAgent      no    no     404     404    404    404
  middleman     no    404    404     404    404    404
  merchant      no    ok     404     404    404    404
  subWithout    no    -      no      no     404    404
  subWith       self  -      ok      no     404    404
  impersonated  no    no     404     404    404    404`);

/** Address lists of parties and of the platform's people; one's own too, where one may at all. */
const addresses = grid(`
                own  below  beside  above  other  absent
  admin         ok   ok     ok      -      ok     404
  manager       ok   ok     no      no     ok     404
  staff         no   no     no      no     no     404
  agent         ok   ok     404     404    404    404
  agentStaff    no   no     no      no     404    404
  subAgent      no   no     404     404    404    404
  middleman     no   404    404     404    404    404
  merchant      no   no     404     404    404    404
  subWithout    no   -      no      no     404    404
  subWith       no   -      no      no     404    404
  impersonated  no   no     404     404    404    404`);

/** Only the platform moves a merchant below another senior agent. */
const move = grid(`
                own  below  beside  above  other  absent
  admin         no   ok     no      -      ok     404
  manager       no   ok     no      no     ok     404
  staff         no   no     no      no     no     404
  agent         no   no     404     404    404    404
  agentStaff    no   no     no      no     404    404
  subAgent      no   no     404     404    404    404
  middleman     no   404    404     404    404    404
  merchant      no   no     404     404    404    404
  subWithout    no   -      no      no     404    404
  subWith       no   -      no      no     404    404
  impersonated  no   no     404     404    404    404`);

/** Money by hand: the platform's from the start, others by permission. Who may not is told so before any row. */
const editMoney = grid(`
                own  below  beside  above  other  absent
  admin         no   ok     no      -      ok     404
  manager       no   ok     no      no     ok     404
  staff         no   no     no      no     no     no
  agent         no   no     no      no     no     no
  agentStaff    no   no     no      no     no     no
  subAgent      no   no     no      no     no     no
  middleman     no   no     no      no     no     no
  merchant      no   no     no      no     no     no
  subWithout    no   -      no      no     no     no
  subWith       no   -      no      no     no     no
  impersonated  no   no     no      no     no     no`);

/** That an account is another human's than its maker's is the platform's to say, of administrators one of them. */
const confirmPerson = grid(`
                own   below  beside  above  other  absent
  admin         self  ok     ok      -      ok     404
  manager       self  ok     no      no     ok     404
  staff         no    no     no      no     no     no
  agent         no    no     no      no     no     no
  agentStaff    no    no     no      no     no     no
  subAgent      no    no     no      no     no     no
  middleman     no    no     no      no     no     no
  merchant      no    no     no      no     no     no
  subWithout    no    -      no      no     no     no
  subWith       no    -      no      no     no     no
  impersonated  no    no     no      no     no     no`);

/** Acting for another: administrators never are acted for, and nobody acts from within such a session. */
const actFor = grid(`
                own     below   beside  above   other   absent
  admin         404     ok      house   -       ok      404
  manager       404     ok      house   404     ok      404
  staff         no      no      no      no      no      no
  agent         404     ok      404     404     404     404
  agentStaff    no      no      no      no      no      no
  subAgent      no      no      no      no      no      no
  middleman     no      no      no      no      no      no
  merchant      404     ok      404     404     404     404
  subWithout    no      -       no      no      no      no
  subWith       404     -       ok      404     404     404
  impersonated  acting  acting  acting  acting  acting  acting`);

const acts: readonly Row[] = [
  {
    call: 'PATCH /users/{id}',
    about: 'user',
    expects: edit,
    passes: stale,
    sends: () => ({ version: oldVersion, name: 'Somebody else' }),
  },
  {
    call: 'PUT /users/{id}/permissions',
    about: 'user',
    expects: grant,
    passes: stale,
    sends: () => ({ version: oldVersion, permissions: [] }),
  },
  { call: 'POST /users/{id}/password', about: 'user', expects: secure, sends: () => ({}) },
  {
    // There is none to take away.
    call: 'POST /users/{id}/paymentPassword',
    about: 'user',
    expects: secure,
    passes: noPaymentPassword,
    sends: () => ({ reason }),
  },
  {
    call: 'PUT /users/{id}/ipWhitelist',
    about: 'user',
    expects: addresses,
    passes: stale,
    sends: () => ({ version: oldVersion, entries: ['203.0.113.0/24'] }),
  },
  {
    // Everybody of the cast is active: whoever might enable him meets that.
    call: 'POST /users/{id}/status',
    about: 'user',
    expects: edit,
    passes: unchangedState,
    sends: () => ({ event: 'enable', reason }),
  },
  {
    call: 'POST /users/{id}/agent',
    about: 'user',
    expects: move,
    passes: stale,
    sends: ({ person }) => ({ version: oldVersion, agent_id: person('B.agent'), reason }),
  },
  {
    call: 'POST /users/{id}/settleable',
    about: 'user',
    expects: editMoney,
    passes: noPaymentPassword,
    sends: () => ({ direction: 'add', amount: '1', reason, ...stepUp }),
  },
  {
    call: 'POST /users/{id}/frozen',
    about: 'user',
    expects: editMoney,
    passes: noPaymentPassword,
    sends: () => ({ direction: 'freeze', amount: '1', reason, ...stepUp }),
  },
  {
    call: 'POST /users/{id}/resetTwoFactor',
    about: 'user',
    expects: secure,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp }),
  },
  {
    // Everybody of the cast is a person of his own: whoever might confirm him meets that first.
    call: 'POST /users/{id}/person',
    about: 'user',
    expects: confirmPerson,
    passes: unchangedState,
    sends: () => ({ reason, ...stepUp }),
  },
  {
    call: 'POST /users/{id}/impersonate',
    about: 'user',
    expects: actFor,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp }),
  },
];

/** A sub-account below somebody: below oneself, or as his people below the owner one works for. */
const createBelow = grid(`
                own  below  beside  above  other  absent
  admin         ok   ok     no      -      ok     404
  manager       ok   ok     no      no     ok     404
  staff         no   no     no      no     no     404
  agent         ok   ok     404     404    404    404
  agentStaff    no   no     no      no     404    404
  subAgent      ok   no     404     404    404    404
  middleman     no   404    404     404    404    404
  merchant      ok   no     404     404    404    404
  subWithout    no   -      no      no     404    404
  subWith       no   -      no      ok     404    404
  impersonated  ok   no     404     404    404    404`);

/** A sub-account of a merchant of the tree, of another merchant of it, of another senior agent's. */
const removeSub = grid(`
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

/** Below which senior agent: a senior agent below himself alone, and any other is as good as none. */
const createParty = grid(`
                own  other    absent
  admin         ok   ok       premium
  manager       ok   ok       premium
  staff         no   no       no
  agent         ok   premium  premium
  agentStaff    no   no       no
  subAgent      no   no       no
  middleman     no   no       no
  merchant      no   no       no
  subWithout    no   no       no
  subWith       no   no       no
  impersonated  no   no       no`);

const newcomer = ({ serial }: Cell) => ({ name: `Newcomer ${serial}`, username: `newcomer-${serial}` });
const party = (cell: Cell) => ({ ...newcomer(cell), agent_id: cell.id });

const creating: readonly Row[] = [
  {
    call: 'POST /users/{self}/sub',
    about: 'user',
    expects: createBelow,
    sends: newcomer,
  },
  { call: 'DELETE /users/{self}/sub/{id}', about: 'sub', expects: removeSub },
  { call: 'POST /customers', about: 'tenant', expects: createParty, sends: party },
  { call: 'POST /subagents', about: 'tenant', expects: createParty, sends: party },
  { call: 'POST /middlemen', about: 'tenant', expects: createParty, sends: party },
  { call: 'POST /agents', about: 'nothing', expects: only(platform), sends: newcomer },
];

/** A merchant that is bound to a general agent, of the tree and of another. */
const bind = grid(`
                own  other  absent
  admin         ok   ok     404
  manager       ok   ok     404
  staff         no   no     404
  agent         ok   404    404
  agentStaff    no   404    404
  subAgent      no   404    404
  middleman     404  404    404
  merchant      no   404    404
  subWithout    no   404    404
  subWith       no   404    404
  impersonated  no   404    404
  visitedAgent  no   404    404`);

/** A merchant that is bound to nobody, beside that of the cast. */
const unbind = grid(`
                beside  absent
  admin         ok      404
  manager       ok      404
  staff         no      404
  agent         ok      404
  agentStaff    no      404
  subAgent      404     404
  middleman     404     404
  merchant      404     404
  subWithout    404     404
  subWith       404     404
  impersonated  404     404`);
const alreadyBound = 21_604;
const notBound = 21_605;

const binding: readonly Row[] = [
  { call: 'GET /customers/{id}/bind', about: 'merchant', expects: bind },
  {
    call: 'POST /customers/{id}/bind',
    about: 'merchant',
    expects: bind,
    passes: alreadyBound,
    sends: ({ relation, person }) => ({
      user_id: person(relation === 'other' ? 'B.subAgent' : 'A.subAgent'),
    }),
  },
  { call: 'DELETE /customers/{id}/bind', about: 'merchant', expects: unbind, passes: notBound },
];

export const userActRows: readonly Row[] = [...acts, ...creating, ...binding];
