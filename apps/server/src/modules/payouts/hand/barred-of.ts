import type { Tx } from '../../../platform/db/transact.ts';
import { personsBehind } from '../../identity/index.ts';
import type { PayoutRow } from '../payouts.queries.ts';

/** Whom a payout concerns: nobody behind its merchant or its submission decides what became of it. */
export async function barredOf(tx: Tx, order: PayoutRow): Promise<bigint[]> {
  const barred = await personsBehind(tx, order.customer_id);
  return order.submitted_by === null ? barred : [...barred, ...(await personsBehind(tx, order.submitted_by))];
}
