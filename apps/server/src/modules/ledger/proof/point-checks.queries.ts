import { sql } from 'kysely';
import { over } from './check.queries.ts';
import type { Check } from './check.queries.ts';
import { linkOf, linkText } from './journal-sums.queries.ts';

/** So many ids may have been drawn and not committed when the point was taken. */
const idsUnderWay = 10_000;

/** Every journal that the point does not hold has a higher number than this; without a point all of them have. */
export const pointFloor = sql<{ after: bigint }>`
  SELECT coalesce(max(p.journal_id), 0) - ${sql.lit(idsUnderWay)} AS after FROM proof_point p`;

/** From each balance of the point, a chain of legs to the balance that stands now, and no leg beside it. */
const chainsSince = (after: bigint) => sql`
  SELECT 'account ' || coalesce(b.account_id, p.account_id) AS subject,
         coalesce(c.legs, 0) <> b.version - coalesce(p.version, 0)
           OR coalesce(c.chain, 0) <> (${linkOf('coalesce(p.version, 0)', 'coalesce(p.balance, 0)')}
             # ${linkOf('b.version', 'b.balance')}) AS broken, p.account_id IS NOT NULL AS is_of_point
  FROM balance b
  FULL JOIN proof_balance p ON p.account_id = b.account_id
  LEFT JOIN (
    SELECT leg.account_id, count(*) AS legs, bit_xor(${sql.raw(linkText('leg.version', 'leg.after', 'leg.amount'))}) AS chain
    FROM journal j, unnest(j.account_ids[1:cardinality(j.versions)], j.amounts[1:cardinality(j.versions)],
      j.balances_after, j.versions) AS leg (account_id, amount, after, version)
    LEFT JOIN proof_balance q ON q.account_id = leg.account_id
    WHERE j.id > ${after} AND leg.version > coalesce(q.version, 0)
    GROUP BY leg.account_id
  ) c ON c.account_id = b.account_id`;

/**
 * The point itself: every balance of it lies on the chain of its account. L2 and L3 show the chains whole, so one whose end
 * closes with the point has the point on it, and only the legs since are read. Part of the full proof.
 */
export const pointCheck = (after: bigint): Check =>
  over(
    'P1',
    sql`SELECT c.* FROM (${chainsSince(after)}) c WHERE c.is_of_point AND EXISTS (SELECT FROM proof_balance)`,
  );

/** What a proof since the last point looks at: journals that came after it, and what they are tied to. */
export const sinceChecks = (after: bigint): readonly Check[] => [
  over(
    'P2',
    sql`SELECT 'point ' || p.journal_id AS subject, l.after ->> 'books' IS DISTINCT FROM proof_point_digest() AS broken
        FROM proof_point p
        LEFT JOIN audit_log l ON l.at = p.taken_at AND l.act = 'ledger.point' AND l.object_id = p.journal_id::text`,
  ),
  over(
    'L1',
    sql`SELECT 'journal ' || j.id AS subject, (SELECT sum(amount) FROM unnest(j.amounts) AS amount) <> 0 AS broken
        FROM journal j WHERE j.id > ${after}`,
  ),
  // As L2 and L3 of the full proof, from what the point holds to what stands now.
  over('L3', chainsSince(after)),
  over(
    'S2',
    sql`SELECT 'journal ' || j.id AS subject,
               o.id IS NULL OR p.leg_amounts IS DISTINCT FROM j.amounts OR o.customer_id IS DISTINCT FROM j.customer_id
                 OR j.account_ids IS DISTINCT FROM
                   CASE WHEN o.settle_at <= o.completed_at THEN p.leg_accounts_immediate ELSE p.leg_accounts END
                 OR (c.order_id, c.amount) IS DISTINCT FROM (o.id, o.actual_amount) AS broken
        FROM journal j
        LEFT JOIN collection_order o ON o.id = j.ref_id
        LEFT JOIN collection_plan p ON p.order_id = o.id
        LEFT JOIN provider_confirmation c ON c.channel_account_id = o.channel_account_id AND c.provider_ref = o.provider_order_no
        WHERE j.event = 'collection.settle' AND j.id > ${after}`,
  ),
  // As S8 of the full proof. A plan is never older than its order, so no older rows of the log are read.
  over(
    'S8',
    sql`WITH settled AS MATERIALIZED (
          SELECT o.order_no, o.created_at, plan_print(p) AS print
          FROM journal j JOIN collection_order o ON o.id = j.ref_id JOIN collection_plan p ON p.order_id = o.id
          WHERE j.event = 'collection.settle' AND j.id > ${after}
        )
        SELECT 'order ' || s.order_no AS subject, l.print IS NULL AS broken
        FROM settled s
        LEFT JOIN (
          SELECT jsonb_array_elements_text(after -> 'prints') AS print FROM audit_log
          WHERE act = 'collection.plan' AND at >= (SELECT min(created_at) FROM settled)
        ) l ON l.print = s.print`,
  ),
];
