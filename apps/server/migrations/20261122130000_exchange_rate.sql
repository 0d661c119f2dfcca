-- Up Migration
-- Exchange rates: quote units for one unit of the base, dated, of the platform or of a senior agent. One that has been in force
-- stays as it was; a later version follows it, and one that is not in force yet can be withdrawn.
CREATE TABLE exchange_rate (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The platform's where there is none.
  agent_id bigint REFERENCES app_user,
  base text NOT NULL,
  quote text NOT NULL,
  -- By which what is collected in the base is credited in the quote, and by which what is paid in the base is charged in it.
  collection_rate numeric(20, 8) NOT NULL CHECK (collection_rate > 0),
  payment_rate numeric(20, 8) NOT NULL CHECK (payment_rate > 0),
  allow_loss boolean NOT NULL,
  valid_from timestamptz NOT NULL,
  version integer NOT NULL,
  maker_id bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  withdrawn_by bigint REFERENCES app_user,
  withdrawn_at timestamptz,
  UNIQUE NULLS NOT DISTINCT (base, quote, agent_id, version),
  -- A pair is quoted one way round.
  CHECK (array_position(ARRAY['USDT', 'USD', 'CNY', 'TWD'], base) < array_position(ARRAY['USDT', 'USD', 'CNY', 'TWD'], quote)),
  CHECK (payment_rate >= collection_rate OR allow_loss),
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL)),
  CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL) AND (withdrawn_at < valid_from OR withdrawn_at IS NULL))
);
CREATE INDEX exchange_rate_valid ON exchange_rate (base, quote, valid_from);

-- The rate in force between two currencies, whichever comes first: the senior agent's own, or the platform's.
CREATE FUNCTION rate_at(agent bigint, one text, other text, at timestamptz) RETURNS exchange_rate
LANGUAGE sql STABLE AS $$
  SELECT r.* FROM exchange_rate r
  WHERE ((r.base = one AND r.quote = other) OR (r.base = other AND r.quote = one))
    AND (r.agent_id = agent OR r.agent_id IS NULL) AND r.valid_from <= at AND r.withdrawn_at IS NULL
  ORDER BY r.agent_id IS NULL, r.valid_from DESC, r.version DESC LIMIT 1
$$;

-- All of a rate that matters, as the log keeps it, which is sealed.
CREATE FUNCTION rate_facts(r exchange_rate) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('agent', r.agent_id::text, 'pair', r.base || '/' || r.quote, 'collection_rate', trim_scale(r.collection_rate)::text,
    'payment_rate', trim_scale(r.payment_rate)::text, 'valid_from', extract(epoch FROM r.valid_from)::text, 'version', r.version::text,
    'maker_id', r.maker_id::text, 'approval_id', r.approval_id::text)
$$;

-- The door: a person of the senior agent's house or of the platform sets a rate, and a second person agrees to exactly this.
-- Answers the rate. Refuses who may not (LG403), a house that is none (LG404), a time that has passed (RT001), and a rate by which
-- the agent would give more than the platform gives him (RT002).
CREATE FUNCTION set_exchange_rate(
  agent bigint, base text, quote text, collection_rate numeric, payment_rate numeric, allow_loss boolean, valid_from timestamptz,
  maker bigint, agreed bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;

-- One that is not in force yet is withdrawn. Answers false where it is in force, or withdrawn already.
CREATE FUNCTION withdraw_exchange_rate(wanted bigint, person bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;

REVOKE ALL ON FUNCTION set_exchange_rate, withdraw_exchange_rate FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON exchange_rate TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON exchange_rate FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION set_exchange_rate, withdraw_exchange_rate TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON exchange_rate TO suanpan_report;
  END IF;
END $$;
