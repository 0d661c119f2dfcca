import { regionDayText } from '@suanpan/domain/region-day';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  collectionDaysCorrected,
  collectionFigures,
  collectionsSummed,
  firstCollectionDay,
} from '../../collections/index.ts';
import { payoutDaysCorrected, payoutFigures } from '../../payouts/index.ts';

const key = sql.raw(
  ['customer_id', 'agent_id', 'sub_agent_id', 'middleman_id', 'channel_id', 'currency'].join(', '),
);
const figures = [
  'count',
  'success_count',
  'failed_count',
  'amount',
  'refunds',
  'settled_count',
  'actual',
  'fee',
  'accounted',
  'payouts',
  'payout_amount',
  'payout_fee',
] as const;
const each = (say: (name: string) => string): ReturnType<typeof sql.raw> =>
  sql.raw(figures.map(say).join(', '));

/**
 * Makes the statistics of one business day, or a new version of them where what they count has changed since; all of it by one
 * snapshot. Answers the version, or null where nothing differs. One day is made by one transaction at a time.
 */
export async function makeReport(tx: Tx, day: string): Promise<number | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`daily report ${day}`}, 0))`.execute(tx);
  const { rows } = await sql<{ version: number; hash: string }>`
    WITH counted AS MATERIALIZED (
      SELECT ${key}, max(channel) AS channel, ${each((name) => `sum(${name}) AS ${name}`)}
      FROM (${collectionFigures(day)} UNION ALL ${payoutFigures(day)}) parts GROUP BY ${key}
    ), newest AS MATERIALIZED (
      SELECT DISTINCT ON (${key}) * FROM daily_report_row r WHERE r.day = ${day}::date ORDER BY ${key}, r.version DESC
    ), before AS (
      SELECT coalesce(max(r.version), 0) AS version,
             coalesce((array_agg(r.hash ORDER BY r.version DESC))[1], (
               SELECT y.hash FROM daily_report y WHERE y.day < ${day}::date AND y.version = 1 ORDER BY y.day DESC LIMIT 1), '') AS hash
      FROM daily_report r WHERE r.day = ${day}::date
    ), changed AS MATERIALIZED (
      SELECT ROW(${day}::date, customer_id, agent_id, sub_agent_id, middleman_id, channel_id, currency, b.version + 1,
                 coalesce(c.channel, n.channel), ${each((name) => `coalesce(c.${name}, 0)`)})::daily_report_row AS kept
      FROM before b CROSS JOIN (counted c FULL JOIN newest n USING (${key}))
      WHERE (${each((name) => `coalesce(c.${name}, 0)`)}) IS DISTINCT FROM (${each((name) => `coalesce(n.${name}, 0)`)})
    ), said AS (
      SELECT b.version + 1 AS version, b.hash AS previous, coalesce((
               SELECT jsonb_object_agg(t.currency, to_jsonb(t) - 'currency') FROM (
                 SELECT currency, ${each((name) => `sum(${name})::text AS ${name}`)} FROM counted GROUP BY currency) t), '{}') AS totals,
             coalesce((
               SELECT jsonb_object_agg(s.currency, jsonb_build_object('count', s.count::text, 'amount', s.amount::text,
                 'success_count', s.success_count::text)) FROM (${collectionsSummed(day)}) s), '{}') AS summed,
             ARRAY(SELECT c.kept FROM changed c) AS kept
      FROM before b WHERE b.version = 0 OR EXISTS (SELECT FROM changed)
    ), made AS (
      INSERT INTO daily_report (day, version, made_at, totals, summed, previous, hash)
      SELECT ${day}::date, s.version, business_now(), s.totals, s.summed, s.previous,
             report_hash(${day}::date, s.version, s.totals, s.previous, s.kept)
      FROM said s RETURNING version, hash
    ), rows_kept AS (
      INSERT INTO daily_report_row SELECT (k).* FROM said s CROSS JOIN LATERAL unnest(s.kept) AS k
    )
    SELECT version, hash FROM made`.execute(tx);
  const made = rows[0];
  if (made === undefined) return null;
  await recordAudit(tx, {
    actorId: null,
    act: 'report.make',
    objectKind: 'report',
    objectId: day,
    after: { version: made.version, fingerprint: made.hash },
  });
  return made.version;
}

/** The first day up to this one that has orders, or lies between such, and was not made yet. */
export async function findMissingDay(db: Kysely<Tables>, upto: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT coalesce((SELECT (max(r.day) + 1)::text FROM daily_report r), f.day::text) AS day
    FROM (${firstCollectionDay}) f`.execute(db);
  const day = rows[0]?.day ?? null;
  return day !== null && day <= regionDayText(upto) ? day : null;
}

/** The days that were made and of which something was settled, paid back or given back since the last look. */
export async function takeCorrectedDays(tx: Tx): Promise<string[]> {
  const { rows: looks } = await sql<{ since: Date }>`
    WITH last AS (SELECT looked_at FROM daily_report_look), noted AS (
      INSERT INTO daily_report_look (looked_at) SELECT business_now()
      ON CONFLICT (singleton) DO UPDATE SET looked_at = EXCLUDED.looked_at
    )
    -- What was under way at the last look has the time at which it began.
    SELECT coalesce((SELECT looked_at FROM last), '-infinity'::timestamptz) - interval '15 minutes' AS since`.execute(
    tx,
  );
  const since = looks[0]?.since ?? new Date(0);
  const { rows } = await sql<{ day: string }>`
    SELECT DISTINCT r.day::text AS day FROM daily_report r
    WHERE r.day IN (${collectionDaysCorrected(since)} UNION ALL ${payoutDaysCorrected(since)})
       OR r.day IN (SELECT m.day FROM daily_report m WHERE m.version = (SELECT max(v.version) FROM daily_report v WHERE v.day = m.day)
                      AND EXISTS (SELECT FROM jsonb_each(m.totals) t WHERE (t.value ->> 'count')::bigint
                        > (t.value ->> 'success_count')::bigint + (t.value ->> 'failed_count')::bigint))
    ORDER BY 1`.execute(tx);
  return rows.map(({ day }) => day);
}
