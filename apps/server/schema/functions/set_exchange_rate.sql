-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130000_exchange_rate
-- The door: a person of the senior agent's house or of the platform sets a rate, and a second person agrees to exactly this.
-- Answers the rate. Refuses who may not (LG403), a house that is none (LG404), a time that has passed (RT001), and a rate by which
-- the agent would give more than the platform gives him (RT002).

CREATE FUNCTION set_exchange_rate(agent bigint, base text, quote text, collection_rate numeric, payment_rate numeric, allow_loss boolean, valid_from timestamp with time zone, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_variable
DECLARE
  at timestamptz := business_now();
  r exchange_rate;
  house exchange_rate;
BEGIN
  -- Versions of a pair follow each other, and the platform's stands still meanwhile.
  PERFORM pg_advisory_xact_lock(hashtextextended('exchange_rate ' || base || ' ' || quote, 0));
  IF agent IS NOT NULL AND NOT EXISTS (SELECT FROM app_user u WHERE u.id = agent AND u.kind = 'agent' AND u.status <> 'archived') THEN
    RAISE EXCEPTION 'there is no senior agent %', agent USING ERRCODE = 'LG404';
  END IF;
  r.checker_id := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'rates.set' AND a.maker_id = maker AND a.reason = set_exchange_rate.reason
      AND a.payload ->> 'agent_id' IS NOT DISTINCT FROM agent::text AND a.payload ->> 'base' = base AND a.payload ->> 'quote' = quote
      AND (a.payload ->> 'collection_rate')::numeric = collection_rate AND (a.payload ->> 'payment_rate')::numeric = payment_rate
      AND (a.payload ->> 'allow_loss')::boolean = allow_loss
      AND (a.payload ->> 'valid_from')::timestamptz IS NOT DISTINCT FROM valid_from);
  IF NOT stands_over(maker, agent) OR (agreed IS NOT NULL AND stands_over(r.checker_id, agent) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this rate' USING ERRCODE = 'LG403';
  END IF;
  IF valid_from < at THEN
    RAISE EXCEPTION 'a rate does not begin before it is set' USING ERRCODE = 'RT001';
  END IF;
  IF agent IS NOT NULL THEN
    SELECT * INTO house FROM rate_at(NULL, base, quote, coalesce(valid_from, at));
    IF payment_rate < house.payment_rate OR collection_rate > house.collection_rate THEN
      RAISE EXCEPTION 'the platform gives less' USING ERRCODE = 'RT002';
    END IF;
  END IF;
  INSERT INTO exchange_rate AS n (agent_id, base, quote, collection_rate, payment_rate, allow_loss, valid_from, version, maker_id,
    checker_id, approval_id, reason, created_at)
  SELECT agent, base, quote, collection_rate, payment_rate, allow_loss, coalesce(valid_from, at), coalesce(max(x.version), 0) + 1, maker,
         r.checker_id, agreed, reason, at
  FROM exchange_rate x WHERE x.base = set_exchange_rate.base AND x.quote = set_exchange_rate.quote AND x.agent_id IS NOT DISTINCT FROM agent
  RETURNING n.* INTO r;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, after, request_id)
  VALUES (at, maker, maker, 'rate.set', 'exchangeRate', r.id::text, rate_facts(r), request);
  RETURN r.id;
END $function$
;
