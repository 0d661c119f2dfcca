import { only } from '../table.ts';
import type { Row } from '../table.ts';
import { absent } from './vocabulary.ts';

/** Whoever sees orders sees the statistics of his own tree. */
const seers = 'admin manager staff agent agentStaff subAgent merchant subWith impersonated';
const makers = 'admin manager staff agent agentStaff subAgent merchant subWith';

export const reportRows: readonly Row[] = [
  { call: 'GET /reports', about: 'nothing', expects: only(seers) },
  {
    call: 'GET /reports/{day}/versions',
    about: 'nothing',
    names: { day: '2026-11-20' },
    expects: only(seers),
  },
  { call: 'GET /index/stats2', about: 'nothing', expects: only('admin manager agent') },
  { call: 'GET /index/stats4', about: 'nothing', expects: only('admin manager agent') },
  { call: 'GET /statements', about: 'nothing', expects: only(seers) },
  {
    call: 'POST /statements',
    about: 'nothing',
    expects: only(makers),
    passes: absent,
    sends: () => ({ customer_id: '999999999999', period: '2026-01', currency: 'TWD' }),
  },
  {
    call: 'GET /statements/{name}',
    about: 'nothing',
    names: { name: '999999999999.json' },
    expects: only(makers),
    passes: absent,
  },
];
