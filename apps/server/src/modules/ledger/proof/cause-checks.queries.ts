import { sql } from 'kysely';
import { agreed, over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

/**
 * What the log said last of each place; no facts, where that was taken away or is another place by now. By the kind of
 * thing, which is few rows and has an index, unlike all others that read the log.
 */
const lastTold = (kind: string, act: string, value: string) => sql`
  SELECT DISTINCT ON (place) place, facts
  FROM (
    SELECT l.id, told.nth, told.facts - ${value}::text - 'by' AS place, CASE told.nth WHEN 2 THEN told.facts - 'by' END AS facts
    FROM audit_log l CROSS JOIN LATERAL (VALUES (1, l.before), (2, l.after)) AS told (nth, facts)
    WHERE l.object_kind = ${kind} AND l.act = ${act} AND told.facts ? ${value}::text
  ) each_told
  ORDER BY place, id DESC, nth DESC`;

/** What stands beside the books and decides over money, held against the log, which is sealed within seconds. */
export const causeChecks: readonly Check[] = [
  // Each plan is the one that was made: whoever rewrites it with its prices and its split has this row against him.
  {
    ...over(
      'S8',
      sql`SELECT 'order ' || coalesce(o.order_no, p.order_id::text) AS subject, l.print IS NULL AS broken
        FROM (SELECT order_id, plan_print(p) AS print FROM collection_plan p OFFSET 0) p
        LEFT JOIN collection_order o ON o.id = p.order_id
        LEFT JOIN (
          SELECT jsonb_array_elements_text(after -> 'prints') AS print FROM audit_log WHERE act = 'collection.plan'
        ) l ON l.print = p.print`,
    ),
    isDear: true,
  },
  // What stands of prices and thresholds is what the log said last of each: whoever sets one past the trigger that notes it
  // has the rows before against him.
  over(
    'T1',
    sql`SELECT 'price of channel ' || (coalesce(now.facts, told.place) ->> 'channel') AS subject,
               now.facts IS DISTINCT FROM told.facts AS broken
        FROM (
          SELECT price_facts(c) AS facts FROM channel c
          UNION ALL SELECT price_facts(m) FROM agent_method m
          UNION ALL SELECT price_facts(m) FROM customer_method m
        ) now
        FULL JOIN (${lastTold('channel', 'price.set', 'prices')}) told ON told.place = now.facts - 'prices'
        WHERE now.facts IS NOT NULL OR told.facts IS NOT NULL
        UNION ALL
        SELECT 'threshold of ' || coalesce(now.facts, told.place)::text, now.facts IS DISTINCT FROM told.facts
        FROM (SELECT threshold_facts(p) AS facts FROM approval_policy p) now
        FULL JOIN (${lastTold('approvalPolicy', 'threshold.set', 'amount_minor')}) told ON told.place = now.facts - 'amount_minor'
        WHERE now.facts IS NOT NULL OR told.facts IS NOT NULL`,
  ),
  // A day's early money lies on an account that holds such money, and has a balance.
  over(
    'D8',
    sql`SELECT 'account ' || e.account_id AS subject, a.kind IS DISTINCT FROM 'L202' OR b.account_id IS NULL AS broken
        FROM early_settlement e LEFT JOIN account a ON a.id = e.account_id LEFT JOIN balance b ON b.account_id = e.account_id`,
  ),
  // What is due is kept back by a refund only where somebody asked for one.
  over(
    'D9',
    sql`SELECT 'order ' || o.order_no AS subject, l.object_id IS NULL AS broken
        FROM collection_order o
        LEFT JOIN (
          SELECT DISTINCT object_id FROM audit_log
          WHERE object_kind = 'collection' AND act IN ('collection.refund', 'collection.chargeBack') AND outcome = 'done'
        ) l ON l.object_id = o.id::text
        WHERE o.refund_status IS NOT NULL`,
  ),
  // What a second person was asked is what the log says was asked, by whom and when, and came to what the log says it came to. An account
  // becomes a person of its own once and for ever: who counts as another's, or always as his own, did so when he made or decided it too.
  over(
    'A2',
    sql`SELECT 'approval ' || coalesce(a.id::text, l.object_id) AS subject,
               (l.after ->> 'act', l.after ->> 'reason', l.actor_id, l.at) IS DISTINCT FROM (a.act, a.reason, a.maker_id, a.created_at)
                 OR coalesce(l.after ->> 'print' <> approval_print(a), false)
                 OR ((coalesce(e.to_status, 'waiting'), e.at, e.after ->> 'reason', CASE WHEN e.to_status IN ('approved', 'refused') THEN e.actor_id END)
                     IS DISTINCT FROM (a.state, a.decided_at, a.decision_reason, a.checker_id)
                   -- Until fingerprints were kept, what was asked for once more after its time ended the one before without a word.
                   AND (e.to_status, a.state, a.decided_at >= a.expires_at, l.after ? 'print') IS DISTINCT FROM (NULL, 'expired', true, false))
                 OR (a.maker_person <> m.person_id AND (m.person_id <> m.id OR m.made_by IS NULL))
                 OR (a.checker_person IS NULL) <> (a.checker_id IS NULL)
                 OR coalesce(a.checker_person <> c.person_id AND (c.person_id <> c.id OR c.made_by IS NULL), false) AS broken
        FROM approval a
        LEFT JOIN app_user m ON m.id = a.maker_id
        LEFT JOIN app_user c ON c.id = a.checker_id
        FULL JOIN (SELECT * FROM audit_log WHERE object_kind = 'approval' AND act = 'approval.submit' AND outcome = 'done') l
          ON l.object_id = a.id::text
        LEFT JOIN (SELECT * FROM audit_log WHERE object_kind = 'approval' AND from_status = 'waiting' AND to_status IS NOT NULL) e
          ON e.object_id = a.id::text`,
  ),
  // An edit by hand that a second person agreed to is the one that he agreed to, and nobody else's; and whatever he agreed to
  // was done with his name.
  over(
    'E2',
    sql`SELECT coalesce('edit ' || e.id, 'approval ' || a.id) AS subject,
               e.id IS NULL OR a.state IS DISTINCT FROM 'approved' OR (a.maker_id, a.checker_id) IS DISTINCT FROM (e.maker_id, e.checker_id)
                 OR a.act <> CASE e.kind WHEN 'frozen' THEN 'users.editFrozen' ELSE 'users.editSettleable' END
                 OR a.payload ->> 'user_id' <> e.user_id::text OR a.payload ->> 'change' <> e.change::text
                 OR (a.payload ->> 'order_id') IS DISTINCT FROM e.order_id::text
                 OR (a.payload ->> 'until')::timestamptz IS DISTINCT FROM e.until
                 OR (a.payload ->> 'gives_back') IS DISTINCT FROM e.undoes::text AS broken
        FROM (SELECT * FROM balance_edit WHERE approval_id IS NOT NULL OR checker_id IS NOT NULL) e
        FULL JOIN (${agreed(['users.editFrozen', 'users.editSettleable'])}) a ON a.id = e.approval_id`,
  ),
  // The same of what was moved between owners.
  over(
    'F2',
    sql`SELECT coalesce('move ' || m.id, 'approval ' || a.id) AS subject,
               m.id IS NULL OR a.state IS DISTINCT FROM 'approved' OR (a.maker_id, a.checker_id) IS DISTINCT FROM (m.maker_id, m.checker_id)
                 OR a.act <> 'funds.' || m.kind OR a.payload ->> 'owner_id' <> m.owner_id::text
                 OR a.payload ->> 'change' <> m.change::text OR a.payload ->> 'currency' <> m.currency
                 OR a.payload ->> 'source' <> m.source AS broken
        FROM (SELECT * FROM fund_move WHERE approval_id IS NOT NULL OR checker_id IS NOT NULL) m
        FULL JOIN (${agreed(['funds.fund', 'funds.adjust'])}) a ON a.id = m.approval_id`,
  ),
  // The same of payouts that two persons say were paid; and each is in the log as it was said.
  over(
    'Y12',
    sql`SELECT coalesce('payout ' || h.order_id, 'payout ' || l.object_id, 'approval ' || a.id) AS subject,
               h.order_id IS NULL OR l.object_id IS NULL OR l.actor_id IS DISTINCT FROM h.maker_id
                 OR l.after ->> 'slip' IS DISTINCT FROM h.slip
                 OR l.after ->> 'provider_order_no' IS DISTINCT FROM coalesce(h.third_party_no, 'slip ' || h.slip)
                 OR (o.channel_account_id, o.provider_order_no) IS DISTINCT FROM
                   (h.channel_account_id, l.after ->> 'provider_order_no')
                 OR (h.approval_id IS NOT NULL AND (a.state IS DISTINCT FROM 'approved'
                   OR (a.maker_id, a.checker_id) IS DISTINCT FROM (h.maker_id, h.checker_id)
                   OR a.payload ->> 'order_id' <> h.order_id::text OR a.payload ->> 'third_party_no' IS DISTINCT FROM h.third_party_no
                   OR a.payload ->> 'slip' IS DISTINCT FROM h.slip)) AS broken
        FROM payout_by_hand h
        FULL JOIN (
          SELECT * FROM audit_log WHERE object_kind = 'payout' AND act = 'payout.paidByHand' AND outcome = 'done'
        ) l ON l.object_id = h.order_id::text
        FULL JOIN (${agreed(['payouts.markPaid'])}) a ON a.id = h.approval_id
        LEFT JOIN payout_order o ON o.id = h.order_id`,
  ),
  // A payee whom a merchant keeps is the one that the log says he kept, and has not been forgotten: whoever puts another's account in
  // his row is paid what the merchant means for him, and whoever ends his rest before its time is paid at once.
  over(
    'Y15',
    sql`SELECT 'payee ' || p.id AS subject,
               (l.after ->> 'customer_id', l.after ->> 'shown', l.actor_id) IS DISTINCT FROM (p.customer_id::text, p.card_shown, p.made_by)
                 OR coalesce(l.after ->> 'payee' <> saved_payee_print(p), false)
                 OR coalesce((l.after ->> 'usable_from')::timestamptz <> p.usable_from, false) OR d.object_id IS NOT NULL AS broken
        FROM saved_payee p
        LEFT JOIN (SELECT * FROM audit_log WHERE object_kind = 'payee' AND after ? 'shown') l ON l.object_id = p.id::text
        LEFT JOIN (SELECT object_id FROM audit_log WHERE object_kind = 'payee' AND after ->> 'enabled' = 'false') d ON d.object_id = p.id::text`,
  ),
  // A sending over a chain that is over because it never was is one of which two persons said so, and the log tells of it.
  over(
    'Y14',
    sql`SELECT coalesce('payout ' || u.order_id, 'payout ' || l.object_id, 'approval ' || a.id) AS subject,
               u.id IS NULL OR (u.state = 'clear') <> (l.object_id IS NOT NULL)
                 OR (u.approval_id IS NULL AND u.checker_id IS NOT NULL)
                 OR (u.approval_id IS NOT NULL AND (a.state IS DISTINCT FROM 'approved'
                   OR (a.maker_id, a.checker_id) IS DISTINCT FROM (u.maker_id, u.checker_id)
                   OR a.payload ->> 'order_id' <> u.order_id::text OR a.payload ->> 'attempt' <> u.attempt::text
                   OR a.payload ->> 'becomes' <> u.becomes)) AS broken
        FROM (
          SELECT u.*, t.request_no FROM payout_unsent u LEFT JOIN payout_attempt t ON t.order_id = u.order_id AND t.n = u.attempt
        ) u
        FULL JOIN (
          SELECT object_id, after ->> 'request_no' AS request_no FROM audit_log
          WHERE object_kind = 'payout' AND act = 'payout.unsent' AND outcome = 'done'
        ) l ON l.object_id = u.order_id::text AND l.request_no = u.request_no AND u.state = 'clear'
        FULL JOIN (${agreed(['payouts.notSent'])}) a ON a.id = u.approval_id`,
  ),
  // Each rate is what the log said when it was set, and a second person agreed to it; none that the log knows is gone, and none
  // is withdrawn, or in force again, but by whom the log names.
  over(
    'T2',
    sql`SELECT 'rate ' || coalesce(r.id::text, l.object_id) AS subject,
               l.after IS DISTINCT FROM rate_facts(r) OR l.at IS DISTINCT FROM r.created_at
                 OR (r.withdrawn_at, r.withdrawn_by) IS DISTINCT FROM (w.at, w.actor_id)
                 OR (r.approval_id IS NULL AND r.checker_id IS NOT NULL)
                 OR (r.approval_id IS NOT NULL AND (
                   a.state IS DISTINCT FROM 'approved' OR a.act <> 'rates.set' OR a.reason <> r.reason
                   OR (a.payload ->> 'allow_loss')::boolean <> r.allow_loss
                   OR (a.maker_id, a.checker_id) IS DISTINCT FROM (r.maker_id, r.checker_id))) AS broken
        FROM exchange_rate r
        FULL JOIN (SELECT object_id, at, after FROM audit_log WHERE object_kind = 'exchangeRate' AND act = 'rate.set') l
          ON l.object_id = r.id::text
        LEFT JOIN (
          SELECT object_id, at, actor_id FROM audit_log WHERE object_kind = 'exchangeRate' AND act = 'settings.currency_rate.update'
        ) w ON w.object_id = r.id::text
        LEFT JOIN approval a ON a.id = r.approval_id`,
  ),
  // What an order is told at in its merchant's own currency is the rate that was in force when it was made, and no older one.
  over(
    'T3',
    sql`SELECT 'order ' || o.order_no AS subject,
               r.id IS NULL OR o.exchange_rate IS DISTINCT FROM
                 CASE WHEN r.base = o.currency THEN r.collection_rate WHEN r.quote = o.currency THEN r.payment_rate END
                 OR r.valid_from > o.created_at OR (r.agent_id IS NOT NULL AND r.agent_id <> o.agent_id)
                 -- A later one that came into force before, with the moments that two transactions need to pass each other.
                 OR EXISTS (
                   SELECT FROM exchange_rate x
                   WHERE (x.base, x.quote) = (r.base, r.quote) AND (x.agent_id IS NULL OR x.agent_id = o.agent_id)
                     AND x.withdrawn_at IS NULL AND x.valid_from < o.created_at - interval '1 minute'
                     AND x.created_at < o.created_at - interval '1 minute'
                     AND (x.agent_id IS NOT NULL, x.valid_from, x.version) > (r.agent_id IS NOT NULL, r.valid_from, r.version)) AS broken
        FROM collection_order o LEFT JOIN exchange_rate r ON r.id = o.rate_id
        WHERE o.rate_id IS NOT NULL OR o.exchange_rate IS NOT NULL`,
  ),
  // What of an order was exchanged is its own money, in journals of both currencies, at the rate that it carries; the rest to what
  // the platform's own rate gives is its senior agent's. Nothing that became its merchant's to spend stays in the other currency.
  over(
    'T4',
    sql`SELECT 'order ' || coalesce(o.order_no, e.ref_id::text) AS subject,
               e.given_id IS NULL OR e.wanted_id IS NULL OR o.rate_id IS NULL OR e.given_currency <> o.currency
                 OR e.wanted_currency <> (exchange_terms_of(o)).own OR NOT e.is_own
                 OR (SELECT array_agg(x.leg ORDER BY x.leg) FROM (
                       SELECT a.kind || ' ' || coalesce(a.owner_id, 0) || ' ' || sum(l.amount) AS leg
                       FROM unnest(e.wanted_accounts, e.wanted_amounts) AS l (id, amount) JOIN account a ON a.id = l.id
                       GROUP BY a.kind, a.owner_id HAVING sum(l.amount) <> 0
                     ) x) IS DISTINCT FROM
                    (SELECT array_agg(x.leg ORDER BY x.leg) FROM (
                       SELECT s.kind || ' ' || coalesce(s.owner_id, 0) || ' ' || sum(s.amount) AS leg
                       FROM unnest(e.given_accounts, e.given_amounts) AS l (id, amount) JOIN account a ON a.id = l.id AND a.kind <> 'F300'
                       CROSS JOIN exchange_terms_of(o) t
                       CROSS JOIN LATERAL (SELECT exchanged(-l.amount, o.currency, t.own, t.base, t.rate) AS own,
                         exchanged(-l.amount, o.currency, t.own, t.base, t.house_rate) AS house) v
                       CROSS JOIN LATERAL (VALUES (a.kind, a.owner_id, v.own), ('L240', o.agent_id, v.house - v.own), ('F300', NULL, -v.house))
                         AS s (kind, owner_id, amount)
                       GROUP BY s.kind, s.owner_id HAVING sum(s.amount) <> 0
                     ) x) AS broken
        FROM (
          SELECT coalesce(g.ref_id, w.ref_id) AS ref_id, g.id AS given_id, w.id AS wanted_id, g.currency AS given_currency,
                 w.currency AS wanted_currency, g.account_ids AS given_accounts, g.amounts AS given_amounts,
                 w.account_ids AS wanted_accounts, w.amounts AS wanted_amounts,
                 (g.customer_id, g.agent_id, g.sub_agent_id, g.middleman_id, g.book, g.posted_at) IS NOT DISTINCT FROM
                   (w.customer_id, w.agent_id, w.sub_agent_id, w.middleman_id, w.book, w.posted_at)
                 AND (SELECT bool_and(a.owner_id IS NULL OR a.owner_id IN (g.customer_id, g.agent_id, g.sub_agent_id, g.middleman_id))
                      FROM unnest(g.account_ids || w.account_ids) AS l (id) JOIN account a ON a.id = l.id) AS is_own
          FROM (SELECT * FROM journal WHERE event = 'collection.exchange' AND seq % 2 = 0) g
          FULL JOIN (SELECT * FROM journal WHERE event = 'collection.exchange' AND seq % 2 = 1) w
            ON w.ref_id = g.ref_id AND w.seq = g.seq + 1
        ) e LEFT JOIN collection_order o ON o.id = e.ref_id
        UNION ALL
        -- What a refund says was exchanged back for it.
        SELECT 'refund ' || r.no, r.exchanged <> CASE WHEN r.status = 'failed' THEN 0 ELSE coalesce((
                 SELECT sum(l.amount) FROM journal x CROSS JOIN LATERAL unnest(x.account_ids, x.amounts) AS l (id, amount)
                 JOIN account a ON a.id = l.id AND a.kind IN ('L200', 'L201') AND a.owner_id = r.customer_id
                 WHERE x.event = 'collection.exchange' AND x.ref_id = r.order_id AND x.seq % 2 = 0 AND l.amount > 0
                   AND x.posted_at = (
                     SELECT j.posted_at FROM journal j WHERE j.ref_id = r.order_id AND j.seq = r.seq
                       AND j.event = CASE r.kind WHEN 'refund' THEN 'collection.refund.prepare' ELSE 'collection.chargeBack' END)), 0) END
        FROM refund r
        UNION ALL
        SELECT 'order ' || o.order_no, NOT EXISTS (
                 SELECT FROM journal x WHERE x.event = 'collection.exchange' AND x.ref_id = o.id AND x.posted_at = j.posted_at)
        FROM collection_order o JOIN journal j ON j.ref_id = o.id AND j.event IN ('collection.settle', 'collection.release')
        CROSS JOIN exchange_terms_of(o) t
        WHERE o.rate_id IS NOT NULL AND (
          SELECT exchanged(coalesce(sum(l.amount), 0)::bigint, o.currency, t.own, t.base, t.rate)
          FROM unnest(j.account_ids, j.amounts) AS l (id, amount)
          JOIN account a ON a.id = l.id AND a.kind = 'L200' AND a.owner_id = o.customer_id) > 0
          AND NOT EXISTS (SELECT FROM journal r WHERE r.event = 'receivable.repay' AND r.ref_id = j.id)`,
  ),
];
