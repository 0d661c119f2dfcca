import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { RuleRow } from './alert-rules.queries.ts';

/** One thing that a rule asks about, and what it comes to, as a decimal. */
export interface Figure {
  readonly subject: string;
  readonly label: string;
  readonly value: string;
}

/** Orders of a test, and of a channel that is out of service and said so itself, count nowhere. */
export async function successRates(db: Kysely<Tables>, rule: RuleRow): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    SELECT a.id::text AS subject, a.name AS label,
           round(100.0 * count(*) FILTER (WHERE o.status IN ('success', 'refund')) / count(*), 2)::text AS value
    FROM collection_order o JOIN channel_account a ON a.id = o.channel_account_id
    WHERE o.created_at >= business_now() - ${rule.window_min} * interval '1 minute' AND o.status <> 'pending'
      AND NOT o.is_test AND (${rule.scope}::text IS NULL OR a.id::text = ${rule.scope})
      AND NOT EXISTS (SELECT FROM channel_state s WHERE s.channel_id = o.channel_id AND s.state <> 'ok')
    GROUP BY a.id, a.name HAVING count(*) >= greatest(1, ${rule.min_orders})
    ORDER BY a.id`.execute(db);
  return rows;
}

/** What providers hold for payouts. One that fell below the mark of its own contract was told of already. */
export async function balances(db: Kysely<Tables>, rule: RuleRow): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    SELECT a.id::text AS subject, a.name || ' ' || a.currency AS label,
           trim_scale(a.balance / CASE a.currency WHEN 'USDT' THEN 1000000.0 ELSE 10000.0 END)::text AS value
    FROM channel_account a
    WHERE a.enabled AND a.balance IS NOT NULL AND (${rule.scope}::text IS NULL OR a.id::text = ${rule.scope})
      AND NOT (${rule.bound} = 'under' AND coalesce(a.balance < a.low_water, false))
    ORDER BY a.id`.execute(db);
  return rows;
}

/** Payouts of the last week of which nobody has known for so long whether they were paid. */
export async function unknownPayouts(db: Kysely<Tables>, rule: RuleRow): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    SELECT '' AS subject, '' AS label, count(*)::text AS value FROM payout_order o
    WHERE o.status = 'processing' AND o.stage = 'unknown' AND NOT o.is_test
      AND o.created_at >= business_now() - interval '7 days'
      AND o.stage_since <= business_now() - ${rule.window_min} * interval '1 minute'
    HAVING count(*) >= ${rule.min_orders}`.execute(db);
  return rows;
}
