import { sql } from 'kysely';
import { over, overShown } from './check.queries.ts';
import type { Check } from './check.queries.ts';
import { beyond, perPlace, places } from './journal-sums.queries.ts';

/**
 * What is folded into days, of each account that has a balance (R6) and of what lies with providers (R9), is what the journals up to
 * there say. Journals of one day and event between the same accounts are summed place by place, as `journalSums` does.
 */
const daySums: Check = {
  ...overShown(
    ['R6', 'R9'],
    sql`
    lot AS MATERIALIZED (
      SELECT business_day(j.posted_at) AS day, j.event, j.account_ids, cardinality(j.versions) AS held, min(j.id) AS first_journal,
             max(j.id) AS last_journal, ARRAY[${perPlace((n) => `sum(j.amounts[${n}])`)}] AS totals
      FROM journal j WHERE j.id <= (SELECT f.journal_id FROM account_fold f) GROUP BY 1, 2, 3, 4
    ), leg AS MATERIALIZED (
      SELECT lot.day, lot.event, lot.first_journal, lot.last_journal, p.account_id, p.total, p.place <= lot.held AS is_held
      FROM lot CROSS JOIN LATERAL unnest(lot.account_ids[1:${sql.lit(places)}], lot.totals) WITH ORDINALITY AS p (account_id, total, place)
      WHERE p.account_id IS NOT NULL
      UNION ALL
      SELECT business_day(j.posted_at), j.event, j.id, j.id, p.account_id, p.amount, p.place + ${sql.lit(places)} <= cardinality(j.versions)
      FROM journal j
      CROSS JOIN LATERAL unnest(j.account_ids[${beyond}:], j.amounts[${beyond}:]) WITH ORDINALITY AS p (account_id, amount, place)
      WHERE j.id <= (SELECT f.journal_id FROM account_fold f) AND cardinality(j.account_ids) >= ${beyond}
    )`,
    sql`
      SELECT 'R6', concat_ws(' ', 'account', coalesce(d.account_id, s.account_id), coalesce(d.day, s.day), coalesce(d.event, s.event)),
             (d.change, d.first_journal, d.last_journal) IS DISTINCT FROM (s.change, s.first_journal, s.last_journal)
      FROM account_day d
      FULL JOIN (
        SELECT account_id, day, event, sum(total) AS change, min(first_journal) AS first_journal, max(last_journal) AS last_journal
        FROM leg WHERE is_held GROUP BY 1, 2, 3
      ) s ON (s.account_id, s.day, s.event) = (d.account_id, d.day, d.event)
      UNION ALL
      SELECT 'R9', concat_ws(' ', 'clearing', coalesce(d.channel_account_id, s.channel_account_id), coalesce(d.kind, s.kind),
                             coalesce(d.day, s.day)),
             d.change IS DISTINCT FROM s.change
      FROM clearing_day d
      FULL JOIN (
        SELECT a.channel_account_id, a.kind, l.day, sum(l.total) AS change
        FROM leg l JOIN account a ON a.id = l.account_id
        WHERE a.kind IN ('A100', 'L260') AND a.book = 'main' GROUP BY 1, 2, 3
      ) s ON (s.channel_account_id, s.kind, s.day) = (d.channel_account_id, d.kind, d.day)`,
  ),
  isDear: true,
};

/** What is kept of past days: the sums that balances of any moment are read from, and the daily statistics. */
export const dayChecks: readonly Check[] = [
  daySums,
  // What orders say of a merchant's day is what the books changed of his money by the same journals: what was paid, less the fee.
  {
    ...over(
      'R7',
      sql`SELECT concat_ws(' ', 'merchant', coalesce(m.customer_id, b.owner_id), coalesce(m.day, b.day), coalesce(m.event, b.event)) AS subject,
                 coalesce(CASE coalesce(m.event, b.event) WHEN 'collection.settle' THEN m.amount - m.fee ELSE -m.amount - m.fee END, 0)
                   <> coalesce(b.change, 0) AS broken
          FROM merchant_day_now m
          FULL JOIN (
            SELECT a.owner_id, d.day, a.currency, d.event, sum(d.change) AS change
            FROM account_day_now d JOIN account a ON a.id = d.account_id JOIN app_user u ON u.id = a.owner_id
            WHERE a.book = 'main' AND u.kind = 'customer'
              AND d.event IN ('collection.settle', 'payout.paid', 'payout.paidLate', 'payout.reverse')
            GROUP BY 1, 2, 3, 4
          ) b ON (b.owner_id, b.day, b.currency, b.event) = (m.customer_id, m.day, m.currency, m.event)`,
    ),
    isDear: true,
  },
  // Every version is what it and its rows say, follows the one before, and its figures are those of its rows and of the sums.
  over(
    'R8',
    sql`SELECT 'report ' || d.day || ' version ' || d.version AS subject,
               d.hash <> report_hash(d.day, d.version, d.totals, d.previous, ARRAY(
                 SELECT r FROM daily_report_row r WHERE r.day = d.day AND r.version = d.version))
               OR d.previous <> coalesce(
                 CASE WHEN d.version > 1 THEN (SELECT b.hash FROM daily_report b WHERE b.day = d.day AND b.version = d.version - 1)
                   ELSE (SELECT b.hash FROM daily_report b WHERE b.day < d.day AND b.version = 1 ORDER BY b.day DESC LIMIT 1) END, '')
               OR EXISTS (
                 SELECT FROM (
                   SELECT k.currency, sum(k.count) AS count, sum(k.amount) AS amount, sum(k.success_count) AS success_count,
                          sum(k.actual) AS actual, sum(k.fee) AS fee
                   FROM (
                     SELECT DISTINCT ON (r.customer_id, r.agent_id, r.sub_agent_id, r.middleman_id, r.channel_id, r.currency) r.*
                     FROM daily_report_row r WHERE r.day = d.day AND r.version <= d.version
                     ORDER BY r.customer_id, r.agent_id, r.sub_agent_id, r.middleman_id, r.channel_id, r.currency, r.version DESC) k
                   GROUP BY k.currency
                 ) n
                 FULL JOIN jsonb_each(d.totals) t ON t.key = n.currency
                 FULL JOIN jsonb_each(d.summed) s ON s.key = coalesce(n.currency, t.key)
                 WHERE (coalesce(n.count, 0), coalesce(n.amount, 0), coalesce(n.success_count, 0))
                     <> (coalesce((s.value ->> 'count')::numeric, 0), coalesce((s.value ->> 'amount')::numeric, 0),
                         coalesce((s.value ->> 'success_count')::numeric, 0))
                   OR (coalesce(n.count, 0), coalesce(n.actual, 0), coalesce(n.fee, 0))
                     <> (coalesce((t.value ->> 'count')::numeric, 0), coalesce((t.value ->> 'actual')::numeric, 0),
                         coalesce((t.value ->> 'fee')::numeric, 0))) AS broken
        FROM daily_report d`,
  ),
];
