import { balanceCheckAt } from '@suanpan/domain/limits';
import { dailyAt } from '../../../platform/calendar.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import { proveAndKeep } from './prove.ts';

/** Every night at 00:30 the books are proven and the result is kept. */
export function proveWork(db: Database): DueWork {
  return {
    name: 'ledger.prove',
    next: dailyAt(balanceCheckAt),
    missed: 'latest',
    async run() {
      await proveAndKeep(db, null);
    },
  };
}
