import type pg from 'pg';
import { inTransaction } from '../../database.ts';
import type { BankClock } from '../bank-clock.ts';
import type { Payout } from './payout.ts';
import type { PayoutStep } from './payout-scenarios.ts';
import { bookPayout, insertPayoutNotify, lockPayout, savePayout, takePayoutSteps } from './payouts.store.ts';
import { presentPayout } from './present-payout.ts';

/** What an act makes of a payout: nothing is paid twice, and what was not paid does not come back. */
function after(payout: Payout, act: PayoutStep['act']): Payout {
  if (act === 'pay' && payout.status === 'processing') return { ...payout, status: 'paid' };
  if (act === 'fail' && payout.status === 'processing') return { ...payout, status: 'failed' };
  if (act === 'return' && payout.status === 'paid') {
    return { ...payout, status: 'returned', returnedMicro: payout.amountMicro };
  }
  return payout;
}

async function perform(client: pg.PoolClient, payout: Payout, step: PayoutStep, now: Date): Promise<Payout> {
  const next = after(payout, step.act);
  if (next !== payout) {
    await savePayout(client, payout.id, next.status, next.returnedMicro);
    if (next.status === 'paid') await bookPayout(client, payout, 'payout', now);
    if (next.status === 'returned') await bookPayout(client, payout, 'return', now);
  }
  const status = step.act === 'sayFailed' ? 'failed' : next.status;
  const told = { ...presentPayout(next), status, event_id: `${payout.payoutNo}-${status}` };
  for (let time = 0; time < step.times; time += 1) {
    const { event_id: eventId } = told;
    await insertPayoutNotify(client, next, { eventId, body: JSON.stringify(told), dueAt: now });
  }
  return next;
}

/** Performs the due steps of one payout. One transaction: all or nothing. */
export function performDuePayout(
  bank: { pool: pg.Pool; clock: BankClock },
  payoutId: bigint,
): Promise<Payout> {
  return inTransaction(bank.pool, async (client) => {
    let payout = await lockPayout(client, payoutId);
    const now = bank.clock.now();
    for (const step of await takePayoutSteps(client, payoutId, now)) {
      payout = await perform(client, payout, step, now);
    }
    return payout;
  });
}
