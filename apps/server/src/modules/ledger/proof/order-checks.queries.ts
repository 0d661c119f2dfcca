import { collectionStatuses } from '@suanpan/domain/states/collection';
import { sql } from 'kysely';
import { over, overEach } from './check.queries.ts';
import type { Check } from './check.queries.ts';
import { plannedOrders } from './planned-orders.queries.ts';

/** What an order was charged by its stored prices: a rate in percent, a half rounded up, and a fixed fee. */
const priced = (party: string) =>
  sql.raw(
    `coalesce(round((o.terms #>> '{${party},pct}')::numeric * o.percent)::bigint + (o.terms #>> '{${party},per_item}')::bigint, 0)`,
  );

/**
 * So many legs a party can have at the most: a senior agent's four, a fifth where he is the middleman too, and a sixth where an
 * order was supplied out of his balance.
 */
const legLimit = 6;
/** Where the legs of a party stand: one column a leg, because most parties have one and an array of places costs more. */
const placesOf = (party: string, condition: string, legs = legLimit) =>
  sql.raw(
    Array.from(
      { length: legs },
      (_, n) => `(array_agg(l.n::int) FILTER (WHERE ${condition}))[${n + 1}] AS ${party}_${n + 1}`,
    ).join(', '),
  );
/** A party's legs in a plan, as one sum. */
const at = (party: string, legs = legLimit) =>
  sql.raw(
    Array.from({ length: legs }, (_, n) => `coalesce(o.leg_amounts[w.${party}_${n + 1}], 0)`).join(' + '),
  );

/** What of an order's sum came from there. */
const sourced = (condition: string) => sql.raw(`CASE WHEN ${condition} THEN -o.paid ELSE 0 END`);

/** Each set of legs with the chain of its orders, looked at once for all of them, and where its parties stand. */
const placed = sql`
  SELECT w.*, ${placesOf('clearing', "a.kind = 'A100'")}, ${placesOf('aside', "a.kind = 'L250'", 1)},
         ${placesOf('house', "a.kind = 'E510'", 1)}, ${placesOf('spent', "a.kind = 'L200' AND a.owner_id = w.agent_id", 1)},
         ${placesOf('endpoint', "a.kind = 'L260'")},
         ${placesOf('system', "a.kind = 'R400'")}, ${placesOf('customer', 'a.owner_id = w.customer_id')},
         ${placesOf('agent', 'a.owner_id = w.agent_id')}, ${placesOf('sub_agent', 'a.owner_id = w.sub_agent_id')},
         ${placesOf('middleman', 'a.owner_id = w.middleman_id AND w.middleman_id <> w.agent_id')},
         greatest(
           count(*) FILTER (WHERE a.owner_id IS NULL), count(*) FILTER (WHERE a.owner_id = w.customer_id),
           count(*) FILTER (WHERE a.owner_id = w.agent_id), count(*) FILTER (WHERE a.owner_id = w.sub_agent_id),
           count(*) FILTER (WHERE a.owner_id = w.middleman_id)) AS most_legs,
         bool_and(
           a.currency = w.currency AND i.currency = w.currency
           AND a.book = CASE WHEN w.is_test THEN 'test' ELSE 'main' END AND i.book = a.book
           AND a.owner_id IS NOT DISTINCT FROM i.owner_id AND a.channel_account_id IS NOT DISTINCT FROM i.channel_account_id
           AND k.external = (l.n <= w.legs_held)
           AND CASE
             WHEN a.kind IN ('A100', 'L260') THEN a.owner_id IS NULL AND a.channel_account_id = w.channel_account_id
             WHEN a.kind IN ('R400', 'L250', 'E510') THEN a.owner_id IS NULL AND a.channel_account_id IS NULL
             WHEN a.kind = 'A120' THEN a.owner_id = w.agent_id
             WHEN a.kind = 'L200' AND i.kind = 'L200' AND a.owner_id = w.agent_id THEN true
             WHEN i.kind = 'L200' THEN a.owner_id = w.customer_id AND a.kind IN ('L200', 'L210', 'L202')
             ELSE a.owner_id IN (w.agent_id, w.sub_agent_id, w.middleman_id) AND a.kind IN ('L210', 'L240') AND i.kind = 'L240'
           END) AS is_own
  FROM (
    SELECT x.* FROM (${plannedOrders(`o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id, o.channel_account_id, o.currency,
      o.is_test, p.leg_accounts, p.leg_accounts_immediate, p.legs_held`)}) x
    WHERE x.leg_accounts IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ) w
  CROSS JOIN LATERAL unnest(w.leg_accounts, w.leg_accounts_immediate) WITH ORDINALITY AS l (deferred, immediate, n)
  LEFT JOIN account a ON a.id = l.deferred LEFT JOIN account i ON i.id = l.immediate
  LEFT JOIN account_kind k ON k.kind = a.kind
  GROUP BY w.customer_id, w.agent_id, w.sub_agent_id, w.middleman_id, w.channel_account_id, w.currency, w.is_test,
           w.leg_accounts, w.leg_accounts_immediate, w.legs_held`;

/** What of an order and its plan settling is judged by. */
const settled = `
  o.id, o.order_no, o.status, o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id, o.channel_account_id, o.currency, o.is_test,
  o.pay_amount, o.actual_amount, o.accounted_amount, o.fee, o.settle_at, o.completed_at, o.plan_no, p.plan_no AS planned_no,
  p.fee_snapshot, p.merchant_fee, p.endpoint_fee, p.credited, p.leg_accounts, p.leg_accounts_immediate, p.leg_amounts, p.legs_held`;

/** Whether the split is not what its prices give, does not add up, or is not what the order says of itself. */
const misSplit = sql`
  (o.merchant_share <> o.endpoint_share + o.sub_agent_share + o.middleman_share + o.agent_share
   OR (o.merchant_fee, o.endpoint_fee, o.credited) IS DISTINCT FROM (o.merchant_share, o.endpoint_share, o.credited_share)
   OR o.credited + o.merchant_fee <> o.paid OR o.credited < 0
   OR o.merchant_fee <> ${priced('merchant')} OR o.endpoint_fee <> ${priced('endpoint')}
   OR o.sub_agent_share <> ${priced('subAgent')} OR o.middleman_share <> ${priced('middleman')}
   OR o.system_share <> ${priced('system')}
   OR (o.fee IS NOT NULL AND (o.fee, o.accounted_amount, o.actual_amount)
     IS DISTINCT FROM (o.merchant_fee, o.credited, o.paid)))`;

/**
 * Orders and settling journals, one to one, with the plan and the places of its legs. The split is judged before they meet,
 * so that less of it is carried along.
 */
const settlings = sql`
  (SELECT o.*, ${misSplit} AS is_mis_split
   FROM (
     SELECT c.*, fee_snapshot -> 'terms' AS terms, (fee_snapshot ->> 'merchantFee')::bigint AS merchant_share,
            (fee_snapshot ->> 'endpointFee')::bigint AS endpoint_share, (fee_snapshot ->> 'subAgentFee')::bigint AS sub_agent_share,
            (fee_snapshot ->> 'middlemanFee')::bigint AS middleman_share, (fee_snapshot ->> 'agentResidual')::bigint AS agent_share,
            (fee_snapshot ->> 'systemFee')::bigint AS system_share, (fee_snapshot ->> 'credited')::bigint AS credited_share,
            s.source AS supplied_from, coalesce(s.amount, c.pay_amount) AS paid, coalesce(s.amount, c.pay_amount) * 0.01 AS percent
     FROM (${plannedOrders(settled)}) c LEFT JOIN supply s ON s.order_id = c.id OFFSET 0
   ) o OFFSET 0) o
  FULL JOIN (SELECT * FROM journal WHERE event = 'collection.settle') j ON j.ref_id = o.id
  LEFT JOIN (${placed}) w ON w.leg_accounts = o.leg_accounts AND w.leg_accounts_immediate = o.leg_accounts_immediate
    AND w.customer_id = o.customer_id AND w.agent_id = o.agent_id AND w.channel_account_id = o.channel_account_id
    AND w.legs_held = o.legs_held AND w.currency = o.currency AND w.is_test = o.is_test
    AND coalesce(w.sub_agent_id, 0) = coalesce(o.sub_agent_id, 0)
    AND coalesce(w.middleman_id, 0) = coalesce(o.middleman_id, 0)`;

const order = sql`'order ' || o.order_no`;

const settlingChecks = overEach(settlings, [
  // The split: what its prices give, adding up, the order's own figures, and never less than nothing for the merchant.
  {
    name: 'L7',
    of: sql`o.leg_amounts IS NOT NULL`,
    subject: order,
    broken: sql`o.is_mis_split`,
  },
  // The legs: each on an account of the order's own chain or channel account, and for each party what the split says. The money
  // is the payer's, or comes from where a supply says.
  {
    name: 'L9',
    of: sql`o.leg_amounts IS NOT NULL`,
    subject: order,
    broken: sql`
      NOT w.is_own OR w.most_legs > ${sql.lit(legLimit)} 
      OR ${at('clearing')} <> ${sourced("o.supplied_from IS NULL OR o.supplied_from = 'provider'")}
      OR ${at('aside', 1)} <> ${sourced("o.supplied_from = 'receipt'")} OR ${at('house', 1)} <> ${sourced("o.supplied_from = 'goodwill'")}
      OR ${at('spent', 1)} <> ${sourced("o.supplied_from = 'agent'")}
      OR ${at('customer')} <> o.credited OR ${at('endpoint')} <> o.endpoint_fee OR ${at('system')} <> o.system_share
      OR ${at('sub_agent')} <> o.sub_agent_share
      OR ${at('agent')} + ${at('middleman')} - (${at('spent', 1)}) <> o.agent_share + o.middleman_share - o.system_share
      OR (o.middleman_id <> o.agent_id AND ${at('middleman')} <> o.middleman_share)
      OR o.plan_no IS DISTINCT FROM o.planned_no`,
  },
  // Settled orders and settling journals meet one to one, and the journal holds the plan's legs, account by account.
  {
    name: 'S2',
    subject: sql`coalesce('order ' || o.order_no, 'journal ' || j.id)`,
    broken: sql`
      o.id IS NULL
      OR (o.status IN ('success', 'refund') OR (o.status = 'test_supplied' AND o.fee IS NOT NULL)) <> (j.id IS NOT NULL)
      OR (o.fee IS NOT NULL) <> (j.id IS NOT NULL)
      OR (j.id IS NOT NULL AND (
        -- A second journal of the order would hold the same legs.
        j.seq <> 0 OR o.leg_amounts IS DISTINCT FROM j.amounts
        OR j.account_ids IS DISTINCT FROM
          CASE WHEN o.settle_at <= o.completed_at THEN o.leg_accounts_immediate ELSE o.leg_accounts END
        OR (j.customer_id, j.agent_id, j.sub_agent_id, j.middleman_id) IS DISTINCT FROM
          (o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id)
        OR j.posted_at <> o.completed_at))`,
  },
  {
    name: 'S4',
    of: sql`o.status IN ('amount_mismatch', 'abnormal', 'expired')`,
    subject: order,
    broken: sql`j.id IS NOT NULL`,
  },
]);

const statuses = sql`${[...collectionStatuses]}::text[]`;
/** Larger than any place in the statuses, so that one number holds a row of the log and the status it tells. */
const perRow = sql.lit(16);

/** Orders with what the log tells of them. */
const toldOrders = overEach(
  sql`collection_order o
      FULL JOIN (
        SELECT l.object_id, min(l.at) FILTER (WHERE l.origin IS NOT NULL) AS created_at, count(l.origin) AS created,
               min(l.origin) AS origin,
               (${statuses})[max(l.id * ${perRow} + coalesce(array_position(${statuses}, l.to_status), 0)) % ${perRow}] AS status,
               count(*) FILTER (WHERE l.act = 'collection.settle') AS settled,
               max(l.after ->> 'provider_order_no') FILTER (WHERE l.act = 'collection.settle') AS payment
        FROM (
          SELECT id, at, act, object_id, to_status, after, NULL AS origin FROM audit_log
          WHERE object_kind = 'collection' AND to_status IS NOT NULL AND outcome = 'done' AND act <> 'collection.create'
          UNION ALL
          SELECT a.id, a.at, a.act, c.object_id, a.to_status, NULL, c.origin
          FROM audit_log a CROSS JOIN created_orders(a) c WHERE a.act = 'collection.create'
        ) l
        GROUP BY l.object_id
      ) told ON told.object_id = o.id::text
      LEFT JOIN (
        SELECT DISTINCT ON (object_id) object_id, (after ->> 'pay_amount')::bigint AS amount FROM audit_log
        WHERE object_kind = 'collection' AND act IN ('collection.askFor', 'collection.tolerate') ORDER BY object_id, id DESC
      ) asked ON asked.object_id = o.id::text`,
  [
    // The state is the one that the log came to last, no order was made at another time than the log says, and none that
    // it knows is gone.
    {
      name: 'S1',
      subject: sql`coalesce('order ' || o.order_no, 'order ' || told.object_id)`,
      broken: sql`(told.status, told.created_at) IS DISTINCT FROM (o.status, o.created_at)`,
    },
    // The log names the payment by which an order was settled, and it is sealed.
    {
      name: 'S6',
      of: sql`o.fee IS NOT NULL`,
      subject: order,
      broken: sql`told.settled <> 1 OR told.payment IS DISTINCT FROM o.provider_order_no`,
    },
    // Each order is what the log said when it was made, and was made once: who alters an order with all that belongs to
    // it has this row against him. Its payer is asked for what was ordered, or for what the log says.
    {
      name: 'S7',
      of: sql`o.id IS NOT NULL`,
      subject: order,
      broken: sql`told.created <> 1 OR told.origin IS DISTINCT FROM collection_origin(o) 
        OR o.pay_amount <> coalesce(asked.amount, o.order_amount)`,
    },
  ],
);

/** Orders against their plans, their journals, and each other. */
export const orderChecks: readonly Check[] = [
  { ...settlingChecks, isDear: true },
  { ...toldOrders, isDear: true },
  // An archived order stands in the archive alone, and so does its merchant's number of it.
  over(
    'S9',
    sql`SELECT 'order ' || a.order_no AS subject, i.id IS NOT NULL OR n.id IS NOT NULL AS broken
        FROM archive.collection_order a
        LEFT JOIN public.collection_order i ON i.id = a.id
        LEFT JOIN public.collection_order n ON n.merchant_order_no = a.merchant_order_no AND n.customer_id = a.customer_id
        UNION ALL
        SELECT 'payout ' || a.order_no, i.id IS NOT NULL OR n.id IS NOT NULL
        FROM archive.payout_order a
        LEFT JOIN public.payout_order i ON i.id = a.id
        LEFT JOIN public.payout_order n ON n.merchant_order_no = a.merchant_order_no AND n.customer_id = a.customer_id`,
  ),
  // What settled an order is a payment that its provider confirmed, for this order and in this amount, and only once.
  over(
    'S5',
    sql`SELECT coalesce('order ' || o.order_no, 'payment ' || c.provider_ref, 'receipt ' || r.id) AS subject,
               CASE WHEN r.id IS NOT NULL THEN (r.amount, r.order_id) IS DISTINCT FROM (c.amount, c.order_id) OR c.provider_ref IS NULL
                 ELSE (c.order_id, c.amount) IS DISTINCT FROM (o.id, o.actual_amount) END AS broken
        FROM (
          SELECT id, order_no, channel_account_id, provider_order_no, actual_amount FROM collection_order
          WHERE fee IS NOT NULL AND id NOT IN (SELECT s.order_id FROM supply s WHERE s.source <> 'provider')
        ) o
        FULL JOIN provider_confirmation c ON c.channel_account_id = o.channel_account_id AND c.provider_ref = o.provider_order_no
        FULL JOIN receipt r ON r.channel_account_id = c.channel_account_id AND r.provider_ref = c.provider_ref`,
  ),
];
