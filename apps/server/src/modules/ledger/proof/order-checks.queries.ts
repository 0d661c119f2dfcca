import { sql } from 'kysely';
import { over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

/** What an order was charged by its stored prices: a rate in percent, a half rounded up, and a fixed fee. */
const priced = (party: string) =>
  sql.raw(
    `coalesce(round((s.value #>> '{terms,${party},pct}')::numeric * o.pay_amount / 100) + (s.value #>> '{terms,${party},per_item}')::bigint, 0)`,
  );

/** So many legs a party can have at the most: a senior agent's four, and a fifth where he is the middleman too. */
const legLimit = 5;
/** Where a party's legs stand in a plan, as one sum. */
const at = (places: string) =>
  sql.raw(
    Array.from({ length: legLimit }, (_, n) => `coalesce(p.leg_amounts[w.${places}[${n + 1}]], 0)`).join(
      ' + ',
    ),
  );

/** Orders against their plans, their journals, and each other. */
export const orderChecks: readonly Check[] = [
  // The split: what its prices give, adding up, the order's own figures, and never less than nothing for the merchant.
  over(
    'L7',
    sql`SELECT 'order ' || o.order_no AS subject,
               (s.value ->> 'merchantFee')::bigint <> (s.value ->> 'endpointFee')::bigint
                 + (s.value ->> 'subAgentFee')::bigint + (s.value ->> 'middlemanFee')::bigint
                 + (s.value ->> 'agentResidual')::bigint
               OR (p.merchant_fee, p.endpoint_fee, p.credited) IS DISTINCT FROM
                 ((s.value ->> 'merchantFee')::bigint, (s.value ->> 'endpointFee')::bigint, (s.value ->> 'credited')::bigint)
               OR p.credited + p.merchant_fee <> o.pay_amount OR p.credited < 0
               OR p.merchant_fee <> ${priced('merchant')} OR p.endpoint_fee <> ${priced('endpoint')}
               OR (s.value ->> 'subAgentFee')::bigint <> ${priced('subAgent')}
               OR (s.value ->> 'middlemanFee')::bigint <> ${priced('middleman')}
               OR (s.value ->> 'systemFee')::bigint <> ${priced('system')}
               OR (o.fee IS NOT NULL AND (o.fee, o.accounted_amount, o.actual_amount)
                 IS DISTINCT FROM (p.merchant_fee, p.credited, o.pay_amount)) AS broken
        FROM collection_order o JOIN collection_plan p ON p.order_id = o.id
        CROSS JOIN LATERAL (SELECT p.fee_snapshot AS value) s
        WHERE p.leg_amounts IS NOT NULL`,
  ),
  // The legs: each on an account of the order's own chain or channel account, and for each party what the split says.
  // Orders of one merchant and channel share their accounts, so accounts are looked at once for all of them.
  over(
    'L9',
    sql`WITH way AS (
          SELECT o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id, o.channel_account_id, o.currency, o.is_test,
                 p.leg_accounts, p.leg_accounts_immediate, p.legs_held
          FROM collection_order o JOIN collection_plan p ON p.order_id = o.id
          WHERE p.leg_amounts IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
        ), placed AS (
          SELECT w.*,
                 array_agg(l.n) FILTER (WHERE a.kind = 'A100') AS clearing, array_agg(l.n) FILTER (WHERE a.kind = 'L260') AS endpoint,
                 array_agg(l.n) FILTER (WHERE a.kind = 'R400') AS system,
                 greatest(
                   count(*) FILTER (WHERE a.owner_id IS NULL), count(*) FILTER (WHERE a.owner_id = w.customer_id),
                   count(*) FILTER (WHERE a.owner_id = w.agent_id), count(*) FILTER (WHERE a.owner_id = w.sub_agent_id),
                   count(*) FILTER (WHERE a.owner_id = w.middleman_id)) AS most_legs,
                 array_agg(l.n) FILTER (WHERE a.owner_id = w.customer_id) AS customer,
                 array_agg(l.n) FILTER (WHERE a.owner_id = w.agent_id) AS agent,
                 array_agg(l.n) FILTER (WHERE a.owner_id = w.sub_agent_id) AS sub_agent,
                 array_agg(l.n) FILTER (WHERE a.owner_id = w.middleman_id AND w.middleman_id <> w.agent_id) AS middleman,
                 bool_and(
                   a.currency = w.currency AND i.currency = w.currency
                   AND a.book = CASE WHEN w.is_test THEN 'test' ELSE 'main' END AND i.book = a.book
                   AND a.owner_id IS NOT DISTINCT FROM i.owner_id AND a.channel_account_id IS NOT DISTINCT FROM i.channel_account_id
                   AND k.external = (l.n <= w.legs_held)
                   AND CASE
                     WHEN a.kind IN ('A100', 'L260') THEN a.owner_id IS NULL AND a.channel_account_id = w.channel_account_id
                     WHEN a.kind = 'R400' THEN a.owner_id IS NULL AND a.channel_account_id IS NULL
                     WHEN a.kind = 'A120' THEN a.owner_id = w.agent_id
                     WHEN i.kind = 'L200' THEN a.owner_id = w.customer_id AND a.kind IN ('L200', 'L210', 'L202')
                     ELSE a.owner_id IN (w.agent_id, w.sub_agent_id, w.middleman_id) AND a.kind IN ('L210', 'L240') AND i.kind = 'L240'
                   END) AS is_own
          FROM way w
          CROSS JOIN LATERAL unnest(w.leg_accounts, w.leg_accounts_immediate) WITH ORDINALITY AS l (deferred, immediate, n)
          LEFT JOIN account a ON a.id = l.deferred LEFT JOIN account i ON i.id = l.immediate
          LEFT JOIN account_kind k ON k.kind = a.kind
          GROUP BY w.customer_id, w.agent_id, w.sub_agent_id, w.middleman_id, w.channel_account_id, w.currency, w.is_test,
                   w.leg_accounts, w.leg_accounts_immediate, w.legs_held
        )
        SELECT 'order ' || o.order_no AS subject,
               NOT w.is_own OR w.most_legs > ${sql.lit(legLimit)} OR ${at('clearing')} <> -o.pay_amount OR ${at('customer')} <> p.credited
                 OR ${at('endpoint')} <> p.endpoint_fee OR ${at('system')} <> (s.value ->> 'systemFee')::bigint
                 OR ${at('sub_agent')} <> (s.value ->> 'subAgentFee')::bigint
                 OR ${at('agent')} + ${at('middleman')} <> (s.value ->> 'agentResidual')::bigint
                   + (s.value ->> 'middlemanFee')::bigint - (s.value ->> 'systemFee')::bigint
                 OR (o.middleman_id <> o.agent_id AND ${at('middleman')} <> (s.value ->> 'middlemanFee')::bigint)
                 OR o.plan_no IS DISTINCT FROM p.plan_no AS broken
        FROM collection_order o JOIN collection_plan p ON p.order_id = o.id
        CROSS JOIN LATERAL (SELECT p.fee_snapshot AS value) s
        LEFT JOIN placed w ON w.leg_accounts = p.leg_accounts AND w.leg_accounts_immediate = p.leg_accounts_immediate
          AND w.customer_id = o.customer_id AND w.agent_id = o.agent_id AND w.channel_account_id = o.channel_account_id
          AND w.legs_held = p.legs_held AND w.currency = o.currency AND w.is_test = o.is_test
          AND coalesce(w.sub_agent_id, 0) = coalesce(o.sub_agent_id, 0)
          AND coalesce(w.middleman_id, 0) = coalesce(o.middleman_id, 0)
        WHERE p.leg_amounts IS NOT NULL`,
  ),
  // The state is the one that the log came to last, no order was made at another time than the log says, and none that
  // it knows is gone.
  over(
    'S1',
    sql`SELECT coalesce('order ' || o.order_no, 'order ' || told.object_id) AS subject,
               (l.to_status, told.created_at) IS DISTINCT FROM (o.status, o.created_at) AS broken
        FROM collection_order o
        FULL JOIN (
          SELECT l.object_id, max(l.id) AS id, min(l.at) FILTER (WHERE l.act = 'collection.create') AS created_at FROM audit_log l
          WHERE l.object_kind = 'collection' AND l.to_status IS NOT NULL AND l.outcome = 'done' GROUP BY 1
        ) told ON told.object_id = o.id::text
        LEFT JOIN audit_log l ON l.id = told.id`,
  ),
  // Settled orders and settling journals meet one to one, and the journal holds the plan's legs, account by account.
  over(
    'S2',
    sql`SELECT coalesce('order ' || o.order_no, 'journal ' || j.id) AS subject,
               o.id IS NULL
                 OR (o.status IN ('success', 'refund') OR (o.status = 'test_supplied' AND o.fee IS NOT NULL)) <> (j.id IS NOT NULL)
                 OR (o.fee IS NOT NULL) <> (j.id IS NOT NULL)
                 OR (j.id IS NOT NULL AND (
                   -- A second journal of the order would hold the same legs.
                   j.seq <> 0 OR p.leg_amounts IS DISTINCT FROM j.amounts
                   OR j.account_ids IS DISTINCT FROM
                     CASE WHEN o.settle_at <= o.completed_at THEN p.leg_accounts_immediate ELSE p.leg_accounts END
                   OR (j.customer_id, j.agent_id, j.sub_agent_id, j.middleman_id) IS DISTINCT FROM
                     (o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id)
                   OR j.posted_at <> o.completed_at)) AS broken
        FROM collection_order o
        LEFT JOIN collection_plan p ON p.order_id = o.id
        FULL JOIN (SELECT * FROM journal WHERE event = 'collection.settle') j ON j.ref_id = o.id`,
  ),
  over(
    'S4',
    sql`SELECT 'order ' || o.order_no AS subject, j.ref_id IS NOT NULL AS broken
        FROM collection_order o LEFT JOIN (SELECT ref_id FROM journal WHERE event = 'collection.settle') j ON j.ref_id = o.id
        WHERE o.status IN ('amount_mismatch', 'abnormal', 'expired')`,
  ),
  // What settled an order is a payment that its provider confirmed, for this order and in this amount, and only once.
  over(
    'S5',
    sql`SELECT coalesce('order ' || o.order_no, 'payment ' || c.provider_ref) AS subject,
               CASE WHEN r.id IS NOT NULL THEN (r.amount, r.order_id) IS DISTINCT FROM (c.amount, c.order_id) OR c.order_id IS NULL
                 ELSE (c.order_id, c.amount) IS DISTINCT FROM (o.id, o.actual_amount) END AS broken
        FROM (
          SELECT id, order_no, channel_account_id, provider_order_no, actual_amount FROM collection_order WHERE fee IS NOT NULL
        ) o
        FULL JOIN provider_confirmation c ON c.channel_account_id = o.channel_account_id AND c.provider_ref = o.provider_order_no
        FULL JOIN receipt r ON r.channel_account_id = c.channel_account_id AND r.provider_ref = c.provider_ref`,
  ),
  // The log names the payment by which an order was settled, and it is sealed.
  over(
    'S6',
    sql`SELECT 'order ' || o.order_no AS subject, l.after ->> 'provider_order_no' IS DISTINCT FROM o.provider_order_no AS broken
        FROM collection_order o
        LEFT JOIN (SELECT object_id, after FROM audit_log WHERE act = 'collection.settle') l ON l.object_id = o.id::text
        WHERE o.fee IS NOT NULL`,
  ),
];
