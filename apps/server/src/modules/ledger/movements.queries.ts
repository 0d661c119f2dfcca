import type { AccountKind } from '@suanpan/domain/accounts';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** One journal that moved a merchant's money. */
export interface Movement {
  readonly journal_id: bigint;
  readonly posted_at: Date;
  readonly event: string;
  /** Of the order, withdrawal or top-up behind it. */
  readonly no: string | null;
  /** By the order itself, in minor units: what was paid and the fee; null where no order says them. */
  readonly amount: bigint | null;
  readonly fee: bigint | null;
  /** What each of his buckets changed by. */
  readonly kinds: readonly AccountKind[];
  readonly changes: readonly bigint[];
}

/**
 * The journals of a merchant's main book in one currency that were posted on these business days (both included), in the order of
 * their numbers, those after `after` first.
 */
export async function listMovements(
  db: Kysely<Tables>,
  customerId: bigint,
  currency: Currency,
  days: { readonly from: string; readonly to: string },
  page: { readonly after: bigint; readonly limit: number },
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    WITH own AS MATERIALIZED (
      SELECT a.id, a.kind FROM account a JOIN balance b ON b.account_id = a.id
      WHERE a.owner_id = ${customerId} AND a.currency = ${currency} AND a.book = 'main'
    ), span AS MATERIALIZED (
      SELECT min(d.first_journal) AS first, max(d.last_journal) AS last FROM account_day_now d JOIN own ON own.id = d.account_id
      WHERE d.day BETWEEN ${days.from}::date AND ${days.to}::date
    ), moved AS MATERIALIZED (
      SELECT j.id, j.posted_at, j.event, j.ref_id, array_agg(own.kind ORDER BY own.kind) AS kinds,
             array_agg(l.amount ORDER BY own.kind) AS changes
      FROM journal j CROSS JOIN LATERAL (
        SELECT x.account_id, sum_minor(x.amount) AS amount
        FROM unnest(j.account_ids[: cardinality(j.versions)], j.amounts[: cardinality(j.versions)]) AS x (account_id, amount)
        GROUP BY x.account_id
      ) l JOIN own ON own.id = l.account_id
      WHERE j.customer_id = ${customerId} AND j.id >= (SELECT first FROM span) AND j.id <= (SELECT last FROM span)
        AND business_day(j.posted_at) BETWEEN ${days.from}::date AND ${days.to}::date AND j.id > ${page.after}
      GROUP BY j.id ORDER BY j.id LIMIT ${page.limit}
    )
    SELECT m.id AS journal_id, m.posted_at, m.event, coalesce(o.order_no, p.order_no, w.no, d.no) AS no,
           CASE WHEN m.event = 'collection.settle' THEN o.actual_amount WHEN m.event = 'payout.paid' THEN p.amount
             WHEN m.event = 'payout.paidLate' THEN p.amount + p.endpoint_fee WHEN m.event = 'payout.reverse' THEN -p.amount END AS amount,
           CASE WHEN m.event = 'collection.settle' THEN o.fee WHEN m.event = 'payout.paid' THEN p.merchant_fee
             WHEN m.event = 'payout.paidLate' THEN 0 WHEN m.event = 'payout.reverse' THEN -p.merchant_fee END AS fee,
           m.kinds, m.changes
    FROM moved m
    LEFT JOIN whole.collection_order o ON o.id = m.ref_id AND m.event LIKE 'collection.%'
    LEFT JOIN whole.payout_order p ON p.id = m.ref_id AND m.event LIKE 'payout.%'
    LEFT JOIN withdrawal w ON w.id = m.ref_id AND m.event LIKE 'withdrawal.%'
    LEFT JOIN deposit d ON d.id = m.ref_id AND m.event = 'deposit.credit'
    ORDER BY m.id`.execute(db);
  return rows;
}
