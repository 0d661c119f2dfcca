-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124130000_price_version
-- Whatever changes a price makes its version: the one that is being applied, or a new one of whoever did it.

CREATE FUNCTION keep_price_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  applied bigint := maker_named('price_version')::bigint;
  facts jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN price_terms(OLD) END;
  is_now jsonb := CASE WHEN TG_OP <> 'DELETE' THEN price_terms(NEW) END;
  allows boolean := coalesce((facts ->> 'allow_loss')::boolean, false);
  -- The same prices on another channel, or under another method, are another version.
  moved boolean := TG_OP = 'UPDATE' AND (to_jsonb(OLD) -> 'channel_id', to_jsonb(OLD) -> 'customer_id', to_jsonb(OLD) -> 'alias')
    IS DISTINCT FROM (facts -> 'channel_id', facts -> 'customer_id', facts -> 'alias');
  v price_version;
BEGIN
  v.party := CASE TG_TABLE_NAME WHEN 'customer_method' THEN 'merchant' WHEN 'agent_method' THEN 'system' ELSE 'endpoint' END;
  v.channel_id := coalesce(facts ->> 'channel_id', facts ->> 'id')::bigint;
  v.customer_id := (facts ->> 'customer_id')::bigint;
  v.alias := facts ->> 'alias';
  v.agent_id := (facts ->> 'agent_id')::bigint;
  IF TG_OP = 'UPDATE' AND was = is_now AND applied IS NULL AND NOT moved
     AND (v.party <> 'merchant' OR (to_jsonb(OLD) ->> 'allow_loss')::boolean = allows) THEN
    RETURN NULL;
  END IF;
  IF moved THEN
    UPDATE price_version x SET state = 'past', ended_at = at
    WHERE x.party = 'merchant' AND x.state = 'current' AND x.customer_id = (to_jsonb(OLD) ->> 'customer_id')::bigint
      AND x.channel_id = (to_jsonb(OLD) ->> 'channel_id')::bigint AND x.alias = to_jsonb(OLD) ->> 'alias';
    was := NULL;
  END IF;
  SELECT coalesce(max(x.version), 0) + 1 INTO v.version FROM price_version x
  WHERE x.channel_id = v.channel_id AND x.customer_id IS NOT DISTINCT FROM v.customer_id
    AND x.alias IS NOT DISTINCT FROM v.alias AND x.agent_id IS NOT DISTINCT FROM v.agent_id;
  UPDATE price_version x SET state = 'past', ended_at = at
  WHERE x.channel_id = v.channel_id AND x.customer_id IS NOT DISTINCT FROM v.customer_id
    AND x.alias IS NOT DISTINCT FROM v.alias AND x.agent_id IS NOT DISTINCT FROM v.agent_id AND x.state = 'current';
  IF applied IS NOT NULL AND v.party = 'merchant' THEN
    UPDATE price_version x SET state = 'current', version = v.version, applied_at = at, method_id = (facts ->> 'id')::bigint
    WHERE x.id = applied AND x.state = 'scheduled' AND x.customer_id = v.customer_id AND x.channel_id = v.channel_id
      AND x.alias = v.alias AND x.prices = is_now;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  INSERT INTO price_version (party, method_id, customer_id, alias, agent_id, channel_id, version, before, prices, allow_loss,
    valid_from, state, maker_id, created_at, applied_at, ended_at)
  VALUES (v.party, CASE WHEN v.party = 'merchant' THEN (facts ->> 'id')::bigint END, v.customer_id, v.alias, v.agent_id, v.channel_id,
    v.version, was, is_now, allows, at, CASE WHEN is_now IS NULL THEN 'past' ELSE 'current' END,
    maker_named('maker_id')::bigint, at, at, CASE WHEN is_now IS NULL THEN at END);
  RETURN NULL;
END $function$
;
