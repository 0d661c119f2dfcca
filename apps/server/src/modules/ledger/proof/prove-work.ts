import { balanceCheckAt } from '@suanpan/domain/limits';
import { dailyAt } from '../../../platform/calendar.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import { proveAndKeep } from './prove.ts';
import { takeProofPoint } from './prove.queries.ts';

/** Every night at 00:30 a new point is taken, and the books are proven, the point among them; the result is kept. */
export function proveWork(db: Database): DueWork {
  return {
    name: 'ledger.prove',
    next: dailyAt(balanceCheckAt),
    missed: 'latest',
    anytime: true,
    async run() {
      await takeProofPoint(db.workers);
      await proveAndKeep(db, null);
    },
  };
}
