import { sql } from 'kysely';
import { agreed, over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

/** Orders that persons settled, and what became of unidentified money. */
export const supplyChecks: readonly Check[] = [
  // Every supply is its order's settling: its sum, its payment where there is one, by this maker, and as a second person agreed;
  // and whatever settled an order out of another place than a payment is a supply.
  over(
    'V1',
    sql`SELECT coalesce('order ' || coalesce(o.order_no, s.order_id::text, j.ref_id::text), 'approval ' || a.id) AS subject,
               s.order_id IS NULL OR o.id IS NULL OR o.is_test OR j.ref_id IS NULL
                 OR (o.actual_amount, o.customer_id, o.currency) IS DISTINCT FROM (s.amount, s.customer_id, s.currency)
                 OR (j.actor_id, j.note) IS DISTINCT FROM (s.maker_id, s.reason) OR o.completed_at IS DISTINCT FROM s.created_at
                 OR (s.approval_id IS NULL AND s.checker_id IS NOT NULL)
                 OR (s.source = 'receipt' AND (r.channel_account_id, r.provider_ref, r.currency) IS DISTINCT FROM
                   (o.channel_account_id, o.provider_order_no, o.currency))
                 OR (s.source <> 'receipt' AND (o.provider_order_no IS NULL) = (s.source = 'provider'))
                 OR (s.approval_id IS NOT NULL AND (
                   a.state IS DISTINCT FROM 'approved' OR (a.maker_id, a.checker_id) IS DISTINCT FROM (s.maker_id, s.checker_id)
                   OR a.act NOT IN ('collections.supply', 'receipts.match') OR a.payload ->> 'order_id' <> s.order_id::text
                   OR a.payload ->> 'amount' <> s.amount::text OR a.payload ->> 'source' <> s.source
                   OR (a.payload ->> 'receipt_id') IS DISTINCT FROM s.receipt_id::text)) AS broken
        FROM supply s
        FULL JOIN (
          SELECT j.ref_id, j.actor_id, j.note FROM journal j
          WHERE j.event = 'collection.settle' AND (j.ref_id IN (SELECT order_id FROM supply) OR j.actor_id IS NOT NULL
            OR j.account_ids && ARRAY(SELECT id FROM account WHERE kind IN ('L250', 'E510')))
        ) j ON j.ref_id = s.order_id
        LEFT JOIN collection_order o ON o.id = coalesce(s.order_id, j.ref_id)
        LEFT JOIN receipt r ON r.id = s.receipt_id
        FULL JOIN (${agreed(['collections.supply', 'receipts.match'])}) a ON a.id = s.approval_id`,
  ),
  // A receipt is used up by what took it and no further, and closed once it is; what no order took has its journal, over this
  // money, and was agreed to.
  over(
    'V2',
    sql`SELECT 'receipt ' || r.id AS subject,
               r.taken <> coalesce(s.amount, 0) + coalesce(e.amount, 0) OR (r.closed_at IS NULL) = (r.taken = r.amount)
                 OR coalesce(r.closed_at <> greatest(s.last_at, e.last_at), false) AS broken
        FROM receipt r
        LEFT JOIN (SELECT receipt_id, sum(amount) AS amount, max(created_at) AS last_at FROM supply GROUP BY 1) s ON s.receipt_id = r.id
        LEFT JOIN (SELECT receipt_id, sum(amount) AS amount, max(created_at) AS last_at FROM receipt_end GROUP BY 1) e ON e.receipt_id = r.id
        UNION ALL
        SELECT coalesce('receipt ' || e.receipt_id, 'journal ' || j.id, 'approval ' || a.id),
               e.id IS NULL OR j.id IS NULL OR j.event <> 'receipt.' || e.kind OR j.seq <> 0 OR j.book <> 'main'
                 OR j.currency <> r.currency OR (j.actor_id, j.note, j.posted_at) IS DISTINCT FROM (e.maker_id, e.reason, e.created_at)
                 OR (e.approval_id IS NULL AND e.checker_id IS NOT NULL)
                 OR (e.kind = 'sendBack') <> (p.order_id IS NOT NULL) OR (e.kind = 'sendBack'
                   AND (p.channel_account_id, p.provider_ref, p.amount) IS DISTINCT FROM (r.channel_account_id, e.provider_ref, e.amount))
                 OR (SELECT array_agg(a.key || ' ' || l.amount ORDER BY a.key || ' ' || l.amount)
                     FROM unnest(j.account_ids, j.amounts) AS l (id, amount) JOIN account a ON a.id = l.id) IS DISTINCT FROM
                    (SELECT array_agg(w.leg ORDER BY w.leg) FROM (VALUES
                       (account_key('L250', NULL, NULL, r.currency, 'main') || ' ' || -e.amount),
                       (CASE WHEN e.kind = 'sendBack' THEN account_key('A100', NULL, r.channel_account_id, r.currency, 'main')
                          WHEN s.source = 'agent' THEN account_key('L200', o.agent_id, NULL, r.currency, 'main')
                          ELSE account_key('E510', NULL, NULL, r.currency, 'main') END || ' ' || e.amount)
                     ) AS w (leg))
                 OR (e.kind = 'restore' AND (s.source IN ('agent', 'goodwill')) IS NOT TRUE)
                 OR (e.approval_id IS NOT NULL AND (
                   a.state IS DISTINCT FROM 'approved' OR (a.maker_id, a.checker_id) IS DISTINCT FROM (e.maker_id, e.checker_id)
                   OR a.act <> 'receipts.' || e.kind OR a.payload ->> 'receipt_id' <> e.receipt_id::text
                   OR coalesce(a.payload ->> 'amount' <> e.amount::text, false)
                   OR (a.payload ->> 'provider_ref') IS DISTINCT FROM e.provider_ref))
        FROM receipt_end e
        FULL JOIN (SELECT * FROM journal WHERE event IN ('receipt.sendBack', 'receipt.restore')) j ON j.ref_id = e.id
        LEFT JOIN receipt r ON r.id = e.receipt_id
        LEFT JOIN supply s ON s.order_id = r.order_id
        LEFT JOIN collection_order o ON o.id = r.order_id
        LEFT JOIN paid_proof p ON p.kind = 'receipt' AND p.order_id = e.id
        FULL JOIN (${agreed(['receipts.sendBack', 'receipts.restore'])}) a ON a.id = e.approval_id`,
  ),
];
