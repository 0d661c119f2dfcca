import { reconciliationLookAt } from '@suanpan/domain/limits';
import { dailyAt } from '../../platform/calendar.ts';
import type { DueWork } from '../../platform/due-work.ts';
import { emit } from '../../platform/outbox/emit.ts';
import { unclosedDays } from './reconciliation.queries.ts';
import { reconcileDay } from './reconciliation.store.ts';

/** Every night each day that is not closed is held against the books anew, and whoever sees to it is told. */
export const lookWork: DueWork = {
  name: 'reconciliation.look',
  next: dailyAt(reconciliationLookAt),
  missed: 'latest',
  anytime: true,
  async run(tx) {
    for (const { account_id: accountId, agent_id: agentId, day, id } of await unclosedDays(tx)) {
      const open = await reconcileDay(tx, id);
      await emit(tx, [
        {
          kind: 'reconciliation.differs',
          subject: `channelAccount:${accountId}`,
          payload: { channel_account_id: String(accountId), agent_id: String(agentId), day, open },
        },
      ]);
    }
  },
};
