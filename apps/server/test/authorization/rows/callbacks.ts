import { grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import { platform, reason } from './vocabulary.ts';

/** What merchants of one's tree were told. */
const see = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         ok   ok      ok     404
  agent         ok   ok      404    404
  agentStaff    ok   ok      404    404
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      ok   404     404    404
  subWithout    no   no      no     no
  subWith       ok   404     404    404
  impersonated  ok   404     404    404`);

/** Never in another's name. */
const send = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         ok   ok      ok     404
  agent         ok   ok      404    404
  agentStaff    ok   ok      404    404
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      ok   404     404    404
  subWithout    no   no      no     no
  subWith       ok   404     404    404
  impersonated  no   no      no     no`);

/** Staff by permission alone. */
const pause = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         no   no      no     no
  agent         ok   ok      404    404
  agentStaff    no   no      no     no
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      ok   404     404    404
  subWithout    no   no      no     no
  subWith       ok   404     404    404
  impersonated  no   no      no     no`);

const senders = 'admin manager staff agent agentStaff merchant subWith';
const readers = `${senders} impersonated`;
const gone = 21_804;

export const callbackRows: readonly Row[] = [
  { call: 'GET /callbacks', about: 'nothing', expects: only(readers) },
  { call: 'GET /callbacks/{id}', about: 'callback', expects: see },
  { call: 'POST /callbacks/{id}/resend', about: 'callback', expects: send, sends: () => ({}) },
  // What is not one's own is refused row by row.
  {
    call: 'POST /callbacks/bulk',
    about: 'nothing',
    expects: only(senders),
    sends: () => ({ ids: ['999999'] }),
  },
  { call: 'GET /callbacks/endpoints', about: 'nothing', expects: only(readers) },
  ...['pause', 'resume'].map((act): Row => ({
    call: `POST /callbacks/endpoints/{customer_id}/${act}`,
    about: 'callbackAddress',
    expects: pause,
    sends: () => ({}),
  })),
  { call: 'GET /admin/failedQueue', about: 'nothing', expects: only(platform) },
  {
    call: 'POST /admin/failedQueue/retry',
    about: 'nothing',
    expects: only(platform),
    passes: gone,
    sends: () => ({ ids: ['999999'] }),
  },
  {
    call: 'POST /admin/failedQueue/discard',
    about: 'nothing',
    expects: only(platform),
    passes: gone,
    sends: () => ({ ids: ['999999'], reason }),
  },
];
