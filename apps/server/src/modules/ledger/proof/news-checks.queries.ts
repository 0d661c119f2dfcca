import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { over, overShown } from './check.queries.ts';
import type { Check } from './check.queries.ts';
import { plannedOrders } from './planned-orders.queries.ts';

/** What of an order and its plan is summed up. */
const summed = `
  o.created_at, o.completed_at, o.status, o.customer_id, o.agent_id, o.sub_agent_id, o.channel_id, o.channel_account_id, o.currency,
  o.is_test, o.order_amount, o.actual_amount, o.accounted_amount, o.fee, p.endpoint_fee, p.fee_snapshot`;

/**
 * The sums that are kept against the orders themselves, which are read once: a day of the business is whole hours. The kept
 * ones are those that folding has come to and what it has not.
 */
const sumChecks: Check = {
  ...overShown(
    ['R1', 'R2'],
    sql`
    counted AS MATERIALIZED (
      SELECT date_trunc('hour', created_at) AS hour, customer_id, agent_id, coalesce(sub_agent_id, 0) AS sub_agent_id, channel_id,
             currency, count(*) AS created, sum(order_amount) AS asked,
             count(*) FILTER (WHERE paid) AS succeeded, coalesce(sum(order_amount) FILTER (WHERE paid), 0) AS paid_for,
             coalesce(sum(actual_amount) FILTER (WHERE paid), 0) AS actual,
             coalesce(sum(accounted_amount) FILTER (WHERE paid), 0) AS accounted,
             coalesce(sum(fee) FILTER (WHERE paid), 0) AS fee, coalesce(sum(endpoint_fee) FILTER (WHERE paid), 0) AS endpoint_fee
      FROM (${plannedOrders(summed)}) o
      CROSS JOIN LATERAL (SELECT status IN ('success', 'refund') AS paid) outcome
      WHERE NOT is_test GROUP BY 1, 2, 3, 4, 5, 6
    )`,
    sql`
      SELECT 'R1', d.day || ' ' || d.customer_id || ' ' || d.currency,
             (d.created_count, d.created_amount, d.success_count, d.success_amount, d.actual_amount, d.accounted_amount, d.fee, d.endpoint_fee)
               IS DISTINCT FROM (o.created, o.asked, o.succeeded, o.paid_for, o.actual, o.accounted, o.fee, o.endpoint_fee)
      FROM collection_day_now d
      FULL JOIN (
        SELECT business_day(hour) AS day, customer_id, agent_id, sub_agent_id, currency, sum(created) AS created,
               sum(asked) AS asked, sum(succeeded) AS succeeded, sum(paid_for) AS paid_for, sum(actual) AS actual,
               sum(accounted) AS accounted, sum(fee) AS fee, sum(endpoint_fee) AS endpoint_fee
        FROM counted GROUP BY 1, 2, 3, 4, 5
      ) o USING (day, customer_id, agent_id, sub_agent_id, currency)
      UNION ALL
      SELECT 'R2', h.hour || ' channel ' || h.channel_id || ' ' || h.currency,
             (h.success_count, h.success_amount, h.actual_amount, h.accounted_amount, h.fee, h.endpoint_fee)
               IS DISTINCT FROM (o.succeeded, o.paid_for, o.actual, o.accounted, o.fee, o.endpoint_fee)
      FROM collection_hour_now h
      FULL JOIN (
        SELECT hour, agent_id, channel_id, currency, sum(succeeded) AS succeeded, sum(paid_for) AS paid_for,
               sum(actual) AS actual, sum(accounted) AS accounted, sum(fee) AS fee, sum(endpoint_fee) AS endpoint_fee
        FROM counted WHERE succeeded > 0 GROUP BY 1, 2, 3, 4
      ) o USING (hour, agent_id, channel_id, currency)`,
  ),
  isDear: true,
};

/** As `sumChecks`, by channel: an order counts on the day of its creation, and its money on that of its posting. */
const channelSumCheck: Check = {
  ...over(
    'R3',
    sql`SELECT concat_ws(' ', day, customer_id, 'channel', channel_id, currency) AS subject,
               (coalesce(d.created_count, 0), coalesce(d.created_amount, 0), coalesce(d.success_count, 0), coalesce(d.success_amount, 0),
                coalesce(d.failed_count, 0), coalesce(d.paid_count, 0), coalesce(d.paid_amount, 0), coalesce(d.actual_amount, 0),
                coalesce(d.accounted_amount, 0), coalesce(d.fee, 0), coalesce(d.endpoint_fee, 0), coalesce(d.sub_agent_fee, 0),
                coalesce(d.middleman_fee, 0), coalesce(d.system_fee, 0))
               IS DISTINCT FROM
               (coalesce(o.created, 0), coalesce(o.asked, 0), coalesce(o.succeeded, 0), coalesce(o.paid_for, 0), coalesce(o.failed, 0),
                coalesce(o.paid, 0), coalesce(o.paid_amount, 0), coalesce(o.actual, 0), coalesce(o.accounted, 0), coalesce(o.fee, 0),
                coalesce(o.endpoint, 0), coalesce(o.sub_agent, 0), coalesce(o.middleman, 0), coalesce(o.system, 0)) AS broken
        FROM collection_channel_day_now d
        FULL JOIN (
          SELECT day, customer_id, agent_id, coalesce(sub_agent_id, 0) AS sub_agent_id, coalesce(channel_id, 0) AS channel_id,
                 coalesce(channel_account_id, 0) AS channel_account_id, currency,
                 count(*) FILTER (WHERE is_made) AS created, sum(order_amount) FILTER (WHERE is_made) AS asked,
                 count(*) FILTER (WHERE is_made AND is_paid) AS succeeded,
                 sum(order_amount) FILTER (WHERE is_made AND is_paid) AS paid_for,
                 count(*) FILTER (WHERE is_made AND status IN ('expired', 'amount_mismatch', 'abnormal')) AS failed,
                 count(*) FILTER (WHERE NOT is_made) AS paid, sum(order_amount) FILTER (WHERE NOT is_made) AS paid_amount,
                 sum(actual_amount) FILTER (WHERE NOT is_made) AS actual,
                 sum(accounted_amount) FILTER (WHERE NOT is_made) AS accounted, sum(fee) FILTER (WHERE NOT is_made) AS fee,
                 sum(endpoint_fee) FILTER (WHERE NOT is_made) AS endpoint,
                 sum((fee_snapshot ->> 'subAgentFee')::bigint) FILTER (WHERE NOT is_made) AS sub_agent,
                 sum((fee_snapshot ->> 'middlemanFee')::bigint) FILTER (WHERE NOT is_made) AS middleman,
                 sum((fee_snapshot ->> 'systemFee')::bigint) FILTER (WHERE NOT is_made) AS system
          FROM (${plannedOrders(summed)}) o
          CROSS JOIN LATERAL (SELECT status IN ('success', 'refund') AS is_paid) outcome
          CROSS JOIN LATERAL (
            VALUES (business_day(created_at), true), (CASE WHEN is_paid THEN business_day(completed_at) END, false)
          ) counted (day, is_made)
          WHERE NOT is_test AND day IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7
        ) o USING (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency)`,
  ),
  isDear: true,
};

const madeFigures = [
  'created_count',
  'created_amount',
  'success_count',
  'success_amount',
  'failed_count',
  'failed_amount',
  'actual_amount',
  'accounted_amount',
  'fee',
];
const summedUp = sql.join(madeFigures.map((name) => sql`sum(${sql.ref(name)}) AS ${sql.ref(name)}`));
const toldOf = (row: string): RawBuilder<unknown> =>
  sql.join(madeFigures.map((name) => sql`coalesce(${sql.ref(`${row}.${name}`)}, 0)`));

/**
 * As `channelSumCheck`, all by the day of creation, of each merchant and of all merchants of a senior agent together: what was paid is
 * that of successes.
 */
const madeSumChecks: Check = {
  ...overShown(
    ['R11', 'R13'],
    sql`
    made AS MATERIALIZED (
      SELECT business_day(created_at) AS day, customer_id, agent_id, coalesce(sub_agent_id, 0) AS sub_agent_id,
             coalesce(channel_id, 0) AS channel_id, coalesce(channel_account_id, 0) AS channel_account_id, currency,
             count(*) AS created_count, sum(order_amount) AS created_amount,
             count(*) FILTER (WHERE is_paid) AS success_count, sum(order_amount) FILTER (WHERE is_paid) AS success_amount,
             count(*) FILTER (WHERE has_failed) AS failed_count, sum(order_amount) FILTER (WHERE has_failed) AS failed_amount,
             sum(actual_amount) FILTER (WHERE is_paid) AS actual_amount,
             sum(accounted_amount) FILTER (WHERE is_paid) AS accounted_amount, sum(fee) FILTER (WHERE is_paid) AS fee
      FROM collection_order
      CROSS JOIN LATERAL (
        SELECT status IN ('success', 'refund') AS is_paid, status IN ('expired', 'amount_mismatch', 'abnormal') AS has_failed) ended
      WHERE NOT is_test GROUP BY 1, 2, 3, 4, 5, 6, 7
    )`,
    sql`
      SELECT 'R11', concat_ws(' ', day, 'agent', agent_id, 'channel', channel_id, currency),
             (${toldOf('d')}) IS DISTINCT FROM (${toldOf('o')})
      FROM (
        SELECT day, agent_id, channel_id, channel_account_id, currency, ${summedUp}
        FROM collection_agent_day_now GROUP BY 1, 2, 3, 4, 5
      ) d
      FULL JOIN (
        SELECT day, agent_id, channel_id, channel_account_id, currency, ${summedUp} FROM made GROUP BY 1, 2, 3, 4, 5
      ) o USING (day, agent_id, channel_id, channel_account_id, currency)
      UNION ALL
      SELECT 'R13', concat_ws(' ', day, customer_id, 'channel', channel_id, currency),
             (${toldOf('d')}) IS DISTINCT FROM (${toldOf('o')})
      FROM (
        SELECT day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, ${summedUp}
        FROM collection_merchant_day_now GROUP BY 1, 2, 3, 4, 5, 6, 7
      ) d
      FULL JOIN made o USING (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency)`,
  ),
  isDear: true,
};

/**
 * The sums of payouts against the payouts themselves, and what their chains earned against the journals: what was posted stands,
 * also of those that came back.
 */
const payoutSumChecks: readonly Check[] = [
  over(
    'R4',
    sql`SELECT concat_ws(' ', day, customer_id, 'channel', channel_id, currency, status) AS subject,
               (coalesce(d.made_count, 0), coalesce(d.made_amount, 0), coalesce(d.made_fee, 0), coalesce(d.ended_count, 0),
                coalesce(d.ended_amount, 0), coalesce(d.fee, 0), coalesce(d.endpoint_fee, 0), coalesce(d.sub_agent_fee, 0),
                coalesce(d.middleman_fee, 0), coalesce(d.system_fee, 0), coalesce(d.kept_endpoint_fee, 0),
                coalesce(d.kept_sub_agent_fee, 0), coalesce(d.kept_middleman_fee, 0), coalesce(d.kept_system_fee, 0))
               IS DISTINCT FROM
               (coalesce(o.made, 0), coalesce(o.asked, 0), coalesce(o.asked_fee, 0), coalesce(o.ended, 0), coalesce(o.ended_amount, 0),
                coalesce(o.fee, 0), coalesce(o.endpoint, 0), coalesce(o.sub_agent, 0), coalesce(o.middleman, 0), coalesce(o.system, 0),
                coalesce(o.kept_endpoint, 0), coalesce(o.kept_sub_agent, 0), coalesce(o.kept_middleman, 0),
                coalesce(o.kept_system, 0)) AS broken
        FROM payout_channel_day_now d
        FULL JOIN (
          SELECT c.day, p.customer_id, p.agent_id, coalesce(p.sub_agent_id, 0) AS sub_agent_id, coalesce(p.channel_id, 0) AS channel_id,
                 coalesce(p.channel_account_id, 0) AS channel_account_id, p.currency, c.status,
                 CASE WHEN c.status NOT IN ('processing', 'paid', 'rejected_reversed') THEN coalesce(p.failure, '') ELSE '' END AS failure,
                 count(*) FILTER (WHERE c.what = 'made') AS made, sum(p.amount) FILTER (WHERE c.what = 'made') AS asked,
                 sum(p.merchant_fee) FILTER (WHERE c.what = 'made') AS asked_fee,
                 count(*) FILTER (WHERE c.what = 'ended') AS ended, sum(p.amount) FILTER (WHERE c.what = 'ended') AS ended_amount,
                 sum(p.merchant_fee) FILTER (WHERE c.what = 'ended' AND c.status = 'paid') AS fee,
                 sum(p.endpoint_fee) FILTER (WHERE c.what = 'posted') AS endpoint,
                 sum(p.sub_agent_fee) FILTER (WHERE c.what = 'posted') AS sub_agent,
                 sum(p.middleman_fee) FILTER (WHERE c.what = 'posted') AS middleman,
                 sum(p.system_fee) FILTER (WHERE c.what = 'posted') AS system,
                 sum(p.endpoint_fee) FILTER (WHERE c.what = 'ended' AND c.status = 'paid') AS kept_endpoint,
                 sum(p.sub_agent_fee) FILTER (WHERE c.what = 'ended' AND c.status = 'paid') AS kept_sub_agent,
                 sum(p.middleman_fee) FILTER (WHERE c.what = 'ended' AND c.status = 'paid') AS kept_middleman,
                 sum(p.system_fee) FILTER (WHERE c.what = 'ended' AND c.status = 'paid') AS kept_system
          FROM payout_order p
          CROSS JOIN LATERAL (
            SELECT 'made' AS what, business_day(p.created_at) AS day, p.status
            UNION ALL
            SELECT 'ended', business_day(p.completed_at), p.status WHERE p.completed_at IS NOT NULL
            UNION ALL
            SELECT 'posted', business_day(j.posted_at), CASE j.event WHEN 'payout.paid' THEN 'paid' ELSE 'rejected_reversed' END
            FROM journal j WHERE j.event IN ('payout.paid', 'payout.reverse') AND j.ref_id = p.id
          ) c
          WHERE NOT p.is_test GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
        ) o USING (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure)`,
  ),
  over(
    'R5',
    sql`SELECT concat_ws(' ', day, customer_id, facet, value, currency, status) AS subject,
               (coalesce(d.made_count, 0), coalesce(d.made_amount, 0), coalesce(d.made_fee, 0))
               IS DISTINCT FROM (coalesce(o.made, 0), coalesce(o.asked, 0), coalesce(o.fee, 0)) AS broken
        FROM payout_facet_day_now d
        FULL JOIN (
          SELECT business_day(p.created_at) AS day, p.customer_id, p.agent_id, coalesce(p.sub_agent_id, 0) AS sub_agent_id, p.currency,
                 f.facet, f.value, p.status, count(*) AS made, sum(p.amount) AS asked, sum(p.merchant_fee) AS fee
          FROM payout_order p
          CROSS JOIN LATERAL (VALUES
            ('bank', p.bank_code), ('hour', to_char(p.created_at AT TIME ZONE 'UTC' + interval '8 hours', 'HH24'))) AS f (facet, value)
          WHERE NOT p.is_test GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
        ) o USING (day, customer_id, agent_id, sub_agent_id, currency, facet, value, status)`,
  ),
  over(
    'R15',
    sql`SELECT concat_ws(' ', day, 'agent', agent_id, 'channel', channel_id, currency, status) AS subject,
               (coalesce(d.made, 0), coalesce(d.asked, 0), coalesce(d.fee, 0))
               IS DISTINCT FROM (coalesce(o.made, 0), coalesce(o.asked, 0), coalesce(o.fee, 0)) AS broken
        FROM (
          SELECT day, agent_id, channel_id, channel_account_id, currency, status, sum(made_count) AS made, sum(made_amount) AS asked,
                 sum(made_fee) AS fee
          FROM payout_agent_day_now GROUP BY 1, 2, 3, 4, 5, 6
        ) d
        FULL JOIN (
          SELECT business_day(created_at) AS day, agent_id, coalesce(channel_id, 0) AS channel_id,
                 coalesce(channel_account_id, 0) AS channel_account_id, currency, status, count(*) AS made, sum(amount) AS asked,
                 sum(merchant_fee) AS fee
          FROM payout_order WHERE NOT is_test GROUP BY 1, 2, 3, 4, 5, 6
        ) o USING (day, agent_id, channel_id, channel_account_id, currency, status)`,
  ),
];

/** The orders that are kept apart because few stand so, as lists find them and sum them up, against the orders themselves. */
const apartCheck: Check = over(
  'R10',
  sql`SELECT concat_ws(' ', kind, id) AS subject, o.status IS NULL OR k.status IS NULL AS broken
      FROM (
        SELECT 'collection ' || k.kind AS kind, c.id, c.created_at, c.customer_id, c.agent_id, k.status,
               CASE k.kind WHEN 'rare' THEN concat_ws(' ', c.currency, c.is_test, coalesce(c.sub_agent_id, 0),
                 coalesce(c.channel_id, 0), coalesce(c.channel_account_id, 0), c.order_amount, coalesce(c.actual_amount, 0),
                 coalesce(c.accounted_amount, 0), coalesce(c.fee, 0)) ELSE '' END AS figures
        FROM collection_order c
        CROSS JOIN LATERAL (
          VALUES ('rare', c.status, c.status IN ('amount_mismatch', 'abnormal', 'test_supplied', 'refund')),
                 ('untold', 'failed', c.callback_status = 'failed')
        ) k (kind, status, is_kept)
        WHERE k.is_kept
        UNION ALL
        SELECT 'payout ' || k.kind, p.id, p.created_at, p.customer_id, p.agent_id, k.status, ''
        FROM payout_order p
        CROSS JOIN LATERAL (
          VALUES ('rare', p.status, p.status NOT IN ('processing', 'paid') OR p.failure IS NOT NULL OR p.reverse_status = 'reversed'),
                 ('untold', 'failed', p.callback_status = 'failed')
        ) k (kind, status, is_kept)
        WHERE k.is_kept
      ) o
      FULL JOIN (
        SELECT order_kind || ' rare' AS kind, order_id AS id, created_at, customer_id, agent_id, status,
               CASE order_kind WHEN 'collection' THEN concat_ws(' ', currency, is_test, coalesce(sub_agent_id, 0),
                 coalesce(channel_id, 0), coalesce(channel_account_id, 0), order_amount, coalesce(actual_amount, 0),
                 coalesce(accounted_amount, 0), coalesce(fee, 0)) ELSE '' END AS figures
        FROM rare_order
        UNION ALL
        SELECT order_kind || ' untold', order_id, created_at, customer_id, agent_id, 'failed', '' FROM failed_callback
      ) k USING (kind, id, created_at, customer_id, agent_id, status, figures)`,
);

/** The lists of a slice with the orders beside them, and what an order says of itself for each. */
const payerLists = [
  { prints: 'names', ids: 'name_ids', said: 'payer_print(c.real_name)' },
  { prints: 'digits', ids: 'digits_ids', said: 'payer_print(c.payer_last5)' },
  { prints: 'addresses', ids: 'address_ids', said: 'payer_print(c.request_ip)' },
  { prints: 'amounts', ids: 'amount_ids', said: 'c.order_amount' },
] as const;
/** An entry as one number, another one in each list. */
const entryText = (print: string, id: string, list: number): string =>
  `hashint8extended(${print}, ${id} * ${payerLists.length} + ${list})`;
const said = (entry: (said: string, list: number) => string, joiner: string) =>
  sql.raw(payerLists.map(({ said }, list) => entry(said, list)).join(joiner));

/**
 * What is listed by its payer, as searches find it, against the orders up to the last that is listed: slice by slice there are as many
 * entries, they leave the same joined by XOR, the slice's dates hold its orders, and each list is in its order. What was changed later
 * is looked at by itself.
 */
const listedCheck: Check = {
  ...over(
    'R12',
    sql`SELECT 'orders up to ' || s.last_id AS subject,
               (k.entries, k.print) <> (coalesce(o.entries, 0), coalesce(o.print, 0))
                 OR coalesce(o.first_at < s.first_at OR o.last_at > s.last_at, false)
                 OR (s.names, s.digits, s.addresses, s.amounts) IS DISTINCT FROM (
                   ARRAY(SELECT p FROM unnest(s.names) p ORDER BY p), ARRAY(SELECT p FROM unnest(s.digits) p ORDER BY p),
                   ARRAY(SELECT p FROM unnest(s.addresses) p ORDER BY p), ARRAY(SELECT p FROM unnest(s.amounts) p ORDER BY p)) AS broken
        FROM (SELECT s.*, row_number() OVER (ORDER BY s.last_id) AS place FROM payer_slice s) s
        CROSS JOIN LATERAL (
          SELECT count(*) AS entries, coalesce(bit_xor(e.entry), 0) AS print
          FROM (${sql.raw(
            payerLists
              .map(
                ({ ids, prints }, list) =>
                  `SELECT l.id, ${entryText('l.print', 'l.id', list)} AS entry FROM unnest(s.${prints}, s.${ids}) AS l (print, id)`,
              )
              .join(' UNION ALL '),
          )}) e
          WHERE (e.id IN (SELECT order_id FROM payer_changed)) IS NOT TRUE
        ) k
        LEFT JOIN (
          SELECT width_bucket(c.id - 1, (SELECT array_agg(last_id ORDER BY last_id) FROM payer_slice)) + 1 AS place,
                 sum(${said((print) => `(${print} IS NOT NULL)::int`, ' + ')}) AS entries,
                 bit_xor(${said((print, list) => `coalesce(${entryText(print, 'c.id', list)}, 0)`, ' # ')}) AS print,
                 min(c.created_at) AS first_at, max(c.created_at) AS last_at
          FROM collection_order c
          WHERE c.id <= (SELECT max(last_id) FROM payer_slice) AND c.id NOT IN (SELECT order_id FROM payer_changed)
          GROUP BY 1
        ) o ON o.place = s.place`,
  ),
  isDear: true,
};

/** What is listed by its amount, as pages that are sorted by it find it, against the orders up to the last that is listed. */
const byAmountCheck: Check = {
  ...over(
    'R14',
    sql`SELECT concat_ws(' ', kind, id) AS subject, o.stands IS NULL OR l.stands IS NULL AS broken
        FROM (
          SELECT o.*, true AS stands
          FROM (
            SELECT 'collection' AS kind, id, currency, order_amount AS amount, created_at, customer_id, agent_id FROM collection_order
            UNION ALL
            SELECT 'payout', id, currency, amount, created_at, customer_id, agent_id FROM payout_order
          ) o
          JOIN listed_by_amount n ON n.order_kind = o.kind AND o.id <= n.last_id
        ) o
        FULL JOIN (
          SELECT order_kind AS kind, order_id AS id, currency, amount, created_at, customer_id, agent_id, true AS stands
          FROM order_by_amount
        ) l USING (kind, id, currency, amount, created_at, customer_id, agent_id)`,
  ),
  isDear: true,
};

/** What others were told, and the sums that are kept. */
export const newsChecks: readonly Check[] = [
  // How an order ended was told, waits to be told, or was parked.
  over(
    'O1',
    sql`SELECT 'order ' || o.order_no AS subject, c.order_id IS NULL AND w.subject IS NULL AS broken
        FROM collection_order o
        CROSS JOIN LATERAL (
          SELECT 'collection.' || CASE WHEN o.status IN ('success', 'test_supplied', 'refund') THEN 'succeeded' ELSE o.status END AS kind
        ) news
        LEFT JOIN (SELECT DISTINCT order_id, type FROM callback WHERE order_kind = 'collection') c
          ON c.order_id = o.id AND c.type = news.kind
        LEFT JOIN (SELECT subject, kind FROM outbox_event UNION SELECT subject, kind FROM outbox_dead) w
          ON w.subject = 'collection:' || o.id AND w.kind = news.kind
        WHERE o.status <> 'pending' AND o.notify_url IS NOT NULL`,
  ),
  sumChecks,
  channelSumCheck,
  madeSumChecks,
  ...payoutSumChecks,
  apartCheck,
  listedCheck,
  byAmountCheck,
];
