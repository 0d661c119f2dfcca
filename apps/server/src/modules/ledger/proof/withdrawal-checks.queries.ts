import { sql } from 'kysely';
import { agreed, over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

/** Withdrawals, held against the books, the log, and who decided them. */
export const withdrawalChecks: readonly Check[] = [
  // Every withdrawal has the journals of its state and no others, and each moves what its terms say between the accounts of its
  // own owner, of the senior agent in whose tree it lies, and of the house.
  over(
    'W1',
    sql`SELECT coalesce('withdrawal ' || x.no, 'journal ' || j.id) AS subject,
               x.no IS NULL OR j.id IS NULL OR j.book <> 'main' OR j.currency <> x.money OR j.agent_id <> x.agent_id
                 OR (SELECT array_agg(a.key || ' ' || l.amount ORDER BY a.key, l.amount)
                     FROM unnest(j.account_ids, j.amounts) AS l (id, amount) JOIN account a ON a.id = l.id) IS DISTINCT FROM x.legs AS broken
        FROM (
          SELECT w.id, w.no, w.agent_id, e.event, e.seq, e.money, e.legs
          FROM withdrawal w
          CROSS JOIN LATERAL (
            SELECT each.event, each.seq, each.money, (SELECT array_agg(v.key || ' ' || v.amount ORDER BY v.key, v.amount)
                     FROM unnest(each.keys, each.amounts) AS v (key, amount) WHERE v.amount <> 0) AS legs
            FROM (
              SELECT 'withdrawal.apply' AS event, 0 AS seq, w.currency AS money, true AS is_due,
                     ARRAY[account_key('L200', w.owner_id, NULL, w.currency, 'main'), account_key('L231', w.owner_id, NULL, w.currency, 'main')] AS keys,
                     ARRAY[-w.hold, w.hold] AS amounts
              UNION ALL
              SELECT 'withdrawal.release', 0, w.currency, w.status IN ('rejected', 'cancelled'),
                     ARRAY[account_key('L231', w.owner_id, NULL, w.currency, 'main'), account_key('L200', w.owner_id, NULL, w.currency, 'main')],
                     ARRAY[-w.hold, w.hold]
              UNION ALL
              SELECT m.event, 0, w.currency, m.is_due,
                     ARRAY[account_key(m.bucket, w.owner_id, NULL, w.currency, 'main'),
                       account_key(CASE WHEN w.rate IS NULL THEN 'A110' ELSE 'F300' END, NULL, NULL, w.currency, 'main'),
                       account_key('R410', NULL, NULL, w.currency, 'main'), account_key('L240', w.agent_id, NULL, w.currency, 'main')],
                     ARRAY[-m.way * w.hold, m.way * CASE WHEN w.rate IS NULL THEN w.target_amount ELSE w.hold - w.agent_share END,
                       CASE WHEN w.rate IS NULL THEN m.way * (w.fee - w.agent_share) ELSE 0 END, m.way * w.agent_share]
              FROM (VALUES ('withdrawal.paid', 'L231', 1, w.status IN ('paid', 'reversed')),
                           ('withdrawal.reverse', 'L200', -1, w.status = 'reversed')) AS m (event, bucket, way, is_due)
              UNION ALL
              SELECT m.event, 1, w.target_currency, m.is_due AND w.rate IS NOT NULL,
                     ARRAY[account_key('F300', NULL, NULL, w.target_currency, 'main'),
                       account_key('A110', NULL, NULL, w.target_currency, 'main'), account_key('R410', NULL, NULL, w.target_currency, 'main')],
                     ARRAY[-m.way * (w.target_amount + w.fee), m.way * w.target_amount, m.way * w.fee]
              FROM (VALUES ('withdrawal.paid', 1, w.status IN ('paid', 'reversed')),
                           ('withdrawal.reverse', -1, w.status = 'reversed')) AS m (event, way, is_due)
            ) each
            WHERE each.is_due
          ) e
        ) x
        FULL JOIN (SELECT * FROM journal
          WHERE event IN ('withdrawal.apply', 'withdrawal.paid', 'withdrawal.release', 'withdrawal.reverse')) j
          ON j.event = x.event AND j.ref_id = x.id AND j.seq = x.seq`,
  ),
  // Every withdrawal is what the log said when it was applied for, and stands where the log says last that it came to: since then,
  // by whom, why, by which transfer, and with whose agreement.
  over(
    'W2',
    sql`SELECT 'withdrawal ' || w.no AS subject,
               (withdrawal_origin(w) @> l.after AND l.after ? 'asked') IS NOT TRUE
                 OR (l.actor_id, l.at) IS DISTINCT FROM (w.made_by, w.created_at) OR t.to_status IS DISTINCT FROM w.status
                 OR CASE WHEN w.status IN ('pending', 'processing') THEN w.completed_at IS NOT NULL OR w.decision_reason IS NOT NULL
                      ELSE t.at IS DISTINCT FROM w.completed_at OR (w.status = 'paid' AND w.decision_reason IS NOT NULL) END
                 OR (w.status IN ('rejected', 'cancelled', 'reversed') AND w.decision_reason IS DISTINCT FROM t.after ->> 'reason')
                 OR w.operator_id IS DISTINCT FROM CASE w.status WHEN 'pending' THEN NULL WHEN 'reversed' THEN p.actor_id ELSE t.actor_id END
                 OR (w.third_party_no, w.slip, w.checker_id::text) IS DISTINCT FROM
                   (p.after ->> 'provider_order_no', p.after ->> 'slip', p.after ->> 'approved_by')
                 AS broken
        FROM withdrawal w
        LEFT JOIN audit_log l ON l.object_kind = 'withdrawal' AND l.object_id = w.id::text AND l.act = 'withdraws.apply.create'
        LEFT JOIN audit_log p ON p.object_kind = 'withdrawal' AND p.object_id = w.id::text AND p.act = 'withdraws.list.approve'
          AND p.from_status = 'processing' AND p.to_status = 'paid'
        LEFT JOIN LATERAL (
          SELECT s.to_status, s.at, s.actor_id, s.after FROM audit_log s
          WHERE s.object_kind = 'withdrawal' AND s.object_id = w.id::text AND s.to_status IS NOT NULL ORDER BY s.id DESC LIMIT 1
        ) t ON true`,
  ),
  // Each that was paid has a transfer of its own, and each transfer its withdrawal.
  over(
    'W3',
    sql`SELECT coalesce('withdrawal ' || w.no, 'transfer ' || p.provider_ref) AS subject,
               (p.provider_ref, p.amount, p.channel_account_id) IS DISTINCT FROM (w.third_party_no, w.target_amount, 0::bigint)
                 OR w.operator_id IS NULL OR w.operator_id = w.made_by OR coalesce(w.rate_until <= coalesce(w.said_at, p.proven_at), false) AS broken
        FROM (SELECT n.*, withdrawal_said_wired_at(n.id, n.third_party_no, n.slip, n.approval_id) AS said_at FROM withdrawal n
              WHERE n.status IN ('paid', 'reversed')) w
        FULL JOIN (SELECT * FROM paid_proof WHERE kind = 'withdrawal') p ON p.order_id = w.id`,
  ),
  // What a second person agreed to is what was paid, with his name, and nobody else's; and none that waits by a rate outlives it by
  // a day.
  over(
    'W4',
    sql`SELECT coalesce('withdrawal ' || w.no, 'approval ' || a.id) AS subject,
               CASE WHEN w.status IN ('pending', 'processing') THEN
                   a.id IS NOT NULL OR coalesce(w.rate_until < (SELECT business_now() - interval '1 day') AND NOT withdrawal_is_said_wired(w.id), false)
                 ELSE w.id IS NULL OR a.id IS NULL OR (a.maker_id, a.checker_id) IS DISTINCT FROM (w.operator_id, w.checker_id)
                   OR a.payload ->> 'withdrawal_id' <> w.id::text OR a.payload ->> 'third_party_no' <> w.third_party_no
                   OR a.payload ->> 'slip' IS DISTINCT FROM w.slip END AS broken
        FROM (SELECT * FROM withdrawal WHERE approval_id IS NOT NULL OR checker_id IS NOT NULL
                OR (rate_until IS NOT NULL AND status IN ('pending', 'processing'))) w
        FULL JOIN (${agreed(['withdrawals.markPaid'])}) a ON a.id = w.approval_id`,
  ),
  // Where money is withdrawn to is what the log said when it was kept, of whom it said it; what was refused or taken away there is so,
  // and it rests as long as was said, or until the log says that somebody let it in.
  over(
    'W5',
    sql`SELECT 'account ' || coalesce(a.id::text, l.object_id) AS subject,
               (l.after ->> 'owner_id', l.after ->> 'value', l.actor_id, l.at) IS DISTINCT FROM
                 (a.owner_id::text, coalesce(a.card_shown, a.address), a.made_by, a.created_at)
                 OR coalesce(l.after ->> 'payee' <> withdraw_account_print(a), false)
                 OR (l.after ? 'usable_from' AND least((l.after ->> 'usable_from')::timestamptz, v.let_in_at) <> a.usable_from)
                 OR (a.deleted_at IS NULL) <> (d.object_id IS NULL) OR (v.refuses AND NOT a.refused) IS TRUE AS broken
        FROM withdraw_account a
        FULL JOIN (SELECT * FROM audit_log WHERE object_kind = 'withdrawAccount' AND act = 'withdraws.apply.createAccount') l
          ON l.object_id = a.id::text
        LEFT JOIN (
          SELECT DISTINCT object_id FROM audit_log WHERE object_kind = 'withdrawAccount' AND act = 'withdraws.apply.deleteAccount'
        ) d ON d.object_id = a.id::text
        LEFT JOIN (
          SELECT object_id, bool_or(after ->> 'enabled' = 'false') AS refuses, min(at) FILTER (WHERE after ->> 'enabled' = 'true') AS let_in_at
          FROM audit_log
          WHERE object_kind = 'withdrawAccount' AND act = 'withdraws.setting.verifyAccount' GROUP BY 1
        ) v ON v.object_id = a.id::text`,
  ),
];
