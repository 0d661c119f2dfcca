-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090430_collection_plan

CREATE FUNCTION plan_collections(plans jsonb)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  examined examined_plan[];
  lacking bigint[];
  faulty examined_plan;
  ids bigint[] := ARRAY(SELECT (p ->> 'order_id')::bigint FROM jsonb_array_elements(plans) AS p);
BEGIN
  PERFORM FROM collection_order o WHERE o.id = ANY (ids) ORDER BY o.id FOR NO KEY UPDATE;

  -- Twice at most: nearly always every account is open.
  FOR attempt IN 1 .. 2 LOOP
    SELECT array_agg(e ORDER BY e.order_id) INTO examined FROM examine_plans(plans) e;
    SELECT array_agg(e.order_id) INTO lacking FROM unnest(examined) e WHERE e.lacks_account AND e.fault IS NULL;
    EXIT WHEN lacking IS NULL;
    PERFORM open_plan_accounts(plans, lacking);
  END LOOP;

  SELECT * INTO faulty FROM unnest(examined) e WHERE e.fault IS NOT NULL LIMIT 1;
  CASE faulty.fault
    WHEN 'LG404' THEN
      RAISE EXCEPTION 'channel % does not serve order %', faulty.channel_id, faulty.order_id USING ERRCODE = 'LG404';
    WHEN '40001' THEN
      RAISE EXCEPTION 'the split of order % is not the one of its prices', faulty.order_id USING ERRCODE = 'serialization_failure';
    WHEN 'LG403' THEN
      RAISE EXCEPTION 'the legs of order % are not its split, or no rule allows them', faulty.order_id USING ERRCODE = 'LG403';
    ELSE NULL;
  END CASE;

  RETURN QUERY
  WITH kept AS (
    INSERT INTO collection_plan AS p (order_id, plan_no, route, fee_snapshot, merchant_fee, endpoint_fee, credited,
      leg_accounts, leg_accounts_immediate, leg_amounts, legs_held, claw_back, claw_back_immediate, early_leg)
    SELECT e.order_id, e.plan_no, coalesce(e.route, was.route, '{"candidates": []}'), e.fee_snapshot,
      (e.fee_snapshot ->> 'merchantFee')::bigint, (e.fee_snapshot ->> 'endpointFee')::bigint,
      (e.fee_snapshot ->> 'credited')::bigint, e.accounts, e.accounts_immediate, e.amounts, e.held,
      e.claw_back, e.claw_back_immediate, e.early
    FROM unnest(examined) e
    LEFT JOIN LATERAL (SELECT w.route FROM collection_plan w WHERE w.order_id = e.order_id LIMIT 1) was ON true
    ON CONFLICT (order_id) DO UPDATE SET plan_no = EXCLUDED.plan_no, route = EXCLUDED.route,
      fee_snapshot = EXCLUDED.fee_snapshot, merchant_fee = EXCLUDED.merchant_fee, endpoint_fee = EXCLUDED.endpoint_fee,
      credited = EXCLUDED.credited, leg_accounts = EXCLUDED.leg_accounts,
      leg_accounts_immediate = EXCLUDED.leg_accounts_immediate, leg_amounts = EXCLUDED.leg_amounts,
      legs_held = EXCLUDED.legs_held, claw_back = EXCLUDED.claw_back, claw_back_immediate = EXCLUDED.claw_back_immediate,
      early_leg = EXCLUDED.early_leg
    RETURNING p.order_id, plan_print(p) AS print
  ),
  noted AS (
    INSERT INTO audit_log (at, act, object_kind, object_id, after)
    SELECT business_now(), 'collection.plan', 'plan', min(k.order_id)::text,
           jsonb_build_object('prints', array_agg(k.print ORDER BY k.order_id))
    FROM kept k HAVING count(*) > 0
  ),
  counted AS (
    -- What this statement sees of an order is how it went before.
    INSERT INTO collection_delta (kind, order_ids, was_channels, was_accounts, was_failed, now_channels, now_accounts, now_failed)
    SELECT 'moved', array_agg(o.id), array_agg(o.channel_id), array_agg(o.channel_account_id),
           array_agg(collection_has_failed(o.status)), array_agg(e.channel_id), array_agg(e.channel_account_id),
           array_agg(collection_has_failed(o.status))
    FROM unnest(examined) e JOIN collection_order o ON o.id = e.order_id
    WHERE NOT o.is_test AND (o.channel_id, o.channel_account_id) IS DISTINCT FROM (e.channel_id, e.channel_account_id)
    HAVING count(*) > 0
  )
  UPDATE collection_order o SET plan_no = e.plan_no, channel_id = e.channel_id, channel_account_id = e.channel_account_id,
    method = e.method, real_name = CASE WHEN e.channel_id IS NULL THEN o.real_name ELSE e.real_name END
  FROM unnest(examined) e WHERE o.id = e.order_id AND o.id = ANY (ids)
  RETURNING o.id;
END $function$
;
