import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** How often a payout was given to providers, oldest first. */
export async function attemptsOf(db: Kysely<Tables>, orderId: bigint) {
  return db
    .withSchema('whole')
    .selectFrom('payout_attempt')
    .select(['n', 'request_no', 'sent_at', 'outcome'])
    .where('order_id', '=', orderId)
    .orderBy('n')
    .execute();
}

/** From which of its merchant's money the newest hold of a payout was taken: kind of account and minor units. */
export async function holdOf(
  db: Kysely<Tables>,
  orderId: bigint,
): Promise<{ readonly account: string; readonly amount: bigint }[]> {
  const { rows } = await sql<{ account: string; amount: bigint }>`
    SELECT a.kind AS account, -p.amount AS amount
    FROM journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS p (account_id, amount)
    JOIN account a ON a.id = p.account_id
    WHERE j.event = 'payout.submit' AND j.ref_id = ${orderId} AND p.amount < 0
      AND j.seq = (SELECT o.hold_no FROM whole.payout_order o WHERE o.id = ${orderId})
    ORDER BY a.kind`.execute(db);
  return rows;
}
