import { anySession, grid } from '../table.ts';
import type { Row } from '../table.ts';
import { ownAlone } from './vocabulary.ts';

/** Turnover records, which nearly everybody may take away. */
const order = grid(`
                own
  admin         ok
  manager       ok
  staff         ok
  agent         ok
  agentStaff    ok
  subAgent      ok
  middleman     ok
  merchant      ok
  subWithout    no
  subWith       ok
  impersonated  ok`);

/** A file is its owner's alone: not the platform's, not his sub-accounts', and not that of whoever acts for him. */
const fetchOwn = grid(`
                own     other   absent
  admin         ok      404     404
  manager       ok      404     404
  staff         ok      404     404
  agent         ok      404     404
  agentStaff    ok      404     404
  subAgent      ok      404     404
  middleman     ok      404     404
  merchant      ok      404     404
  subWithout    no      404     404
  subWith       ok      404     404
  impersonated  404     404     404
  visitedAgent  404     404     404`);

/** The files of the cast are not on the disk any more: whoever may fetch one is told so. */
const fileExpired = 21_802;

export const exportRows: readonly Row[] = [
  { call: 'GET /exportsList', about: 'nothing', expects: anySession },
  {
    call: 'POST /exports',
    about: 'nothing',
    expects: order,
    sends: () => ({
      kind: 'accounting.changelogs',
      format: 'csv',
      filter: { from: '2026-11-01T00:00:00+08:00', to: '2026-11-08T00:00:00+08:00' },
    }),
  },
  { call: 'DELETE /exports/{id}', about: 'export', expects: ownAlone },
  {
    call: 'GET /download/{file}',
    about: 'exportFile',
    expects: fetchOwn,
    passes: fileExpired,
  },
  { call: 'POST /download/{file}/ticket', about: 'exportFile', expects: fetchOwn },
];
