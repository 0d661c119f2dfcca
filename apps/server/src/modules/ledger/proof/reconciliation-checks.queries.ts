import { sql } from 'kysely';
import { over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

/** What a provider's statements are said to agree with. */
export const reconciliationChecks: readonly Check[] = [
  // A line stands for a booking of its account and its way, which it names by number or, without one, by amount and time; what both
  // say differs openly or was ended by a person, and so does what only one of them knows. A day counts what it has.
  {
    ...over(
      'I7',
      sql`SELECT 'line ' || l.id AS subject,
                 CASE WHEN l.item IS NULL THEN l.status = 'done' AND NOT EXISTS (
                     SELECT FROM reconciliation_difference k
                     WHERE k.line_id = l.id AND k.item IS NULL AND k.theirs = l.amount
                       AND (k.act IS NULL OR k.act IN ('writeOff', 'dismiss')))
                   ELSE b.item IS NULL OR b.channel_account_id <> d.channel_account_id OR (l.amount > 0) <> (b.way = 'in')
                     OR CASE WHEN l.ref <> '' THEN b.ref <> l.ref
                          WHEN l.own_no <> '' THEN NOT EXISTS (
                            SELECT FROM collection_attempt a
                            WHERE a.channel_account_id = d.channel_account_id AND a.request_no = l.own_no
                              AND (b.order_kind, b.order_id) = ('collection', a.order_id)
                            UNION ALL
                            SELECT FROM payout_attempt a
                            WHERE a.channel_account_id = d.channel_account_id AND a.request_no = l.own_no
                              AND (b.order_kind, b.order_id) = ('payout', a.order_id))
                          ELSE l.status <> 'done' OR b.amount <> l.amount
                            OR b.at NOT BETWEEN l.at - interval '30 minutes' AND l.at + interval '30 minutes' END
                     OR (b.amount <> CASE WHEN l.status = 'done' THEN l.amount ELSE 0 END AND NOT EXISTS (
                       SELECT FROM reconciliation_difference k
                       WHERE k.line_id = l.id AND k.item = l.item AND k.type IN ('amount', 'state') AND k.ours = b.amount
                         AND k.theirs = CASE WHEN l.status = 'done' THEN l.amount ELSE 0 END AND k.act IS DISTINCT FROM 'matched'))
                     OR (l.status = 'done' AND b.amount = l.amount AND coalesce(b.fee <> l.fee, false) AND NOT EXISTS (
                       SELECT FROM reconciliation_difference k
                       WHERE k.line_id = l.id AND k.item = l.item AND k.type = 'fee' AND k.ours = b.fee AND k.theirs = l.fee
                         AND k.act IS DISTINCT FROM 'matched'))
                 END AS broken
          FROM reconciliation_line l
          JOIN reconciliation_day d ON d.id = l.day_id
          LEFT JOIN reconciliation_booked b ON b.item = l.item
          UNION ALL
          SELECT 'day ' || d.id,
                 (d.lines, d.matched, d.theirs) <> (coalesce(l.lines, 0), coalesce(l.matched, 0), coalesce(l.theirs, 0))
                   OR d.open <> coalesce(k.open, 0) OR (d.closed_at IS NOT NULL AND d.ours <> coalesce(b.ours, 0))
          FROM reconciliation_day d
          LEFT JOIN (
            SELECT day_id, count(*) AS lines, count(item) AS matched, sum(amount) FILTER (WHERE status = 'done') AS theirs
            FROM reconciliation_line GROUP BY day_id
          ) l ON l.day_id = d.id
          LEFT JOIN (
            SELECT day_id, count(*) AS open FROM reconciliation_difference WHERE act IS NULL GROUP BY day_id
          ) k ON k.day_id = d.id
          LEFT JOIN (
            SELECT channel_account_id, business_day(at) AS day, sum(amount) AS ours FROM reconciliation_booked GROUP BY 1, 2
          ) b ON (b.channel_account_id, b.day) = (d.channel_account_id, d.day)
          UNION ALL
          -- What was booked on a day that is closed.
          SELECT 'booking ' || b.item, l.id IS NULL AND k.id IS NULL
          FROM reconciliation_booked b
          JOIN reconciliation_day d ON (d.channel_account_id, d.day) = (b.channel_account_id, business_day(b.at))
            AND d.closed_at IS NOT NULL
          LEFT JOIN reconciliation_line l ON l.item = b.item
          LEFT JOIN reconciliation_difference k ON k.item = b.item AND k.type = 'ours_only' AND k.act IN ('writeOff', 'dismiss')`,
    ),
    isDear: true,
  },
  // What was read of a statement is what the log says was read of it, whatever persons made of a difference is told there with both
  // sides as they saw them, and so is who closed a day; and nothing that is told there is gone.
  {
    ...over(
      'I9',
      sql`SELECT coalesce('import ' || i.id, 'import of day ' || l.object_id) AS subject,
                 i.id IS NULL OR (l.id IS NULL AND before.id IS NULL) OR coalesce(l.actor_id, before.actor_id) IS DISTINCT FROM i.made_by
                   OR coalesce(l.at, before.at) <> i.made_at OR i.lines - i.known <> i.said AS broken
          FROM (
            SELECT i.*, coalesce(s.said, 0) AS said, encode(sha256(i.hash || coalesce(s.prints, '')), 'hex') AS print
            FROM reconciliation_import i
            LEFT JOIN (
              SELECT import_id, count(*) AS said, string_agg(statement_line_print(l), '' ORDER BY n) AS prints
              FROM reconciliation_line l GROUP BY 1
            ) s ON s.import_id = i.id
          ) i
          FULL JOIN (
            SELECT * FROM audit_log WHERE object_kind = 'reconciliation' AND act = 'admin.reconciliation.create' AND after ? 'prints'
          ) l ON l.object_id = i.day_id::text AND l.after ->> 'prints' = i.print
          -- Taken before the log had fingerprints.
          LEFT JOIN (
            SELECT * FROM audit_log
            WHERE object_kind = 'reconciliation' AND act = 'admin.reconciliation.create' AND after ? 'rows' AND NOT after ? 'prints'
          ) before ON before.object_id = i.day_id::text AND before.after ->> 'name' = i.file_name AND before.at = i.made_at
          UNION ALL
          SELECT 'difference ' || coalesce(k.id::text, l.object_id),
                 k.id IS NULL OR l.id IS NULL OR (l.actor_id, l.after ->> 'reason', l.at) IS DISTINCT FROM (k.resolved_by, k.reason, k.resolved_at)
                   OR coalesce(l.before ->> 'amount', l.before ->> 'fee')::numeric * k.scale <> k.ours
                   OR coalesce(l.after ->> 'amount', l.after ->> 'fee')::numeric * k.scale <> k.theirs
          FROM (
            SELECT k.*, CASE c.currency WHEN 'USDT' THEN 1000000 ELSE 10000 END AS scale
            FROM reconciliation_difference k JOIN reconciliation_day d ON d.id = k.day_id JOIN channel_account c ON c.id = d.channel_account_id
            WHERE k.act IN ('receipt', 'writeOff', 'dismiss')
          ) k
          FULL JOIN (
            SELECT * FROM audit_log WHERE object_kind = 'reconciliation' AND act = 'admin.reconciliation.resolve' AND after ? 'reason'
          ) l ON l.object_id = k.id::text
          UNION ALL
          SELECT 'day ' || coalesce(d.id::text, l.object_id), (l.actor_id, l.at) IS DISTINCT FROM (d.closed_by, d.closed_at)
          FROM reconciliation_day d
          FULL JOIN (
            SELECT * FROM audit_log WHERE object_kind = 'reconciliation' AND act = 'admin.reconciliation.close' AND outcome = 'done'
          ) l ON l.object_id = d.id::text`,
    ),
    isDear: true,
  },
];
