-- Up Migration
-- Every price that was ever in force, and those that are agreed and come later. Current prices stay where plans are computed
-- from; whatever changes them there leaves a version here, so that an order can be led to the price that it was planned by.
CREATE TABLE price_version (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- merchant: what he, his general agent and his middleman have on a channel · system: what the platform takes of a senior agent
  -- · endpoint: what the provider keeps.
  party text NOT NULL CHECK (party IN ('merchant', 'system', 'endpoint')),
  -- Of a merchant; the row of his channel, null where it is yet to be made.
  method_id bigint,
  customer_id bigint,
  alias text,
  -- Of a system fee.
  agent_id bigint,
  channel_id bigint NOT NULL,
  -- In the order in which they came into force; null before.
  version integer,
  -- {party: {pct, per_item}} as a plan keeps its terms; null where there was none, or is none any more.
  before jsonb,
  prices jsonb,
  allow_loss boolean NOT NULL DEFAULT false,
  valid_from timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'scheduled' CHECK (state IN ('scheduled', 'current', 'past', 'refused', 'withdrawn')),
  -- Why it did not come into force, by a name of the error catalogue.
  failure text,
  -- Null where a price was set by no person that is known here.
  maker_id bigint,
  checker_id bigint,
  approval_id bigint,
  reason text,
  created_at timestamptz NOT NULL,
  applied_at timestamptz,
  ended_at timestamptz,
  CHECK ((version IS NULL) = (applied_at IS NULL)),
  CHECK (maker_id <> checker_id),
  CHECK ((party = 'merchant') = (customer_id IS NOT NULL) AND (party = 'system') = (agent_id IS NOT NULL))
);
CREATE UNIQUE INDEX price_version_number ON price_version (channel_id, customer_id, alias, agent_id, version) NULLS NOT DISTINCT
  WHERE version IS NOT NULL;
CREATE INDEX price_version_customer ON price_version (customer_id, id);
CREATE INDEX price_version_due ON price_version (valid_from, id) WHERE state = 'scheduled';

CREATE FUNCTION price_terms(c channel) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('endpoint', public.fee_terms(c.endpoint_pct, c.endpoint_per_item))
$$;
CREATE FUNCTION price_terms(m agent_method) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('system', public.fee_terms(m.system_pct, m.system_per_item))
$$;
CREATE FUNCTION price_terms(m customer_method) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('merchant', public.fee_terms(m.merchant_pct, m.merchant_per_item),
    'subAgent', public.fee_terms(m.sub_agent_pct, m.sub_agent_per_item),
    'middleman', public.fee_terms(m.middleman_pct, m.middleman_per_item))
$$;

-- Whatever changes a price makes its version: the one that is being applied, or a new one of whoever did it.
CREATE FUNCTION keep_price_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;
CREATE TRIGGER channel_price_kept AFTER INSERT OR UPDATE OR DELETE ON channel
  FOR EACH ROW EXECUTE FUNCTION keep_price_version();
CREATE TRIGGER agent_price_kept AFTER INSERT OR UPDATE OR DELETE ON agent_method
  FOR EACH ROW EXECUTE FUNCTION keep_price_version();
CREATE TRIGGER customer_price_kept AFTER INSERT OR UPDATE OR DELETE ON customer_method
  FOR EACH ROW EXECUTE FUNCTION keep_price_version();

-- What stands now is the first version.
INSERT INTO price_version (party, method_id, customer_id, alias, channel_id, version, prices, allow_loss, valid_from, state,
  created_at, applied_at)
SELECT 'merchant', m.id, m.customer_id, m.alias, m.channel_id, 1, price_terms(m), m.allow_loss, business_now(), 'current',
       business_now(), business_now()
FROM customer_method m;
INSERT INTO price_version (party, agent_id, channel_id, version, prices, valid_from, state, created_at, applied_at)
SELECT 'system', m.agent_id, m.channel_id, 1, price_terms(m), business_now(), 'current', business_now(), business_now()
FROM agent_method m;
INSERT INTO price_version (party, channel_id, version, prices, valid_from, state, created_at, applied_at)
SELECT 'endpoint', c.id, 1, price_terms(c), business_now(), 'current', business_now(), business_now() FROM channel c;

-- The door of a price that was agreed to: its time has come, and what it was made on still stands. Answers what keeps it from
-- coming into force, or null when it is in force.
CREATE FUNCTION apply_price_version(wanted bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;

-- One that is not in force yet ends: withdrawn by a person, or refused at its time. Answers false where it is in force or ended.
CREATE FUNCTION end_price_version(wanted bigint, ending text, why text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (
    UPDATE price_version SET state = ending, failure = why, ended_at = business_now()
    WHERE id = wanted AND state = 'scheduled' AND ending IN ('refused', 'withdrawn') RETURNING 1
  ) SELECT EXISTS (SELECT FROM ended)
$$;

-- What a price that is tried would take of an amount.
CREATE FUNCTION tried_fee(base bigint, fee jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT fee_of(base, (fee ->> 'pct')::numeric, (fee ->> 'per_item')::bigint)
$$;

REVOKE ALL ON FUNCTION apply_price_version, end_price_version, keep_price_version FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE ALL ON price_version FROM suanpan_app;
    GRANT SELECT ON price_version TO suanpan_app;
    GRANT INSERT (party, method_id, customer_id, alias, channel_id, before, prices, allow_loss, valid_from, maker_id, checker_id,
      approval_id, reason, created_at) ON price_version TO suanpan_app;
    GRANT EXECUTE ON FUNCTION apply_price_version, end_price_version TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON price_version TO suanpan_report;
  END IF;
END $$;
