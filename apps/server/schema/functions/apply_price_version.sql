-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124130000_price_version
-- The door of a price that was agreed to: its time has come, and what it was made on still stands. Answers what keeps it from
-- coming into force, or null when it is in force.

CREATE FUNCTION apply_price_version(wanted bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v price_version;
  m customer_method;
BEGIN
  SELECT * INTO v FROM price_version x WHERE x.id = wanted AND x.state = 'scheduled' FOR UPDATE;
  IF v.id IS NULL OR v.valid_from > business_now() THEN
    RETURN 'invalidState';
  END IF;
  SELECT * INTO m FROM customer_method x
  WHERE x.customer_id = v.customer_id AND x.channel_id = v.channel_id AND x.alias = v.alias FOR UPDATE;
  IF (CASE WHEN m.id IS NOT NULL THEN price_terms(m) END) IS DISTINCT FROM v.before THEN
    RETURN 'staleEdit';
  END IF;
  PERFORM set_config('suanpan.price_version', v.id::text, true);
  IF m.id IS NULL THEN
    INSERT INTO customer_method (customer_id, channel_id, alias, weight, allow_loss, merchant_pct, merchant_per_item,
      sub_agent_pct, sub_agent_per_item, middleman_pct, middleman_per_item)
    SELECT v.customer_id, c.id, v.alias, c.weight, v.allow_loss,
           (v.prices #>> '{merchant,pct}')::numeric, (v.prices #>> '{merchant,per_item}')::bigint,
           (v.prices #>> '{subAgent,pct}')::numeric, (v.prices #>> '{subAgent,per_item}')::bigint,
           (v.prices #>> '{middleman,pct}')::numeric, (v.prices #>> '{middleman,per_item}')::bigint
    FROM channel c WHERE c.id = v.channel_id;
  ELSE
    UPDATE customer_method x SET allow_loss = v.allow_loss, version = x.version + 1,
      merchant_pct = (v.prices #>> '{merchant,pct}')::numeric, merchant_per_item = (v.prices #>> '{merchant,per_item}')::bigint,
      sub_agent_pct = (v.prices #>> '{subAgent,pct}')::numeric, sub_agent_per_item = (v.prices #>> '{subAgent,per_item}')::bigint,
      middleman_pct = (v.prices #>> '{middleman,pct}')::numeric, middleman_per_item = (v.prices #>> '{middleman,per_item}')::bigint
    WHERE x.id = m.id;
  END IF;
  PERFORM set_config('suanpan.price_version', '', true);
  RETURN NULL;
END $function$
;
