-- Up Migration
-- Of a difference of states the two amounts alone were told, and nobody saw which states they were: the order's as it is with us, and
-- what the statement says of its line.

-- As before, with the state that each side says, at the end.
CREATE OR REPLACE VIEW reconciliation_difference_now AS
SELECT k.id, k.type, k.day_id, d.day, d.closed_at IS NOT NULL AS day_closed, a.id AS account_id, a.name AS account_name,
       a.direction, a.agent_id, a.currency, k.order_kind, k.order_id, coalesce(o.order_no, q.order_no) AS order_no,
       coalesce(o.merchant_order_no, q.merchant_order_no) AS merchant_order_no,
       l.n, l.kind AS line_kind, l.ref AS line_ref, l.own_no AS line_own_no, l.at AS line_at,
       CASE WHEN k.item ~ '^(in|out):' THEN regexp_replace(k.item, '^[a-z]+:[0-9]+:', '') END AS booked_ref,
       k.ours, k.theirs, k.found_at, greatest(extract(epoch FROM business_now() - k.found_at), 0)::int AS age_s,
       k.assignee_id, u.name AS assignee_name, k.act, k.journal_id, k.reason, k.resolved_at, r.name AS resolved_by_name,
       coalesce((SELECT jsonb_agg(jsonb_build_object('by', w.name, 'text', m.body,
           'at', to_char(m.made_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY m.id)
         FROM reconciliation_comment m JOIN app_user w ON w.id = m.made_by WHERE m.difference_id = k.id), '[]') AS comments,
       coalesce(o.status, q.status) AS order_status, l.status AS line_status
FROM reconciliation_difference k
JOIN reconciliation_day d ON d.id = k.day_id
JOIN channel_account a ON a.id = d.channel_account_id
LEFT JOIN reconciliation_line l ON l.id = k.line_id
LEFT JOIN collection_order o ON k.order_kind = 'collection' AND o.id = k.order_id
LEFT JOIN payout_order q ON k.order_kind = 'payout' AND q.id = k.order_id
LEFT JOIN app_user u ON u.id = k.assignee_id
LEFT JOIN app_user r ON r.id = k.resolved_by;
SELECT whole.view_over('reconciliation_difference_now');
