import type { AdminDatabase } from '../harness/database.ts';
import { quiet } from '../harness/quiet.ts';
import type { ServerView } from '../harness/server-view.ts';
import { until } from '../harness/until.ts';

/**
 * Waits until nothing is open that could still end: the bank has no step left, no order waits, no payout is unheard of, and
 * nobody is to be told anything. A payout that the bank has and does not end is open on both sides and stays so.
 */
export async function settleDown(
  server: ServerView,
  product: AdminDatabase,
  bank: AdminDatabase,
  asked: { readonly orders: readonly string[]; readonly payouts: readonly string[] },
  withinMs: number,
): Promise<void> {
  const count = async (from: AdminDatabase, query: string, values: readonly unknown[] = []) =>
    Number((await from.query<{ n: string }>(query, values))[0]?.n);
  await until(
    'nothing is open',
    async () => {
      await letTimePass(product);
      const steps = await count(
        bank,
        'SELECT (SELECT count(*) FROM sandbox_bank.step) + (SELECT count(*) FROM sandbox_bank.payout_step) AS n',
      );
      const orders = await count(
        product,
        `SELECT count(*) AS n FROM collection_order WHERE merchant_order_no = ANY ($1) AND status = 'pending'`,
        [asked.orders],
      );
      const stuck = await bank.query<{ no: string }>(
        "SELECT merchant_order_no AS no FROM sandbox_bank.payout WHERE status = 'processing'",
      );
      const payouts = await count(
        product,
        `SELECT count(*) AS n FROM payout_order o WHERE o.order_no = ANY ($1) AND (
           (o.status = 'processing' AND NOT EXISTS (
             SELECT FROM payout_attempt a WHERE a.order_id = o.id AND a.request_no = ANY ($2))))`,
        [asked.payouts, stuck.map(({ no }) => no)],
      );
      // Whoever pays when his time is over does so now that it is.
      if (orders === 0)
        await bank.query(
          "UPDATE sandbox_bank.step SET due_at = now() WHERE due_at > now() + interval '1 minute'",
        );
      // What is still open stands in the failure of whoever waited in vain.
      if (steps + orders + payouts > 0)
        throw new Error(`${steps} steps of the bank, ${orders} orders, ${payouts} payouts`);
      return true;
    },
    { withinMs, everyMs: 500 },
  );
  await quiet(server);
}

/** The waits between questions to a bank that answers nothing pass at once: tens of minutes each, for nothing. */
async function letTimePass(product: AdminDatabase): Promise<void> {
  await product.query(
    `UPDATE collection_attempt SET asked_at = asked_at - interval '11 minutes', not_found_at = not_found_at - interval '11 minutes'
     WHERE order_id IN (SELECT id FROM collection_order WHERE status = 'pending')
       AND not_found_at > now() - interval '10 minutes'`,
  );
  await product.query('UPDATE collection_check SET next_at = now() WHERE next_at > now()');
}
