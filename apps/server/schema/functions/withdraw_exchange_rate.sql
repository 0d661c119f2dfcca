-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130000_exchange_rate
-- One that is not in force yet is withdrawn. Answers false where it is in force, or withdrawn already.

CREATE FUNCTION withdraw_exchange_rate(wanted bigint, person bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  r exchange_rate;
BEGIN
  SELECT * INTO r FROM exchange_rate x WHERE x.id = wanted FOR NO KEY UPDATE;
  IF r.id IS NULL OR r.valid_from <= at OR r.withdrawn_at IS NOT NULL THEN
    RETURN false;
  END IF;
  IF NOT stands_over(person, r.agent_id) THEN
    RAISE EXCEPTION 'user % may not withdraw rate %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE exchange_rate SET withdrawn_by = person, withdrawn_at = at WHERE id = wanted;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, after, request_id)
  VALUES (at, person, person, 'settings.currency_rate.update', 'exchangeRate', r.id::text, jsonb_build_object('reason', why), request);
  RETURN true;
END $function$
;
