import { openAdmin } from '../harness/database.ts';
import type { ServerView } from '../harness/server-view.ts';

/**
 * The orders for which a provider was asked for a payment again although nobody had looked what became of the first time
 * of asking; with another provider than ours that would be a second payment.
 */
export async function blindCreates(server: ServerView): Promise<string[]> {
  const bank = openAdmin(server, 'suanpan_bank');
  try {
    const rows = await bank.query<{ merchant_order_no: string }>(
      `SELECT DISTINCT merchant_order_no
       FROM (
         SELECT merchant_order_no, act,
                lag(act) OVER (PARTITION BY merchant_no, merchant_order_no ORDER BY id) AS before
         FROM sandbox_bank.asked
       ) a
       WHERE act = 'create' AND before = 'create' ORDER BY 1`,
    );
    return rows.map((row) => row.merchant_order_no);
  } finally {
    await bank.close();
  }
}
