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
                     WHERE k.line_id = l.id AND k.item IS NULL AND k.theirs = l.amount AND k.act IS DISTINCT FROM 'matched')
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
                 END AS broken
          FROM reconciliation_line l
          JOIN reconciliation_day d ON d.id = l.day_id
          LEFT JOIN reconciliation_booked b ON b.item = l.item
          UNION ALL
          SELECT 'day ' || d.id,
                 (d.lines, d.matched, d.theirs) <> (coalesce(l.lines, 0), coalesce(l.matched, 0), coalesce(l.theirs, 0))
                   OR d.open <> coalesce(k.open, 0)
          FROM reconciliation_day d
          LEFT JOIN (
            SELECT day_id, count(*) AS lines, count(item) AS matched, sum(amount) FILTER (WHERE status = 'done') AS theirs
            FROM reconciliation_line GROUP BY day_id
          ) l ON l.day_id = d.id
          LEFT JOIN (
            SELECT day_id, count(*) AS open FROM reconciliation_difference WHERE act IS NULL GROUP BY day_id
          ) k ON k.day_id = d.id
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
];
