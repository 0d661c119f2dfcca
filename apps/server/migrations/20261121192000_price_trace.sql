-- Up Migration
-- Every price that is set leaves a row in the log, which is sealed, whoever set it and however: a plan is computed from
-- the prices that stand, so one that was changed for the moment of a plan and changed back would leave no trace.

-- Whose act the transaction is, where it has said so (`nameMaker`); else the login that the statement came by.
CREATE FUNCTION maker_named(what text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('suanpan.' || what, true), '')
$$;
CREATE FUNCTION note_trace(act text, object_kind text, object_id text, before jsonb, after jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, after, request_id)
  SELECT public.business_now(), m.id, m.id, $1, $2, $3, $4,
         CASE WHEN m.id IS NULL THEN coalesce($5, '{}') || jsonb_build_object('by', session_user) ELSE $5 END,
         public.maker_named('request_id')
  FROM (SELECT public.maker_named('maker_id')::bigint AS id) m
$$;

CREATE FUNCTION price_text(pct numeric, per_item bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT trim_scale(pct) || ' % + ' || per_item
$$;
-- Whose price for which channel and in which currency, and the price of each party.
CREATE FUNCTION price_facts(c channel) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('channel', c.id::text, 'currency', c.currency,
    'prices', ARRAY[price_text(c.endpoint_pct, c.endpoint_per_item)])
$$;
CREATE FUNCTION price_facts(m agent_method) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('channel', m.channel_id::text, 'agent_id', m.agent_id::text,
    'currency', (SELECT c.currency FROM public.channel c WHERE c.id = m.channel_id),
    'prices', ARRAY[price_text(m.system_pct, m.system_per_item)])
$$;
CREATE FUNCTION price_facts(m customer_method) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('channel', m.channel_id::text, 'customer_id', m.customer_id::text, 'method', m.alias,
    'currency', (SELECT c.currency FROM public.channel c WHERE c.id = m.channel_id),
    'prices', ARRAY[price_text(m.merchant_pct, m.merchant_per_item), price_text(m.sub_agent_pct, m.sub_agent_per_item),
      price_text(m.middleman_pct, m.middleman_per_item)])
$$;

CREATE FUNCTION note_price() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN price_facts(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN price_facts(NEW) END;
BEGIN
  IF before IS DISTINCT FROM after THEN
    PERFORM note_trace('price.set', 'channel', coalesce(after, before) ->> 'channel', before, after);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER channel_price_noted AFTER INSERT OR UPDATE OR DELETE ON channel
  FOR EACH ROW EXECUTE FUNCTION note_price();
CREATE TRIGGER agent_price_noted AFTER INSERT OR UPDATE OR DELETE ON agent_method
  FOR EACH ROW EXECUTE FUNCTION note_price();
CREATE TRIGGER customer_price_noted AFTER INSERT OR UPDATE OR DELETE ON customer_method
  FOR EACH ROW EXECUTE FUNCTION note_price();
