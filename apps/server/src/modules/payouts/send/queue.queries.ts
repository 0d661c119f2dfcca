import { sql } from 'kysely';
import { queueOf } from '../../../platform/queue.ts';

/** Payouts that are to be sent, asked about or verified. Whoever has one in hand has put its time off. */
export const payoutQueue = queueOf(
  'payouts',
  sql`payout_work w JOIN payout_order o ON o.id = w.order_id`,
  sql`o.created_at - (business_now() - now())`,
);
