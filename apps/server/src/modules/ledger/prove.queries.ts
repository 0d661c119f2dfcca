import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { countOf } from '../../platform/db/count-of.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { AccountTotal } from './proof.ts';

/**
 * One invariant as a query over one snapshot: `examined` counts what was looked at, `breaches` what is wrong,
 * `examples` names the first few. The numbering is that of the reliability plan.
 */
export interface Check {
  readonly name: string;
  readonly query: RawBuilder<{ examined: bigint; breaches: bigint; examples: string[] | null }>;
}

/** Builds a check from a query of everything examined that has the columns `subject` (text) and `broken` (boolean). */
function over(name: string, rows: RawBuilder<unknown>): Check {
  return {
    name,
    query: sql`
      SELECT count(*) AS examined, count(*) FILTER (WHERE r.broken) AS breaches,
             (array_agg(r.subject) FILTER (WHERE r.broken))[1:5] AS examples
      FROM (${rows}) r`,
  };
}

export const checks: readonly Check[] = [
  over(
    'L1',
    sql`SELECT 'journal ' || j.id AS subject, (SELECT sum(amount) FROM unnest(j.amounts) AS amount) <> 0 AS broken
        FROM journal j`,
  ),
  over(
    'L2',
    sql`SELECT 'account ' || b.account_id AS subject, b.balance <> coalesce(s.total, 0) OR b.version <> coalesce(s.legs, 0) AS broken
        FROM balance b
        LEFT JOIN (SELECT account_id, sum(amount) AS total, count(*) AS legs FROM posting GROUP BY account_id) s
          ON s.account_id = b.account_id`,
  ),
  over(
    'L3',
    sql`SELECT 'account ' || p.account_id || ' version ' || p.version AS subject,
               p.version <> row_number() OVER chain
                 OR p.balance_after <> p.amount + coalesce(lag(p.balance_after) OVER chain, 0) AS broken
        FROM posting p JOIN balance b ON b.account_id = p.account_id
        WINDOW chain AS (PARTITION BY p.account_id ORDER BY p.version)`,
  ),
  over(
    'L4',
    sql`SELECT 'account ' || b.account_id AS subject,
               b.balance < 0 AND NOT EXISTS (
                 SELECT FROM journal j WHERE b.account_id = ANY (j.account_ids) AND j.claws_back) AS broken
        FROM balance b`,
  ),
  over(
    'L5',
    sql`SELECT 'journal ' || r.id AS subject,
               NOT EXISTS (SELECT FROM journal j WHERE j.id = r.reverses) OR r.reverses = r.id AS broken
        FROM journal r WHERE r.reverses IS NOT NULL`,
  ),
  over(
    'L6',
    sql`SELECT 'journal ' || j.id AS subject, bool_or(a.currency <> j.currency OR a.book <> j.book) AS broken
        FROM journal j CROSS JOIN LATERAL unnest(j.account_ids) AS leg (account_id)
        JOIN account a ON a.id = leg.account_id
        GROUP BY j.id`,
  ),
  over(
    'L7',
    sql`SELECT 'order ' || o.order_no AS subject,
               (s.value ->> 'merchantFee')::bigint <> (s.value ->> 'endpointFee')::bigint
                 + (s.value ->> 'subAgentFee')::bigint + (s.value ->> 'middlemanFee')::bigint
                 + (s.value ->> 'agentResidual')::bigint
               OR o.fee + o.accounted_amount <> o.actual_amount
               OR (p.merchant_fee, p.endpoint_fee, p.credited) IS DISTINCT FROM
                 ((s.value ->> 'merchantFee')::bigint, (s.value ->> 'endpointFee')::bigint, (s.value ->> 'credited')::bigint)
               AS broken
        FROM collection_order o JOIN collection_plan p ON p.order_id = o.id
        CROSS JOIN LATERAL (SELECT p.fee_snapshot AS value) s
        WHERE o.status IN ('success', 'test_supplied', 'refund') AND o.fee IS NOT NULL`,
  ),
  over(
    'L8',
    sql`SELECT p.book || ' ' || p.currency AS subject, sum(p.amount) <> 0 AS broken
        FROM posting p GROUP BY p.book, p.currency`,
  ),
  over(
    'S1',
    sql`SELECT 'order ' || o.order_no AS subject,
               last.to_status IS DISTINCT FROM o.status AS broken
        FROM collection_order o
        LEFT JOIN (
          SELECT DISTINCT ON (l.object_id) l.object_id, l.to_status FROM audit_log l
          WHERE l.object_kind = 'collection' AND l.to_status IS NOT NULL
          ORDER BY l.object_id, l.id DESC) last ON last.object_id = o.id::text`,
  ),
  over(
    'S2',
    sql`SELECT 'order ' || o.order_no AS subject,
               (o.status IN ('success', 'refund') OR (o.status = 'test_supplied' AND o.fee IS NOT NULL)) <> (j.id IS NOT NULL)
                 OR (j.id IS NOT NULL AND p.leg_amounts IS DISTINCT FROM j.amounts) AS broken
        FROM collection_order o
        LEFT JOIN collection_plan p ON p.order_id = o.id
        LEFT JOIN journal j ON j.event = 'collection.settle' AND j.ref_id = o.id AND j.seq = 0`,
  ),
  over(
    'S4',
    sql`SELECT 'order ' || o.order_no AS subject,
               EXISTS (SELECT FROM journal j WHERE j.event = 'collection.settle' AND j.ref_id = o.id) AS broken
        FROM collection_order o WHERE o.status IN ('amount_mismatch', 'abnormal', 'expired')`,
  ),
  over(
    'O1',
    sql`SELECT 'order ' || o.order_no AS subject, c.order_id IS NULL AND b.subject IS NULL AS broken
        FROM collection_order o
        LEFT JOIN (SELECT DISTINCT order_id FROM callback WHERE order_kind = 'collection') c ON c.order_id = o.id
        LEFT JOIN (SELECT subject FROM outbox UNION SELECT subject FROM outbox_dead) b ON b.subject = 'collection:' || o.id
        WHERE o.status <> 'pending' AND o.notify_url IS NOT NULL`,
  ),
  over(
    'D1',
    sql`SELECT 'order ' || d.order_id AS subject,
               NOT EXISTS (SELECT FROM journal j WHERE j.event = 'collection.settle' AND j.ref_id = d.order_id)
                 OR EXISTS (SELECT FROM journal j WHERE j.event = 'collection.release' AND j.ref_id = d.order_id) AS broken
        FROM settlement_due d`,
  ),
  over(
    'D2',
    sql`SELECT r.book || ' ' || r.currency AS subject, r.unsettled <> r.due AS broken
        FROM (
          SELECT a.book, a.currency, sum(b.balance) AS unsettled,
                 coalesce((
                   SELECT sum(leg.amount)
                   FROM settlement_due d JOIN collection_plan p ON p.order_id = d.order_id
                   CROSS JOIN LATERAL unnest(p.leg_accounts, p.leg_amounts) AS leg (account_id, amount)
                   JOIN account x ON x.id = leg.account_id AND x.kind = 'L210'
                   WHERE x.book = a.book AND x.currency = a.currency), 0) AS due
          FROM account a JOIN balance b ON b.account_id = a.id
          WHERE a.kind = 'L210' GROUP BY a.book, a.currency) r`,
  ),
  over(
    'R1',
    sql`SELECT d.day || ' ' || d.customer_id || ' ' || d.currency AS subject,
               (d.created_count, d.created_amount, d.success_count, d.actual_amount, d.accounted_amount, d.fee, d.endpoint_fee)
                 IS DISTINCT FROM (o.created, o.asked, o.succeeded, o.actual, o.accounted, o.fee, o.endpoint_fee) AS broken
        FROM collection_day d
        FULL JOIN (
          SELECT business_day(created_at) AS day, customer_id, agent_id, coalesce(sub_agent_id, 0) AS sub_agent_id, currency,
                 count(*) AS created, sum(order_amount)::bigint AS asked,
                 count(*) FILTER (WHERE paid) AS succeeded,
                 coalesce(sum(actual_amount) FILTER (WHERE paid), 0)::bigint AS actual,
                 coalesce(sum(accounted_amount) FILTER (WHERE paid), 0)::bigint AS accounted,
                 coalesce(sum(fee) FILTER (WHERE paid), 0)::bigint AS fee,
                 coalesce(sum(endpoint_fee) FILTER (WHERE paid), 0)::bigint AS endpoint_fee
          FROM collection_order LEFT JOIN collection_plan ON order_id = id
          CROSS JOIN LATERAL (SELECT status IN ('success', 'refund') AS paid) outcome
          WHERE NOT is_test GROUP BY 1, 2, 3, 4, 5
        ) o USING (day, customer_id, agent_id, sub_agent_id, currency)`,
  ),
  over(
    'R2',
    sql`SELECT h.hour || ' channel ' || h.channel_id || ' ' || h.currency AS subject,
               (h.success_count, h.success_amount, h.actual_amount, h.accounted_amount, h.fee, h.endpoint_fee)
                 IS DISTINCT FROM (o.succeeded, o.asked, o.actual, o.accounted, o.fee, o.endpoint_fee) AS broken
        FROM collection_hour h
        FULL JOIN (
          SELECT date_trunc('hour', created_at) AS hour, agent_id, channel_id, currency, count(*) AS succeeded,
                 sum(order_amount)::bigint AS asked, sum(actual_amount)::bigint AS actual,
                 sum(accounted_amount)::bigint AS accounted, sum(fee)::bigint AS fee,
                 sum(endpoint_fee)::bigint AS endpoint_fee
          FROM collection_order JOIN collection_plan ON order_id = id
          WHERE NOT is_test AND status IN ('success', 'refund') GROUP BY 1, 2, 3, 4
        ) o USING (hour, agent_id, channel_id, currency)`,
  ),
];

/**
 * Every check reads all of its tables once, so they are joined whole: a plan that looks each row up would be chosen
 * from statistics that a busy hour has left behind, and would never end. Two minutes a statement are then too few for
 * millions of orders.
 */
export async function readWhole(tx: Kysely<Tables>): Promise<void> {
  await sql`SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '128MB', true),
                   set_config('statement_timeout', '15min', true)`.execute(tx);
}

/** What every account kind holds, from the postings alone. */
export async function totalsByAccount(tx: Kysely<Tables>): Promise<AccountTotal[]> {
  const { rows } = await sql<{
    currency: Currency;
    book: string;
    kind: string;
    balance: bigint;
    postings: bigint;
  }>`
    SELECT a.currency, a.book, a.kind, coalesce(sum(p.amount), 0)::bigint AS balance, count(p.amount) AS postings
    FROM account a LEFT JOIN posting p ON p.account_id = a.id
    GROUP BY a.currency, a.book, a.kind ORDER BY a.book, a.currency, a.kind`.execute(tx);
  return rows.map((row) => ({
    currency: row.currency,
    book: row.book,
    account: row.kind,
    balance: formatLedger(row.balance, row.currency),
    postings: countOf(row.postings),
  }));
}
