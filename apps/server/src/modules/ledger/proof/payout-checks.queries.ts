import { payoutStatuses } from '@suanpan/domain/states/payout';
import { sql } from 'kysely';
import { over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

const finals = sql.join(
  payoutStatuses.filter((status) => status !== 'processing').map((status) => sql.lit(status)),
);

/** What a journal's legs come to by account, as sorted text: two are equal when they move the same. */
const sorted = (accounts: string, amounts: string) =>
  sql.raw(
    `(SELECT array_agg(x.leg ORDER BY x.leg) FROM (SELECT l.account || ' ' || l.amount AS leg
      FROM unnest(${accounts}, ${amounts}) AS l (account, amount) WHERE l.amount <> 0) x)`,
  );

/** Payouts: their holds, their journals, and what the log and their providers said. */
export const payoutChecks: readonly Check[] = [
  // A payout is held once for each hold, and each hold is then open, paid, or given back: never two of them (S3).
  over(
    'Y1',
    sql`SELECT 'payout ' || coalesce(o.order_no, j.ref_id::text) AS subject,
               o.id IS NULL OR j.submits <> coalesce(o.hold_no, 0) OR h.holds <> coalesce(o.hold_no, 0)
                 OR coalesce(j.releases, 0) + coalesce(j.reverses, 0) <> h.given_back
                 OR h.open <> (o.status IN ('processing', 'paid') AND coalesce(j.late, 0) = 0)::int
                 OR coalesce(j.paid, 0) <> (o.status IN ('paid', 'rejected_reversed') AND coalesce(j.late, 0) = 0)::int
                 OR coalesce(j.reverses, 0) <> (o.status = 'rejected_reversed')::int
                 OR coalesce(j.late, 0) > (o.status = 'paid')::int
                 OR (o.status = 'insufficient_balance') <> (o.hold_no IS NULL) AS broken
        FROM payout_order o
        FULL JOIN (
          SELECT ref_id, count(*) FILTER (WHERE event = 'payout.submit') AS submits,
                 count(*) FILTER (WHERE event = 'payout.release') AS releases,
                 count(*) FILTER (WHERE event = 'payout.paid') AS paid,
                 count(*) FILTER (WHERE event = 'payout.reverse') AS reverses,
                 count(*) FILTER (WHERE event = 'payout.paidLate') AS late
          FROM journal WHERE event IN ('payout.submit', 'payout.release', 'payout.paid', 'payout.reverse', 'payout.paidLate')
          GROUP BY ref_id
        ) j ON j.ref_id = o.id
        LEFT JOIN (
          SELECT order_id, count(*) AS holds, count(*) FILTER (WHERE given_back_at IS NULL) AS open,
                 count(*) FILTER (WHERE given_back_at IS NOT NULL) AS given_back FROM payout_hold GROUP BY order_id
        ) h ON h.order_id = o.id
        WHERE o.hold_no IS NOT NULL OR j.ref_id IS NOT NULL OR h.order_id IS NOT NULL`,
  ),
  // What was taken is what the hold says, and is what the payout costs: amount and fee, from its own merchant.
  over(
    'Y2',
    sql`SELECT 'payout ' || o.order_no AS subject,
               ${sorted('j.account_ids', 'j.amounts')} IS DISTINCT FROM
                 ${sorted(
                   'ARRAY[c.reserved, c.early] || h.account_ids',
                   `ARRAY[o.amount + o.merchant_fee, -coalesce((SELECT sum_minor(e) FROM unnest(h.early_amounts) AS e), 0)]
                    || ARRAY(SELECT -x FROM unnest(h.amounts) WITH ORDINALITY AS u (x, n) ORDER BY n)`,
                 )}
                 OR NOT h.account_ids <@ ARRAY[c.top_up, c.settleable] AS broken
        FROM payout_hold h
        LEFT JOIN payout_order o ON o.id = h.order_id
        LEFT JOIN payout_chain c ON c.id = o.chain_id
        LEFT JOIN (SELECT * FROM journal WHERE event = 'payout.submit') j ON j.ref_id = h.order_id AND j.seq = h.hold_no`,
  ),
  // Paying moves what the prices say, on the accounts of the payout's own chain.
  over(
    'Y3',
    sql`SELECT 'payout ' || coalesce(o.order_no, j.ref_id::text) AS subject,
               ${sorted('j.account_ids', 'j.amounts')} IS DISTINCT FROM
                 ${sorted(
                   `ARRAY[c.reserved, c.sub_agent_income, c.middleman_income, c.agent_income, c.clearing, c.endpoint,
                      c.agent_owes, c.system_income, c.agent_income, c.agent_owes]`,
                   `ARRAY[-(o.amount + o.merchant_fee), o.sub_agent_fee, o.middleman_fee,
                      o.merchant_fee - o.endpoint_fee - o.sub_agent_fee - o.middleman_fee, o.amount, o.endpoint_fee,
                      -o.system_fee, o.system_fee, CASE WHEN o.takes_system_fee THEN -o.system_fee ELSE 0 END,
                      CASE WHEN o.takes_system_fee THEN o.system_fee ELSE 0 END]`,
                 )}
                 OR (j.customer_id, j.agent_id, j.sub_agent_id, j.middleman_id) IS DISTINCT FROM
                   (o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id) AS broken
        FROM (SELECT * FROM journal WHERE event = 'payout.paid') j
        LEFT JOIN payout_order o ON o.id = j.ref_id LEFT JOIN payout_chain c ON c.id = o.chain_id`,
  ),
  // The accounts of a chain are those of its own parties.
  over(
    'Y4',
    sql`SELECT 'chain ' || c.id AS subject,
               bool_or(a.id IS NULL OR a.kind <> w.kind OR a.owner_id IS DISTINCT FROM w.owner
                 OR a.channel_account_id IS DISTINCT FROM w.account OR a.currency <> c.currency OR a.book <> c.book) AS broken
        FROM payout_chain c
        CROSS JOIN LATERAL (VALUES
          (c.reserved, 'L230', c.customer_id, NULL::bigint), (c.top_up, 'L201', c.customer_id, NULL),
          (c.early, 'L202', c.customer_id, NULL), (c.settleable, 'L200', c.customer_id, NULL),
          (c.owed, 'A130', c.customer_id, NULL), (c.agent_income, 'L240', c.agent_id, NULL),
          (c.agent_owes, 'A120', c.agent_id, NULL), (c.sub_agent_income, 'L240', c.sub_agent_id, NULL),
          (c.middleman_income, 'L240', c.middleman_id, NULL), (c.clearing, 'A100', NULL, c.channel_account_id),
          (c.endpoint, 'L260', NULL, c.channel_account_id), (c.system_income, 'R400', NULL, NULL),
          (c.suspense, 'A190', NULL, NULL)
        ) AS w (id, kind, owner, account)
        LEFT JOIN account a ON a.id = w.id
        WHERE w.id IS NOT NULL OR coalesce(w.owner, 0) <> 0 OR w.account IS NOT NULL
        GROUP BY c.id
        UNION ALL
        SELECT 'payout ' || o.order_no,
               (c.customer_id, c.agent_id, c.sub_agent_id, c.middleman_id, c.channel_account_id, c.currency, c.book)
                 IS DISTINCT FROM (o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(o.middleman_id, 0),
                   o.channel_account_id, o.currency, CASE WHEN o.is_test THEN 'test' ELSE 'main' END)
        FROM payout_order o LEFT JOIN payout_chain c ON c.id = o.chain_id WHERE o.status <> 'insufficient_balance'`,
  ),
  // Each payout is what the log said when it was submitted, its payee included, and stands where the log came to last.
  over(
    'Y5',
    sql`SELECT 'payout ' || coalesce(o.order_no, l.object_id) AS subject,
               o.id IS NULL OR l.origin - 'wait' IS DISTINCT FROM payout_origin(o) OR l.status IS DISTINCT FROM o.status AS broken
        FROM payout_order o
        FULL JOIN (
          SELECT object_id, (array_agg(to_status ORDER BY id DESC))[1] AS status,
                 (array_agg(after) FILTER (WHERE act = 'payout.submit'))[1] AS origin
          FROM audit_log WHERE object_kind = 'payout' AND to_status IS NOT NULL AND outcome = 'done' GROUP BY object_id
        ) l ON l.object_id = o.id::text`,
  ),
  // A payout that is paid has the proof of its provider, once, in its amount; one whose hold went back unpaid is nowhere any
  // more (S6): each of its sendings ended in a definite no.
  over(
    'Y6',
    sql`SELECT coalesce('payout ' || o.order_no, 'payment ' || p.provider_ref) AS subject,
               CASE WHEN o.status IN ('paid', 'rejected_reversed')
                 THEN (p.amount, p.channel_account_id, p.provider_ref) IS DISTINCT FROM
                   (o.amount, o.channel_account_id, o.provider_order_no) OR t.paid <> 1
                 ELSE p.order_id IS NOT NULL OR (o.status <> 'processing' AND coalesce(t.open, 0) > 0) END AS broken
        FROM payout_order o
        FULL JOIN (SELECT * FROM paid_proof WHERE kind = 'payout') p ON p.order_id = o.id
        LEFT JOIN (
          SELECT order_id, count(*) FILTER (WHERE outcome = 'paid') AS paid,
                 count(*) FILTER (WHERE outcome IS NULL OR outcome = 'accepted') AS open
          FROM payout_attempt GROUP BY order_id
        ) t ON t.order_id = o.id`,
  ),
  // How a payout ended was told, waits to be told, or was parked.
  over(
    'Y7',
    sql`SELECT 'payout ' || o.order_no AS subject, c.order_id IS NULL AND w.subject IS NULL AS broken
        FROM payout_order o
        CROSS JOIN LATERAL (
          SELECT 'payout.' || CASE o.status WHEN 'verify_failed' THEN 'failed' WHEN 'insufficient_balance' THEN 'failed'
            WHEN 'rejected_reversed' THEN 'reversed' ELSE o.status END AS kind
        ) news
        LEFT JOIN (SELECT DISTINCT order_id, type FROM callback WHERE order_kind = 'payout') c
          ON c.order_id = o.id AND c.type = news.kind
        LEFT JOIN (SELECT subject, kind FROM outbox_event UNION SELECT subject, kind FROM outbox_dead) w
          ON w.subject = 'payout:' || o.id AND w.kind = news.kind
        WHERE o.status IN (${finals}) AND o.notify_url IS NOT NULL`,
  ),
  // Every sending stands in the log as it was made, and ended as the log heard: whoever writes that a provider refused what it
  // has would have it paid twice.
  over(
    'Y8',
    sql`SELECT 'payout ' || coalesce(o.order_no, s.object_id, a.order_id::text) AS subject,
               a.order_id IS NULL OR s.account IS DISTINCT FROM a.channel_account_id::text
                 OR a.outcome IS DISTINCT FROM
                   CASE WHEN p.object_id IS NOT NULL AND a.n = o.attempt_no THEN 'paid' ELSE h.outcome END AS broken
        FROM payout_attempt a
        FULL JOIN (
          SELECT object_id, after ->> 'request_no' AS request_no, after ->> 'channel_account' AS account
          FROM audit_log
          WHERE object_kind = 'payout' AND (act = 'payout.send' OR act = 'payout.paidByHand' AND after ? 'request_no')
        ) s ON s.object_id = a.order_id::text AND s.request_no = a.request_no
        LEFT JOIN payout_order o ON o.id = a.order_id
        LEFT JOIN (
          SELECT object_id, after ->> 'request_no' AS request_no, (array_agg(after ->> 'outcome' ORDER BY id DESC))[1] AS outcome
          FROM audit_log WHERE object_kind = 'payout' AND act = 'payout.attempt' GROUP BY 1, 2
        ) h ON h.object_id = a.order_id::text AND h.request_no = a.request_no
        LEFT JOIN (
          SELECT DISTINCT object_id FROM audit_log
          WHERE object_kind = 'payout' AND act IN ('payout.paid', 'payout.paidLate')
        ) p ON p.object_id = a.order_id::text`,
  ),
  // What waited for a person left after a person had let it go.
  over(
    'Y9',
    sql`SELECT 'payout ' || s.object_id AS subject, w.act <> 'payout.dispatch' AS broken
        FROM audit_log s
        CROSS JOIN LATERAL (
          SELECT w.act FROM audit_log w
          WHERE w.object_kind = 'payout' AND w.object_id = s.object_id AND w.id < s.id
            AND (w.act = 'payout.dispatch' OR w.after ? 'wait')
          ORDER BY w.id DESC LIMIT 1
        ) w
        WHERE s.object_kind = 'payout' AND s.act = 'payout.send'
          AND s.object_id IN (SELECT object_id FROM audit_log WHERE object_kind = 'payout' AND after ? 'wait')`,
  ),
  // What the limits count is what was submitted, by merchant, key, person and hour, and what a key paid back.
  over(
    'Y10',
    sql`SELECT 'merchant ' || customer_id || ' by key ' || key_id || ' and person ' || person_id || ' in the hour of ' || begins_at AS subject,
               (t.count, t.amount, t.refunds, t.refunded) IS DISTINCT FROM (s.count, s.amount, s.refunds, s.refunded) AS broken
        FROM payout_hour t
        FULL JOIN (
          SELECT x.customer_id, x.currency, x.begins_at, x.key_id, x.person_id, sum(x.count) AS count, sum_minor(x.amount) AS amount,
                 sum(x.refunds) AS refunds, sum_minor(x.refunded) AS refunded
          FROM (
            SELECT o.customer_id, o.currency, date_trunc('hour', o.created_at) AS begins_at, coalesce(o.api_key_id, 0) AS key_id,
                   coalesce(o.submitted_by, 0) AS person_id, 1 AS count, o.amount, 0 AS refunds, 0::bigint AS refunded
            FROM payout_order o WHERE o.status <> 'insufficient_balance'
            UNION ALL
            SELECT r.customer_id, r.currency, date_trunc('hour', r.created_at), r.api_key_id, 0, 0, 0, 1, r.amount
            FROM refund r WHERE r.api_key_id IS NOT NULL
          ) x GROUP BY 1, 2, 3, 4, 5
        ) s USING (customer_id, currency, begins_at, key_id, person_id)`,
  ),
  // Somebody works at every payout that can go on by itself.
  over(
    'Y11',
    sql`SELECT 'payout ' || o.order_no AS subject, w.order_id IS NULL AS broken
        FROM payout_order o LEFT JOIN payout_work w ON w.order_id = o.id
        WHERE o.stage IN ('verifying', 'submitted', 'unknown') OR (o.stage = 'queued' AND o.wait_reason IS NULL)`,
  ),
  // Every payout of a batch is a row of one, and every row that became a payout is that one: its merchant's, of this sum, under
  // the number of the row, at the fee that was shown.
  over(
    'Y13',
    sql`SELECT coalesce('payout ' || o.order_no, 'row ' || r.n || ' of batch ' || r.batch_id) AS subject,
               o.id IS NULL OR r.id IS NULL OR b.id IS NULL OR o.source <> 'batch' OR r.outcome IS DISTINCT FROM 'created'
                 OR (o.customer_id, o.currency, o.merchant_fee) IS DISTINCT FROM (b.customer_id, b.currency, r.fee)
                 OR o.merchant_order_no <> CASE r.order_no WHEN '' THEN 'B' || r.batch_id || '-' || r.n ELSE r.order_no END
                 OR CASE WHEN r.amount ~ '^[0-9]+([.][0-9]+)?$'
                   THEN r.amount::numeric * CASE o.currency WHEN 'USDT' THEN 1000000 ELSE 10000 END <> o.amount ELSE true END AS broken
        FROM (SELECT * FROM payout_batch_row WHERE payout_id IS NOT NULL OR outcome = 'created') r
        LEFT JOIN payout_batch b ON b.id = r.batch_id
        FULL JOIN (SELECT * FROM payout_order WHERE source = 'batch' OR id IN (SELECT payout_id FROM payout_batch_row)) o ON o.id = r.payout_id`,
  ),
];
