-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090430_collection_plan
-- The plans whose orders are open for one, examined by the prices that stand now. The orders are locked.

CREATE FUNCTION examine_plans(plans jsonb)
 RETURNS SETOF examined_plan
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  RETURN QUERY
  WITH plan AS MATERIALIZED (
    SELECT p.*, o.*
    FROM jsonb_to_recordset(plans) AS p (
      order_id bigint, channel_id bigint, channel_account_id bigint, method text, real_name text, route jsonb,
      fee_snapshot jsonb, kinds text[], kinds_immediate text[], roles text[], amounts bigint[])
    -- LIMIT keeps it a look-up by the key, here and below: as a join it is planned by what is known of the tables, and of
    -- those that were filled a moment ago nothing is.
    CROSS JOIN LATERAL (
      SELECT c.customer_id, c.agent_id, c.sub_agent_id, c.middleman_id, c.pay_amount, c.currency, c.rate_id,
             CASE WHEN c.is_test THEN 'test' ELSE 'main' END AS book, coalesce(c.plan_no, 0) + 1 AS plan_no
      FROM collection_order c
      WHERE c.id = p.order_id AND (c.status = 'pending' AND (p.channel_id IS NOT NULL OR c.payment IS NULL)
        OR c.status = 'expired' AND p.channel_id IS NOT NULL)
      LIMIT 1
    ) o
  ),
  -- The price of each party, from the rows of the merchant, his senior agent and the channel. A plan that finds none of
  -- them is for a channel that does not serve its order.
  price AS MATERIALIZED (
    SELECT p.order_id, p.pay_amount, f.*
    FROM plan p
    CROSS JOIN LATERAL (
      SELECT fee_of(p.pay_amount, m.merchant_pct, m.merchant_per_item) AS merchant_fee,
             fee_of(p.pay_amount, c.endpoint_pct, c.endpoint_per_item) AS endpoint_fee,
             CASE WHEN p.sub_agent_id IS NULL THEN 0
               ELSE fee_of(p.pay_amount, m.sub_agent_pct, m.sub_agent_per_item) END AS sub_agent_fee,
             CASE WHEN p.middleman_id IS NULL THEN 0
               ELSE fee_of(p.pay_amount, m.middleman_pct, m.middleman_per_item) END AS middleman_fee,
             fee_of(p.pay_amount, g.system_pct, g.system_per_item) AS system_fee,
             jsonb_strip_nulls(jsonb_build_object(
               'merchant', fee_terms(m.merchant_pct, m.merchant_per_item),
               'endpoint', fee_terms(c.endpoint_pct, c.endpoint_per_item),
               'subAgent', CASE WHEN p.sub_agent_id IS NOT NULL THEN fee_terms(m.sub_agent_pct, m.sub_agent_per_item) END,
               'middleman', CASE WHEN p.middleman_id IS NOT NULL THEN fee_terms(m.middleman_pct, m.middleman_per_item) END,
               'system', fee_terms(g.system_pct, g.system_per_item))) AS terms,
             agent.system_fee_mode = 'realtime' AS takes_system_fee,
             -- What will be exchanged pays nobody before that.
             merchant.payout_from_unsettled AND p.rate_id IS NULL AS pays_early
      FROM channel c
      JOIN channel_account a ON a.id = c.channel_account_id AND a.id = p.channel_account_id
      JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = p.agent_id
      JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = p.customer_id AND m.alias = p.method
      JOIN app_user merchant ON merchant.id = p.customer_id
      JOIN app_user agent ON agent.id = p.agent_id
      WHERE c.id = p.channel_id AND c.currency = p.currency AND c.direction = 'collection'
      LIMIT 1
    ) f
  ),
  split AS (
    SELECT r.*, agent_residual, pay_amount - merchant_fee AS credited,
           jsonb_build_object(
             'merchantFee', merchant_fee::text, 'endpointFee', endpoint_fee::text, 'subAgentFee', sub_agent_fee::text,
             'middlemanFee', middleman_fee::text, 'systemFee', system_fee::text, 'agentResidual', agent_residual::text,
             'credited', (pay_amount - merchant_fee)::text, 'terms', terms) AS snapshot
    FROM price r, LATERAL (SELECT merchant_fee - endpoint_fee - sub_agent_fee - middleman_fee AS agent_residual) residual
  ),
  -- Legs on accounts with a running balance stand first; `place` is where a leg will stand.
  leg AS (
    SELECT p.order_id, p.book, l.*, k.external, deferred.may_go_negative AS negative,
           immediate.may_go_negative AS negative_immediate,
           (SELECT a.id FROM account a
            WHERE a.key = account_key(l.kind, w.owner, w.channel_account, p.currency, p.book)) AS account,
           (SELECT a.id FROM account a
            WHERE a.key = account_key(l.kind_immediate, w.owner, w.channel_account, p.currency, p.book)) AS account_immediate,
           row_number() OVER (PARTITION BY p.order_id ORDER BY NOT k.external, l.n) AS place,
           l.role IN ('platform', 'channelAccount') OR w.owner IS NOT NULL AS has_owner,
           l.kind_immediate = CASE WHEN NOT k.external THEN l.kind WHEN l.role = 'customer' THEN 'L200' ELSE 'L240' END AS is_timed
    FROM plan p
    CROSS JOIN LATERAL unnest(p.kinds, p.kinds_immediate, p.roles, p.amounts) WITH ORDINALITY AS l (kind, kind_immediate, role, amount, n)
    CROSS JOIN LATERAL (
      SELECT CASE l.role WHEN 'customer' THEN p.customer_id WHEN 'agent' THEN p.agent_id
               WHEN 'subAgent' THEN p.sub_agent_id WHEN 'middleman' THEN p.middleman_id END AS owner,
             CASE WHEN l.role = 'channelAccount' THEN p.channel_account_id END AS channel_account
    ) w
    JOIN account_kind k ON k.kind = l.kind
    LEFT JOIN journal_rule deferred ON deferred.event = 'collection.settle' AND deferred.kind = l.kind
      AND deferred.role = l.role AND deferred.debit = (l.amount < 0)
    LEFT JOIN journal_rule immediate ON immediate.event = 'collection.settle' AND immediate.kind = l.kind_immediate
      AND immediate.role = l.role AND immediate.debit = (l.amount < 0)
  ),
  -- The legs of each plan put together, and what they give to whom.
  laid AS (
    SELECT l.order_id, count(*) AS legs,
           array_agg(account ORDER BY place) AS accounts, array_agg(account_immediate ORDER BY place) AS accounts_immediate,
           array_agg(amount ORDER BY place) AS amounts, (count(*) FILTER (WHERE external))::smallint AS held,
           array_agg(place::smallint ORDER BY place) FILTER (WHERE negative) AS claw_back,
           array_agg(place::smallint ORDER BY place) FILTER (WHERE negative_immediate) AS claw_back_immediate,
           (min(place) FILTER (WHERE kind = 'L202'))::smallint AS early, count(*) FILTER (WHERE kind = 'L202') AS early_legs,
           bool_or(account IS NULL OR account_immediate IS NULL) AS lacks_account,
           bool_and(negative IS NOT NULL AND negative_immediate IS NOT NULL AND has_owner AND is_timed) AS is_ruled,
           sum(amount) AS total,
           coalesce(sum(amount) FILTER (WHERE kind = 'A100'), 0) AS received,
           coalesce(sum(amount) FILTER (WHERE kind = 'L260'), 0) AS endpoint,
           coalesce(sum(amount) FILTER (WHERE kind = 'R400'), 0) AS system,
           coalesce(sum(amount) FILTER (WHERE kind = 'A120'), 0) AS owed,
           coalesce(sum(amount) FILTER (WHERE role = 'customer'), 0) AS customer,
           coalesce(sum(amount) FILTER (WHERE role = 'subAgent'), 0) AS sub_agent,
           coalesce(sum(amount) FILTER (WHERE role = 'middleman'), 0) AS middleman,
           coalesce(sum(amount) FILTER (WHERE role = 'agent'), 0) AS agent,
           coalesce(sum(amount) FILTER (WHERE role = 'agent' AND external), 0) AS agent_held,
           coalesce(array_agg(kind) FILTER (WHERE role = 'customer'), '{}') AS customer_kinds,
           coalesce(array_agg(kind) FILTER (WHERE role = 'agent' AND external), '{}') AS agent_kinds,
           coalesce(array_agg(kind) FILTER (WHERE role IN ('subAgent', 'middleman')), '{}') AS referrer_kinds
    FROM leg l GROUP BY l.order_id
  )
  SELECT p.order_id, p.plan_no, p.channel_id, p.channel_account_id, p.method, p.real_name, p.route, p.fee_snapshot,
         CASE
           WHEN p.channel_id IS NULL THEN NULL
           WHEN s.order_id IS NULL THEN 'LG404'
           WHEN p.fee_snapshot IS DISTINCT FROM s.snapshot THEN '40001'
           WHEN (
             -- The legs are the split, as the proof of the books asks for it too: what was paid, to the merchant what is
             -- credited, to each party its fee. The system fee is the senior agent's, taken now or owed by him (A120); he
             -- is lent nothing else. A fee below zero would credit somebody with more than was paid.
             l.total = 0 AND l.legs = cardinality(p.amounts) AND l.received = -s.pay_amount
             AND l.customer = s.credited AND l.customer_kinds <@ ARRAY[CASE WHEN s.pays_early THEN 'L202' ELSE 'L210' END]
             AND l.endpoint = s.endpoint_fee AND l.sub_agent = s.sub_agent_fee AND l.middleman = s.middleman_fee
             AND l.system = s.system_fee AND l.owed = CASE WHEN s.takes_system_fee THEN 0 ELSE -s.system_fee END
             AND l.agent = s.agent_residual - s.system_fee
             AND least(s.merchant_fee, s.endpoint_fee, s.sub_agent_fee, s.middleman_fee, s.system_fee) >= 0
             -- Deferred money waits for its day, and only a loss of the senior agent is his at once.
             AND l.referrer_kinds <@ ARRAY['L210']
             AND l.agent_kinds <@ ARRAY[CASE WHEN l.agent_held < 0 THEN 'L240' ELSE 'L210' END]
             AND l.is_ruled AND l.early_legs <= 1
           ) IS NOT TRUE THEN 'LG403'
         END,
         l.lacks_account, l.accounts, l.accounts_immediate, l.amounts, l.held, l.claw_back, l.claw_back_immediate, l.early
  FROM plan p
  LEFT JOIN split s ON s.order_id = p.order_id
  LEFT JOIN laid l ON l.order_id = p.order_id;
END $function$
;
