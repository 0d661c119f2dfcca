import { only } from '../table.ts';
import type { Row } from '../table.ts';

/** Whoever sees orders sees the statistics of his own tree. */
const seers = 'admin manager staff agent agentStaff subAgent merchant subWith impersonated';

export const reportRows: readonly Row[] = [
  { call: 'GET /reports', about: 'nothing', expects: only(seers) },
  {
    call: 'GET /reports/{day}/versions',
    about: 'nothing',
    names: { day: '2026-11-20' },
    expects: only(seers),
  },
];
