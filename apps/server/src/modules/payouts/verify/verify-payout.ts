import { payoutAskFirstS, reverseCheckTries } from '@suanpan/domain/limits';
import { rejectPayout } from '../end/end.store.ts';
import { reverseCheckOf } from '../payouts.queries.ts';
import type { PayoutRow } from '../payouts.queries.ts';
import { postponeWork } from '../send/attempts.store.ts';
import type { Payouts } from '../service.ts';
import { reverseCheck } from './reverse-check.ts';
import { markVerified } from './verify.store.ts';

/**
 * Has a payout confirmed by its merchant's own server, twice at the most; what is not confirmed then gives its hold back. A
 * merchant who has switched the check off meanwhile needs none.
 */
export async function verifyPayout(payouts: Payouts, order: PayoutRow, looks: number): Promise<void> {
  const { db } = payouts;
  const check = await reverseCheckOf(db.app, order.customer_id);
  const result = check === undefined ? undefined : await reverseCheck(payouts, check, order);
  if (result === undefined || result.outcome === 'accepted') {
    await markVerified(db.app, order.id);
  } else if (looks + 1 < reverseCheckTries) {
    await postponeWork(db.app, order.id, payoutAskFirstS);
  } else {
    await rejectPayout(db.app, order.id, {
      becomes: 'verify_failed',
      act: 'payout.verifyFailed',
      why: result.why,
    });
  }
}
