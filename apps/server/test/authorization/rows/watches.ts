import { watchMostMinutes } from '@suanpan/domain/limits';
import { grid } from '../table.ts';
import type { Row } from '../table.ts';

/** Everybody has his own, and whoever acts for another has none. */
const own = grid(`
                own
  admin         ok
  manager       ok
  staff         ok
  agent         ok
  agentStaff    ok
  subAgent      ok
  middleman     ok
  merchant      ok
  subWithout    ok
  subWith       ok
  impersonated  acting`);

/** What is watched must be a list that he may see. */
const watching = grid(`
                own
  admin         ok
  manager       ok
  staff         ok
  agent         ok
  agentStaff    ok
  subAgent      ok
  middleman     no
  merchant      ok
  subWithout    no
  subWith       ok
  impersonated  acting`);

/** One's own alone, of a list that he may see still. */
const saying = grid(`
                own     other   absent
  admin         ok      404     404
  manager       ok      404     404
  staff         ok      404     404
  agent         ok      404     404
  agentStaff    ok      404     404
  subAgent      ok      404     404
  middleman     no      404     404
  merchant      ok      404     404
  subWithout    no      404     404
  subWith       ok      404     404
  impersonated  acting  acting  acting`);

/** A watch is its owner's alone. */
const removing = grid(`
                own     other   absent
  admin         ok      404     404
  manager       ok      404     404
  staff         ok      404     404
  agent         ok      404     404
  agentStaff    ok      404     404
  subAgent      ok      404     404
  middleman     ok      404     404
  merchant      ok      404     404
  subWithout    ok      404     404
  subWith       ok      404     404
  impersonated  acting  acting  acting`);

const search = {
  name: 'expired',
  filter: { status: ['expired'] },
  search: { status: 'expired' },
  // What is older than the oldest that may be asked for is within it.
  window_min: watchMostMinutes,
  older_min: 0,
  mark: 5,
  via: ['bell'],
  url: null,
};

export const watchRows: readonly Row[] = [
  { call: 'GET /watches', about: 'nothing', expects: own },
  {
    call: 'POST /watches',
    about: 'nothing',
    expects: watching,
    sends: () => ({ kind: 'collections.transactions', ...search }),
  },
  { call: 'PUT /watches/{id}', about: 'watch', expects: saying, sends: () => search },
  { call: 'DELETE /watches/{id}', about: 'watch', expects: removing },
];
