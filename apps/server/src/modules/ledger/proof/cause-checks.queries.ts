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
];
