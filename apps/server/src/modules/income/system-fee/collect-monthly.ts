import { systemFeeAt } from '@suanpan/domain/limits';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { monthlyAt } from '../../../platform/calendar.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import type { IncomeDeps } from '../income-deps.ts';
import { collectFee, whoOwes } from './collect-fee.store.ts';

/**
 * On the first of the month what senior agents owe is taken from what they earned (J1b), each in a transaction of its own and
 * once a month: one that fails hinders no other. What their income does not cover stays owed.
 */
export function collectWork({ db, log }: Pick<IncomeDeps, 'db' | 'log'>): DueWork {
  return {
    name: 'income.collect',
    next: monthlyAt(systemFeeAt),
    missed: 'latest',
    async run(_, dueAt) {
      const month = `${regionDayText(regionDayOf(dueAt)).slice(0, 7)}-01`;
      for (const { agent_id: agentId, currency } of await whoOwes(db.workers)) {
        try {
          await transact(db.workers, (tx) =>
            collectFee(tx, { agentId, currency, amount: null, by: { month } }),
          );
        } catch (error) {
          log.error({ err: error, agent: String(agentId), currency }, 'system fee was not collected');
        }
      }
    },
  };
}
