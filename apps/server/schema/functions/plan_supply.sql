-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123120000_supply

CREATE FUNCTION plan_supply(o collection_order, source text, receipt bigint, amount bigint)
 RETURNS supply_plan
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  plan supply_plan;
  terms jsonb;
  came_by bigint := CASE source WHEN 'receipt' THEN (SELECT r.channel_account_id FROM receipt r WHERE r.id = plan_supply.receipt)
    ELSE o.channel_account_id END;
  merchant bigint;
  endpoint bigint;
  sub_agent bigint;
  middleman bigint;
  system bigint;
  residual bigint;
  takes_system_fee boolean;
  pays_early boolean;
  bucket text;
BEGIN
  SELECT o.channel_id, o.channel_account_id, o.method, p.fee_snapshot -> 'terms'
  INTO plan.channel_id, plan.channel_account_id, plan.method, terms
  FROM collection_plan p
  WHERE p.order_id = o.id AND p.fee_snapshot IS NOT NULL AND o.channel_account_id = came_by;
  IF terms IS NULL THEN
    SELECT c.id, c.channel_account_id, m.alias, jsonb_strip_nulls(jsonb_build_object(
      'merchant', fee_terms(m.merchant_pct, m.merchant_per_item),
      'endpoint', fee_terms(c.endpoint_pct, c.endpoint_per_item),
      'subAgent', CASE WHEN o.sub_agent_id IS NOT NULL THEN fee_terms(m.sub_agent_pct, m.sub_agent_per_item) END,
      'middleman', CASE WHEN o.middleman_id IS NOT NULL THEN fee_terms(m.middleman_pct, m.middleman_per_item) END,
      'system', fee_terms(g.system_pct, g.system_per_item)))
    INTO plan.channel_id, plan.channel_account_id, plan.method, terms
    FROM channel c
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = o.agent_id
    JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = o.customer_id
    WHERE c.channel_account_id = came_by AND c.currency = o.currency AND c.direction = 'collection'
    ORDER BY m.alias IS DISTINCT FROM o.method, c.id, m.alias LIMIT 1;
  END IF;
  IF terms IS NULL THEN
    RETURN NULL;
  END IF;
  -- Without money at the provider there is no cost of it.
  IF source IN ('agent', 'goodwill') THEN
    terms := terms || '{"endpoint": {"pct": "0", "per_item": "0"}}';
  END IF;
  SELECT a.system_fee_mode = 'realtime', c.payout_from_unsettled AND o.rate_id IS NULL INTO STRICT takes_system_fee, pays_early
  FROM app_user a, app_user c WHERE a.id = o.agent_id AND c.id = o.customer_id;
  merchant := fee_of(amount, (terms #>> '{merchant,pct}')::numeric, (terms #>> '{merchant,per_item}')::bigint);
  endpoint := fee_of(amount, (terms #>> '{endpoint,pct}')::numeric, (terms #>> '{endpoint,per_item}')::bigint);
  sub_agent := coalesce(fee_of(amount, (terms #>> '{subAgent,pct}')::numeric, (terms #>> '{subAgent,per_item}')::bigint), 0);
  middleman := coalesce(fee_of(amount, (terms #>> '{middleman,pct}')::numeric, (terms #>> '{middleman,per_item}')::bigint), 0);
  system := fee_of(amount, (terms #>> '{system,pct}')::numeric, (terms #>> '{system,per_item}')::bigint);
  residual := merchant - endpoint - sub_agent - middleman;
  plan.fee_snapshot := jsonb_build_object(
    'merchantFee', merchant::text, 'endpointFee', endpoint::text, 'subAgentFee', sub_agent::text,
    'middlemanFee', middleman::text, 'systemFee', system::text, 'agentResidual', residual::text,
    'credited', (amount - merchant)::text, 'terms', terms);
  bucket := CASE WHEN residual - CASE WHEN takes_system_fee THEN system ELSE 0 END < 0 THEN 'L240' ELSE 'L210' END;
  SELECT array_agg(l.kind ORDER BY l.n), array_agg(l.kind_immediate ORDER BY l.n), array_agg(l.role ORDER BY l.n),
         array_agg(l.moved ORDER BY l.n)
  INTO plan.kinds, plan.kinds_immediate, plan.roles, plan.amounts
  FROM (
    SELECT 1, s.kind, s.kind, s.role, -amount
    FROM (VALUES ('receipt', 'L250', 'platform'), ('provider', 'A100', 'channelAccount'), ('agent', 'L200', 'agent'),
      ('goodwill', 'E510', 'platform')) AS s (source, kind, role) WHERE s.source = plan_supply.source
    UNION ALL VALUES
      (2, CASE WHEN pays_early THEN 'L202' ELSE 'L210' END, 'L200', 'customer', amount - merchant),
      (3, 'L260', 'L260', 'channelAccount', endpoint),
      (4, 'L210', 'L240', 'subAgent', sub_agent),
      (5, 'L210', 'L240', 'middleman', middleman),
      (6, bucket, 'L240', 'agent', residual),
      (7, 'A120', 'A120', 'agent', -system),
      (8, 'R400', 'R400', 'platform', system),
      (9, bucket, 'L240', 'agent', CASE WHEN takes_system_fee THEN -system ELSE 0 END),
      (10, 'A120', 'A120', 'agent', CASE WHEN takes_system_fee THEN system ELSE 0 END)
  ) AS l (n, kind, kind_immediate, role, moved)
  WHERE l.moved <> 0;
  RETURN plan;
END $function$
;
