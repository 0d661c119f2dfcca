import { only } from '../table.ts';
import type { Row } from '../table.ts';
import { absent, invalid, platformAndAgent, reason } from './vocabulary.ts';

export const routingRows: readonly Row[] = [
  {
    call: 'POST /routing/replay',
    about: 'nothing',
    expects: only(platformAndAgent),
    // That day is not over.
    passes: invalid,
    sends: () => ({ day: '2999-01-01', changes: [] }),
  },
  {
    call: 'GET /routing/replay/{id}',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '999999999999' },
  },
  {
    call: 'PUT /channels/{id}/state',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '999999999999' },
    sends: () => ({ state: 'maintenance', reason }),
  },
];
