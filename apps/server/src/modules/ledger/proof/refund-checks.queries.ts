import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { agreed, over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

/** Whether the log tells that this was done to the refund's order at that time, and by whom and why, where that is asked. */
const told = (
  act: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  by?: RawBuilder<unknown>,
  reason?: RawBuilder<unknown>,
  more: RawBuilder<boolean> = sql`true`,
): RawBuilder<boolean> => sql`EXISTS (
  SELECT FROM audit_log l
  WHERE l.object_kind = 'collection' AND l.object_id = r.order_id::text
    AND l.act NOT IN ('collection.create', 'collection.settle', 'collection.release') AND l.act = ${act} AND l.at = ${at}
    AND ${by === undefined ? sql`true` : sql`l.actor_id IS NOT DISTINCT FROM ${by}`}
    AND ${reason === undefined ? sql`true` : sql`l.after ->> 'reason' = ${reason}`} AND ${more})`;

/** A merchant's own has the number by which he asks once, and the key whose day it counts for. */
const byMerchant = sql<boolean>`(l.after ->> 'refund_no', l.after ->> 'api_key_id')
  IS NOT DISTINCT FROM (r.merchant_refund_no, r.api_key_id::text)`;

/** Money that went back to payers, or is on its way. */
export const refundChecks: readonly Check[] = [
  // Every refund has the journals of its course, and every such journal its refund: what was reserved is what is paid back, by
  // the account by which it came, or goes back; and the fees return with the one that completes the whole, and but once.
  over(
    'G1',
    sql`SELECT coalesce('refund ' || r.no, 'order ' || j.ref_id) AS subject,
               r.id IS NULL OR j.ref_id IS NULL OR CASE r.kind
                 WHEN 'refund' THEN
                   j.reserved <> r.amount OR (r.status = 'success') <> (j.done IS NOT NULL) OR (r.status = 'failed') <> (j.failed IS NOT NULL)
                   OR j.charged IS NOT NULL OR coalesce(j.done, j.failed, -r.amount) <> -r.amount
                 ELSE r.status <> 'success' OR j.charged IS NULL OR coalesce(j.reserved, j.done, j.failed) IS NOT NULL END
               OR (r.status = 'success' AND (j.left_by IS DISTINCT FROM r.amount OR j.fee_back IS DISTINCT FROM
                 CASE WHEN r.completes THEN (p.fee_snapshot ->> 'systemFee')::bigint ELSE 0 END))
               OR CASE WHEN r.status = 'failed' THEN r.taken IS NOT NULL OR r.early_days IS DISTINCT FROM '{}' OR r.early_amounts IS DISTINCT FROM '{}'
                 ELSE (SELECT coalesce(sum(t.amount), 0) FROM unnest(r.early_amounts) AS t (amount)) <> j.early OR r.early_amounts IS NULL
                   OR (r.kind = 'refund' AND ((SELECT coalesce(sum(t.amount), 0) FROM unnest(r.taken) AS t (amount)) <> j.waited
                     OR r.early_days IS DISTINCT FROM CASE WHEN j.early > 0 THEN ARRAY[coalesce(o.settle_at, 'infinity')]
                       ELSE '{}'::timestamptz[] END)) END AS broken
        FROM refund r
        FULL JOIN (
          SELECT j.ref_id, CASE j.event WHEN 'collection.chargeBack' THEN 'charge_back' ELSE 'refund' END AS kind, j.seq,
                 sum(l.amount) FILTER (WHERE j.event = 'collection.refund.prepare' AND a.kind = 'L232') AS reserved,
                 sum(l.amount) FILTER (WHERE j.event = 'collection.refund.done' AND a.kind = 'L232') AS done,
                 sum(l.amount) FILTER (WHERE j.event = 'collection.refund.failed' AND a.kind = 'L232') AS failed,
                 min(j.id) FILTER (WHERE j.event = 'collection.chargeBack') AS charged,
                 coalesce(sum(l.amount) FILTER (WHERE a.kind = 'A100' AND a.channel_account_id = o.channel_account_id), 0) AS left_by,
                 coalesce(-sum(l.amount) FILTER (WHERE a.kind = 'R400'), 0) AS fee_back,
                 coalesce(-sum(l.amount) FILTER (WHERE a.kind = 'L202'), 0) AS early,
                 coalesce(-sum(l.amount) FILTER (WHERE a.kind IN ('L202', 'L210')), 0) AS waited
          FROM journal j JOIN collection_order o ON o.id = j.ref_id
          CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (account_id, amount) JOIN account a ON a.id = l.account_id
          WHERE j.event IN ('collection.refund.prepare', 'collection.refund.done', 'collection.refund.failed', 'collection.chargeBack')
          GROUP BY 1, 2, 3
          -- An attempt that failed before another one of its refund was made.
          HAVING NOT (count(*) FILTER (WHERE j.event = 'collection.refund.failed') > 0 AND NOT EXISTS (
            SELECT FROM refund x WHERE x.order_id = j.ref_id AND x.seq = j.seq))
        ) j ON j.ref_id = r.order_id AND j.seq = r.seq AND j.kind = r.kind
        LEFT JOIN collection_plan p ON p.order_id = r.order_id
        LEFT JOIN collection_order o ON o.id = r.order_id`,
  ),
  // No more goes back than its payer's money brought, which a supply from a balance or by the house did not; each order says
  // what its refunds say, and each refund is of its order's own chain.
  over(
    'G2',
    sql`SELECT 'order ' || coalesce(o.order_no, r.order_id::text) AS subject,
               o.is_test OR r.open_count > 1 OR NOT r.is_own OR (r.back > 0 AND r.back > coalesce(came.amount, 0) AND NOT r.has_charge_back)
                 OR (o.status = 'refund') <> (r.open_count > 0 OR r.done_count > 0)
                 OR o.refund_status IS DISTINCT FROM coalesce(r.open_status, CASE WHEN r.done_count > 0 THEN 'success' END) AS broken
        FROM (SELECT * FROM collection_order WHERE refund_status IS NOT NULL OR status = 'refund'
                OR id IN (SELECT order_id FROM refund)) o
        FULL JOIN (
          SELECT r.order_id, coalesce(sum(r.amount) FILTER (WHERE r.status <> 'failed' AND r.won_at IS NULL), 0) AS back,
                 bool_or(r.kind = 'charge_back' AND NOT r.completes AND r.won_at IS NULL) AS has_charge_back,
                 count(*) FILTER (WHERE r.status = 'success' AND r.won_at IS NULL) AS done_count,
                 count(*) FILTER (WHERE r.status <> 'success' AND r.closed_at IS NULL) AS open_count,
                 min(r.status) FILTER (WHERE r.status <> 'success' AND r.closed_at IS NULL) AS open_status,
                 bool_and((r.customer_id, r.agent_id, r.currency, r.channel_account_id, coalesce(r.sub_agent_id, 0))
                   IS NOT DISTINCT FROM (o.customer_id, o.agent_id, o.currency, o.channel_account_id, coalesce(o.sub_agent_id, 0))) AS is_own
          FROM refund r LEFT JOIN collection_order o ON o.id = r.order_id GROUP BY r.order_id
        ) r ON r.order_id = o.id
        LEFT JOIN (
          SELECT j.ref_id, -sum(l.amount) AS amount
          FROM journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (account_id, amount)
          JOIN account a ON a.id = l.account_id AND a.kind IN ('A100', 'L250')
          WHERE j.event = 'collection.settle' AND j.ref_id IN (SELECT order_id FROM refund) GROUP BY 1
        ) came ON came.ref_id = o.id`,
  ),
  // One that a second person agreed to is the one that he agreed to; what became of it, another said than asked for it; what
  // left is proven by its own number; and the log tells of each of its steps, when it was, by whom and why.
  over(
    'G3',
    sql`SELECT 'refund ' || r.no AS subject,
               (r.approval_id IS NOT NULL AND (
                 a.state IS DISTINCT FROM 'approved' OR (a.maker_id, a.checker_id) IS DISTINCT FROM (r.maker_id, r.checker_id)
                 OR a.act <> CASE r.kind WHEN 'refund' THEN 'collections.refund' ELSE 'collections.chargeBack' END
                 OR a.payload ->> 'order_id' <> r.order_id::text
                 OR (a.payload ->> CASE r.kind WHEN 'refund' THEN 'amount' ELSE 'provider_ref' END) IS DISTINCT FROM
                   CASE r.kind WHEN 'refund' THEN r.amount::text ELSE r.provider_ref END))
               OR (r.approval_id IS NULL AND r.checker_id IS NOT NULL)
               OR (r.decided_by IN (r.maker_id, r.sent_by)) IS TRUE
               OR (r.kind = 'refund' AND r.status = 'success' AND (r.sent_by IS NULL OR (r.decided_by IS NULL AND (t.outcome, t.provider_refund_no) IS DISTINCT FROM ('paid', r.provider_ref))))
               OR (r.status = 'failed' AND r.decided_by IS NULL AND t.outcome IS DISTINCT FROM 'failed')
               -- Under another number its provider would know nothing of what it paid.
               OR coalesce(t.request_no <> r.no || '-' || t.n, false)
               OR (r.status = 'success') <> (p.order_id IS NOT NULL) OR p.amount IS DISTINCT FROM CASE WHEN r.status = 'success' THEN r.amount END
               OR NOT ${told(sql`CASE r.kind WHEN 'refund' THEN 'collection.refund' ELSE 'collection.chargeBack' END`, sql`r.created_at`, sql`r.maker_id`, sql`r.reason`, byMerchant)}
               OR (r.sent_at IS NULL) <> (r.sent_by IS NULL)
               OR (r.sent_at IS NOT NULL AND NOT ${told(sql`'collections.revert.send'`, sql`r.sent_at`, sql`r.sent_by`)})
               OR (r.kind = 'refund' AND r.status = 'success' AND NOT ${told(sql`'collections.revert.confirm'`, sql`r.completed_at`, sql`r.decided_by`)})
               OR (r.status = 'failed' AND NOT ${told(sql`'collections.revert.fail'`, sql`r.completed_at`, sql`r.decided_by`, sql`r.failure`)})
               OR (r.kind = 'charge_back' AND (r.completed_at IS DISTINCT FROM r.created_at OR r.decided_by IS NOT NULL OR r.sent_by IS NOT NULL))
               OR (r.status IN ('preparing', 'refunding') AND num_nonnulls(r.completed_at, r.decided_by) > 0)
               OR (r.status <> 'success' AND num_nonnulls(r.provider_ref, r.completes) > 0) OR (r.status <> 'failed' AND r.failure IS NOT NULL)
               OR (r.closed_at IS NOT NULL AND NOT ${told(sql`'collections.revert.close'`, sql`r.closed_at`)})
                 AS broken
        FROM refund r LEFT JOIN approval a ON a.id = r.approval_id
        LEFT JOIN refund_attempt t ON t.refund_id = r.id AND t.n = r.attempts
        LEFT JOIN paid_proof p ON p.kind = r.kind AND p.order_id = r.id AND p.channel_account_id = r.channel_account_id
          AND p.provider_ref = r.provider_ref`,
  ),
  // Every charge-back that was won has its journal and every such journal its charge-back: what came back to the account, the fees
  // as that charge-back had returned them, and the rest to its merchant alone; agreed to, proven by its own number, and told.
  over(
    'G5',
    sql`SELECT coalesce('refund ' || r.no, 'journal ' || j.id, 'approval ' || a.id) AS subject,
               r.id IS NULL OR j.id IS NULL OR p.order_id IS NULL OR p.amount IS DISTINCT FROM r.amount OR j.book <> 'main'
                 OR (j.currency, j.actor_id, j.note, j.posted_at) IS DISTINCT FROM (r.currency, r.won_by, r.won_reason, r.won_at)
                 OR NOT ${told(sql`'collection.chargeBackWon'`, sql`r.won_at`, sql`r.won_by`, sql`r.won_reason`, sql<boolean>`l.after ->> 'provider_order_no' = r.won_ref`)}
                 OR (SELECT array_agg(x.leg ORDER BY x.leg) FROM (
                       SELECT b.key || ' ' || sum(l.amount) AS leg FROM unnest(j.account_ids, j.amounts) AS l (id, amount)
                       JOIN account b ON b.id = l.id WHERE b.owner_id IS DISTINCT FROM r.customer_id GROUP BY b.key HAVING sum(l.amount) <> 0
                     ) x) IS DISTINCT FROM
                    (SELECT array_agg(x.leg ORDER BY x.leg) FROM (
                       SELECT t.key || ' ' || -sum(l.amount) AS leg FROM unnest(c.account_ids, c.amounts) AS l (id, amount)
                       JOIN account b ON b.id = l.id
                       CROSS JOIN LATERAL (SELECT CASE b.kind WHEN 'L210' THEN account_key('L240', b.owner_id, NULL, r.currency, 'main')
                         ELSE b.key END AS key) t
                       WHERE b.owner_id IS DISTINCT FROM r.customer_id GROUP BY t.key HAVING sum(l.amount) <> 0
                     ) x)
                 OR (r.won_approval_id IS NOT NULL AND (a.state IS DISTINCT FROM 'approved' OR a.maker_id IS DISTINCT FROM r.won_by
                   OR a.payload ->> 'refund_id' <> r.id::text OR a.payload ->> 'provider_ref' <> r.won_ref)) AS broken
        FROM (SELECT * FROM refund WHERE num_nonnulls(won_at, won_ref, won_by, won_reason, won_approval_id) > 0) r
        FULL JOIN (SELECT * FROM journal WHERE event = 'collection.chargeBackWon') j ON j.ref_id = r.order_id AND j.seq = r.seq
        FULL JOIN (${agreed(['collections.chargeBackWon'])}) a ON a.id = r.won_approval_id
        LEFT JOIN journal c ON c.event = 'collection.chargeBack' AND c.ref_id = r.order_id AND c.seq = r.seq
        LEFT JOIN paid_proof p ON p.kind = 'charge_back_won' AND p.order_id = r.id AND p.channel_account_id = r.channel_account_id
          AND p.provider_ref = r.won_ref`,
  ),
  // What is said to have left an account, or to have come back, has its cause: a refund, a charge-back or a receipt that was sent back.
  // Whatever had none would excuse what is missing there.
  over(
    'G6',
    sql`SELECT 'payment ' || p.provider_ref AS subject,
               CASE p.kind WHEN 'receipt' THEN e.id IS NULL ELSE r.id IS NULL END AS broken
        FROM (SELECT * FROM paid_proof WHERE kind NOT IN ('payout', 'withdrawal')) p
        LEFT JOIN refund r ON p.kind <> 'receipt' AND r.id = p.order_id AND r.channel_account_id = p.channel_account_id
          AND (p.kind, p.provider_ref, p.amount) IN ((r.kind, r.provider_ref, r.amount), ('charge_back_won', r.won_ref, r.amount))
        LEFT JOIN (
          SELECT e.id, e.provider_ref, e.amount, r.channel_account_id FROM receipt_end e JOIN receipt r ON r.id = e.receipt_id
          WHERE e.kind = 'sendBack'
        ) e ON p.kind = 'receipt' AND (e.id, e.channel_account_id, e.provider_ref, e.amount) =
          (p.order_id, p.channel_account_id, p.provider_ref, p.amount)`,
  ),
  // What a merchant owed is repaid by a release of his own money, and by no more than it brought.
  over(
    'G4',
    sql`SELECT 'journal ' || r.id AS subject,
               (b.event IN ('collection.release', 'collection.exchange', 'early.release')) IS NOT TRUE
                 OR (b.customer_id, b.currency, b.book) IS DISTINCT FROM (r.customer_id, r.currency, r.book)
                 OR (SELECT array_agg(a.kind || ' ' || a.owner_id ORDER BY a.kind) FROM unnest(r.account_ids) AS l (id) JOIN account a ON a.id = l.id)
                   IS DISTINCT FROM ARRAY['A130 ' || r.customer_id, 'L200 ' || r.customer_id]
                 OR r.amounts[1] >= 0
                 OR -r.amounts[1] > (SELECT coalesce(sum(l.amount), 0) FROM unnest(b.account_ids, b.amounts) AS l (id, amount)
                     JOIN account a ON a.id = l.id AND a.kind = 'L200' AND a.owner_id = r.customer_id) AS broken
        FROM journal r LEFT JOIN journal b ON b.id = r.ref_id WHERE r.event = 'receivable.repay'`,
  ),
];
