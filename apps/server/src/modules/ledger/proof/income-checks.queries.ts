import { sql } from 'kysely';
import { over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

/** The platform's income: its sums, what was collected of it, and what the owners drew. */
export const incomeChecks: readonly Check[] = [
  // What is folded into days is what the journals up to there say. A debt counts by what a journal changes of it.
  {
    ...over(
      'I1',
      sql`SELECT concat_ws(' ', coalesce(d.day, s.day), coalesce(d.agent_id, s.agent_id), coalesce(d.currency, s.currency),
                   coalesce(d.kind, s.kind), nullif(coalesce(d.other, s.other), '')) AS subject,
                 CASE coalesce(d.kind, s.kind) WHEN 'A120' THEN coalesce(d.credited - d.debited, 0) <> coalesce(s.credited - s.debited, 0)
                   ELSE (coalesce(d.credited, 0), coalesce(d.debited, 0)) <> (coalesce(s.credited, 0), coalesce(s.debited, 0)) END
                   OR coalesce(d.first_journal > s.first_journal, false) OR coalesce(d.last_journal < s.last_journal, false) AS broken
          FROM income_day d
          FULL JOIN (
            SELECT business_day(j.posted_at) AS day, coalesce(j.agent_id, 0) AS agent_id, j.currency, a.kind,
                   CASE a.kind WHEN 'F300' THEN (SELECT min(o.currency) FROM journal o
                     WHERE o.event = j.event AND o.ref_id = j.ref_id AND o.currency <> j.currency) ELSE '' END AS other,
                   coalesce(sum(l.amount) FILTER (WHERE l.amount > 0), 0) AS credited,
                   coalesce(-sum(l.amount) FILTER (WHERE l.amount < 0), 0) AS debited,
                   min(j.id) FILTER (WHERE a.kind <> 'A120') AS first_journal, max(j.id) FILTER (WHERE a.kind <> 'A120') AS last_journal
            FROM journal j
            CROSS JOIN LATERAL unnest(j.account_ids[cardinality(j.versions) + 1 :], j.amounts[cardinality(j.versions) + 1 :])
              AS l (account_id, amount)
            JOIN account a ON a.id = l.account_id AND a.kind IN ('R400', 'R410', 'R420', 'E500', 'E510', 'Q900', 'A120', 'F300')
            WHERE j.book = 'main' AND j.id <= (SELECT f.journal_id FROM income_fold f)
            GROUP BY 1, 2, 3, 4, 5
          ) s ON (s.day, s.agent_id, s.currency, s.kind, s.other) = (d.day, d.agent_id, d.currency, d.kind, d.other)`,
    ),
    isDear: true,
  },
  // Every drawing has its journal and every such journal its drawing; and each is the one that was agreed to, and nothing that
  // was agreed to was left undone.
  over(
    'I2',
    sql`SELECT coalesce('drawing ' || d.id, 'journal ' || j.id, 'approval ' || a.id) AS subject,
               d.id IS NULL OR j.id IS NULL OR j.seq <> 0 OR j.book <> 'main' OR (j.currency, j.note, j.actor_id, j.posted_at) IS DISTINCT FROM (d.currency, d.reason, d.maker_id, d.created_at)
                 OR (d.approval_id IS NULL AND d.checker_id IS NOT NULL)
                 OR (SELECT array_agg(x.key || ' ' || l.amount ORDER BY x.key) FROM unnest(j.account_ids, j.amounts) AS l (id, amount)
                     JOIN account x ON x.id = l.id) IS DISTINCT FROM
                   ARRAY[account_key('A110', NULL, NULL, d.currency, 'main') || ' ' || d.amount,
                         account_key('Q900', NULL, NULL, d.currency, 'main') || ' ' || -d.amount]
                 OR (d.approval_id IS NOT NULL AND (a.state IS DISTINCT FROM 'approved' OR a.act <> 'income.draw'
                   OR (a.maker_id, a.checker_id) IS DISTINCT FROM (d.maker_id, d.checker_id)
                   OR a.payload ->> 'amount' <> d.amount::text OR a.payload ->> 'currency' <> d.currency
                   OR a.payload ->> 'payee' <> d.payee)) AS broken
        FROM income_drawing d
        FULL JOIN (SELECT * FROM journal WHERE event = 'income.draw') j ON j.ref_id = d.id
        FULL JOIN (SELECT * FROM approval WHERE state = 'approved' AND act = 'income.draw') a ON a.id = d.approval_id`,
  ),
  // Every collection has its journal and every such journal its collection: from what that senior agent earned, to what he owes.
  over(
    'I3',
    sql`SELECT coalesce('collection ' || c.id, 'journal ' || j.id) AS subject,
               c.id IS NULL OR j.id IS NULL OR j.seq <> 0 OR j.book <> 'main' OR j.currency <> c.currency
                 OR (j.actor_id, j.agent_id, j.note, j.posted_at) IS DISTINCT FROM (c.maker_id, c.agent_id, c.reason, c.created_at)
                 OR l.id IS NULL OR (l.after ->> 'for_month') IS DISTINCT FROM c.for_month::text
                 OR (SELECT array_agg(x.key || ' ' || l.amount ORDER BY x.key) FROM unnest(j.account_ids, j.amounts) AS l (id, amount)
                     JOIN account x ON x.id = l.id) IS DISTINCT FROM
                   ARRAY[account_key('A120', c.agent_id, NULL, c.currency, 'main') || ' ' || c.amount,
                         account_key('L240', c.agent_id, NULL, c.currency, 'main') || ' ' || -c.amount] AS broken
        FROM system_fee_collection c
        FULL JOIN (SELECT * FROM journal WHERE event = 'systemFee.collect') j ON j.ref_id = c.id
        LEFT JOIN (SELECT id, journal_id, after FROM audit_log WHERE act = 'accounting.systemIncome.collect') l ON l.journal_id = j.id`,
  ),
  // Every transfer to a provider has its journal and every such journal its transfer, and each is the one that was agreed to.
  over(
    'I4',
    sql`SELECT coalesce('transfer ' || f.id, 'journal ' || j.id, 'approval ' || a.id) AS subject,
               f.id IS NULL OR j.id IS NULL OR j.seq <> 0 OR j.book <> 'main' OR (j.currency, j.note, j.actor_id, j.posted_at) IS DISTINCT FROM (f.currency, f.reason, f.maker_id, f.created_at)
                 OR (f.approval_id IS NULL AND f.checker_id IS NOT NULL)
                 OR (SELECT array_agg(x.key || ' ' || l.amount ORDER BY x.key) FROM unnest(j.account_ids, j.amounts) AS l (id, amount)
                     JOIN account x ON x.id = l.id) IS DISTINCT FROM
                   ARRAY[account_key('A100', NULL, f.channel_account_id, f.currency, 'main') || ' ' || -f.amount,
                         account_key('A110', NULL, NULL, f.currency, 'main') || ' ' || f.amount]
                 OR (f.approval_id IS NOT NULL AND (a.state IS DISTINCT FROM 'approved' OR a.act <> 'channels.prefund'
                   OR (a.maker_id, a.checker_id) IS DISTINCT FROM (f.maker_id, f.checker_id)
                   OR a.payload ->> 'amount' <> f.amount::text OR a.payload ->> 'transfer_ref' <> f.transfer_ref
                   OR a.payload ->> 'channel_account_id' <> f.channel_account_id::text)) AS broken
        FROM channel_prefund f
        FULL JOIN (SELECT * FROM journal WHERE event = 'channel.prefund') j ON j.ref_id = f.id
        FULL JOIN (SELECT * FROM approval WHERE state = 'approved' AND act = 'channels.prefund') a ON a.id = f.approval_id`,
  ),
  // Every settlement of a provider has its journal and every such journal its settlement, and each is the one that was agreed to.
  over(
    'I5',
    sql`SELECT coalesce('settlement ' || s.id, 'journal ' || j.id, 'approval ' || a.id) AS subject,
               s.id IS NULL OR j.id IS NULL OR j.seq <> 0 OR j.book <> 'main'
                 OR (j.currency, j.note, j.actor_id, j.posted_at) IS DISTINCT FROM (s.currency, s.reason, s.maker_id, s.created_at)
                 OR (s.approval_id IS NULL AND s.checker_id IS NOT NULL)
                 OR (SELECT array_agg(x.key || ' ' || l.amount ORDER BY x.key) FROM unnest(j.account_ids, j.amounts) AS l (id, amount)
                     JOIN account x ON x.id = l.id) IS DISTINCT FROM
                   (SELECT array_agg(w.key || ' ' || w.amount ORDER BY w.key) FROM (VALUES
                      (account_key('A100', NULL, s.channel_account_id, s.currency, 'main'), s.arrived + s.kept),
                      (account_key('A110', NULL, NULL, s.currency, 'main'), -s.arrived),
                      (account_key('L260', NULL, s.channel_account_id, s.currency, 'main'), -s.kept)) AS w (key, amount)
                    WHERE w.amount <> 0)
                 OR (s.approval_id IS NOT NULL AND (a.state IS DISTINCT FROM 'approved'
                   OR (a.maker_id, a.checker_id) IS DISTINCT FROM (s.maker_id, s.checker_id)
                   OR a.payload ->> 'arrived' <> s.arrived::text OR a.payload ->> 'kept' <> s.kept::text
                   OR a.payload ->> 'statement_ref' <> s.statement_ref OR a.payload ->> 'id' <> s.channel_account_id::text)) AS broken
        FROM channel_settlement s
        FULL JOIN (SELECT * FROM journal WHERE event = 'channel.settle') j ON j.ref_id = s.id
        FULL JOIN (SELECT * FROM approval WHERE state = 'approved' AND act IN ('collectionKeys.settle', 'payoutKeys.settle')) a
          ON a.id = s.approval_id`,
  ),
  // Every write-off of reconciliation has its journal and every such journal its write-off, and each is the one that was agreed to
  // and the one by which its difference ended.
  over(
    'I6',
    sql`SELECT coalesce('write-off ' || w.id, 'journal ' || j.id, 'approval ' || a.id, 'difference ' || k.id) AS subject,
               w.id IS NULL OR j.id IS NULL OR j.seq <> 0 OR j.book <> 'main'
                 OR (j.currency, j.note, j.actor_id, j.posted_at) IS DISTINCT FROM (w.currency, w.reason, w.maker_id, w.created_at)
                 OR (w.approval_id IS NULL AND w.checker_id IS NOT NULL)
                 OR (k.journal_id, k.theirs - k.ours, k.reason, k.resolved_by) IS DISTINCT FROM (j.id, w.amount, w.reason, w.maker_id)
                 OR (SELECT array_agg(x.key || ' ' || l.amount ORDER BY x.key) FROM unnest(j.account_ids, j.amounts) AS l (id, amount)
                     JOIN account x ON x.id = l.id) IS DISTINCT FROM
                   (SELECT array_agg(v.key || ' ' || v.amount ORDER BY v.key) FROM (VALUES
                      (account_key(w.kind, NULL, w.channel_account_id, w.currency, 'main'), CASE w.kind WHEN 'A100' THEN -w.amount ELSE w.amount END),
                      (account_key('E510', NULL, NULL, w.currency, 'main'), CASE w.kind WHEN 'A100' THEN w.amount ELSE -w.amount END)) AS v (key, amount))
                 OR (w.approval_id IS NOT NULL AND (a.state IS DISTINCT FROM 'approved'
                   OR (a.maker_id, a.checker_id) IS DISTINCT FROM (w.maker_id, w.checker_id)
                   OR a.payload ->> 'difference_id' <> w.difference_id::text
                   OR (a.payload ->> 'theirs')::bigint - (a.payload ->> 'ours')::bigint <> w.amount)) AS broken
        FROM reconciliation_write_off w
        FULL JOIN (SELECT * FROM journal WHERE event = 'reconciliation.writeOff') j ON j.ref_id = w.id
        FULL JOIN (SELECT * FROM approval WHERE state = 'approved' AND act = 'reconciliation.writeOff') a ON a.id = w.approval_id
        FULL JOIN (SELECT * FROM reconciliation_difference WHERE act = 'writeOff') k ON k.id = w.difference_id`,
  ),
  // Every exchange of the house has its two journals and every such journal its exchange, each is the one that was agreed to, it
  // brought what its position says, and position and all are what the log said of it: in proportion, another would bring the same.
  over(
    'I8',
    sql`SELECT coalesce('exchange ' || x.id, 'journal ' || j.id, 'approval ' || a.id) AS subject,
               x.id IS NULL OR j.id IS NULL OR o.id IS NULL OR j.seq NOT IN (0, 1) OR j.book <> 'main'
                 OR (j.currency, j.note, j.actor_id, j.posted_at)
                   IS DISTINCT FROM (CASE j.seq WHEN 0 THEN x.base ELSE x.quote END, x.reason, x.maker_id, x.created_at)
                 OR x.result <> house_result(x.held, x.cost, x.base_amount, x.quote_amount)
                 OR l.print IS DISTINCT FROM house_exchange_print(x)
                 OR (x.approval_id IS NULL AND x.checker_id IS NOT NULL)
                 OR (SELECT array_agg(k.key || ' ' || l.amount ORDER BY k.key) FROM unnest(j.account_ids, j.amounts) AS l (id, amount)
                     JOIN account k ON k.id = l.id) IS DISTINCT FROM
                   (SELECT array_agg(account_key(v.kind, NULL, NULL, j.currency, 'main') || ' ' || v.amount
                      ORDER BY account_key(v.kind, NULL, NULL, j.currency, 'main'))
                    FROM (VALUES (0, 'A110', -x.base_amount), (0, 'F300', x.base_amount), (1, 'A110', -x.quote_amount),
                      (1, 'F300', x.quote_amount - x.result), (1, 'R420', x.result)) AS v (seq, kind, amount)
                    WHERE v.seq = j.seq AND v.amount <> 0)
                 OR (x.approval_id IS NOT NULL AND (a.state IS DISTINCT FROM 'approved' OR a.act <> 'income.exchange'
                   OR (a.maker_id, a.checker_id, a.reason) IS DISTINCT FROM (x.maker_id, x.checker_id, x.reason)
                   OR a.payload ->> 'base' <> x.base OR a.payload ->> 'quote' <> x.quote
                   OR a.payload ->> 'base_amount' <> x.base_amount::text OR a.payload ->> 'quote_amount' <> x.quote_amount::text
                   OR a.payload ->> 'counterparty' <> x.counterparty)) AS broken
        FROM house_exchange x
        FULL JOIN (SELECT * FROM journal WHERE event = 'income.exchange') j ON j.ref_id = x.id
        LEFT JOIN (SELECT ref_id, seq, min(id) AS id FROM journal WHERE event = 'income.exchange' GROUP BY 1, 2) o
          ON o.ref_id = x.id AND o.seq = 1 - j.seq
        LEFT JOIN (
          SELECT object_id, after ->> 'print' AS print FROM audit_log WHERE object_kind = 'houseExchange' AND after ? 'print'
        ) l ON l.object_id = x.id::text
        FULL JOIN (SELECT * FROM approval WHERE state = 'approved' AND act = 'income.exchange') a ON a.id = x.approval_id`,
  ),
];
