import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tx } from '../../../platform/db/transact.ts';

interface OpenMatters {
  /** Callbacks that will still be attempted. */
  readonly callbacks: bigint;
  /** Approvals that wait, about the user or submitted by him, and top-ups of his that nobody has found yet. */
  readonly approvals: bigint;
}

/**
 * Refuses while something of a user is under way that would come to nobody, or to the wrong tree: `callbacksRemain`,
 * `approvalsRemain`, and `receivableOutstanding` while he owes the house.
 */
export async function refuseOpenMatters(tx: Tx, userId: bigint): Promise<void> {
  const { rows } = await sql<OpenMatters>`
    SELECT (SELECT count(*) FROM callback WHERE customer_id = ${userId} AND next_at IS NOT NULL) AS callbacks,
           (SELECT count(*) FROM approval
            WHERE state = 'waiting' AND expires_at > business_now()
              AND (maker_id = ${userId} OR (subject_kind = 'user' AND subject_id = ${String(userId)}))) +
             (SELECT count(*) FROM deposit WHERE owner_id = ${userId} AND status = 'pending') AS approvals`.execute(
    tx,
  );
  const [open] = rows;
  if (open === undefined) throw new Error('The open matters could not be counted');
  if (open.callbacks > 0n)
    throw new Refusal('callbacksRemain', { params: { count: String(open.callbacks) } });
  if (open.approvals > 0n)
    throw new Refusal('approvalsRemain', { params: { count: String(open.approvals) } });
  const [debt] = await debtsOf(tx, userId);
  if (debt !== undefined) {
    const amount = `${formatLedger(debt.owed, debt.currency)} ${debt.currency}`;
    throw new Refusal('receivableOutstanding', { params: { amount } });
  }
}

interface Debt {
  readonly currency: Currency;
  readonly owed: bigint;
}

/** What he owes the house (A130), by the journals; minor units. */
async function debtsOf(tx: Tx, userId: bigint): Promise<Debt[]> {
  const { rows } = await sql<WithSums<Debt, 'owed'>>`
    SELECT a.currency, -sum(leg.amount) AS owed
    FROM account a
    JOIN journal j ON j.customer_id = a.owner_id
    CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS leg (account_id, amount)
    WHERE a.owner_id = ${userId} AND a.kind = 'A130' AND a.book = 'main' AND leg.account_id = a.id
    GROUP BY a.currency HAVING sum(leg.amount) <> 0`.execute(tx);
  return readSums(rows, ['owed']);
}

/** Orders whose money was set aside and waits for somebody to decide. */
export async function countSetAside(tx: Tx, customerId: bigint): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM receipt r JOIN collection_order o ON o.id = r.order_id
    WHERE r.closed_at IS NULL AND o.customer_id = ${customerId}`.execute(tx);
  return rows[0]?.n ?? 0n;
}
