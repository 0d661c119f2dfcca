-- Up Migration
-- Every threshold of four eyes that is set leaves a row in the log, as every price does, whoever set it and however: one
-- that was raised for the moment of an act and put back would leave no trace.

CREATE FUNCTION threshold_facts(p approval_policy) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('agent_id', p.agent_id::text, 'act', p.act, 'currency', p.currency,
    'amount_minor', p.threshold::text))
$$;

CREATE FUNCTION note_threshold() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN threshold_facts(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN threshold_facts(NEW) END;
  of jsonb := coalesce(after, before);
BEGIN
  IF before IS DISTINCT FROM after THEN
    PERFORM note_trace('threshold.set', 'approvalPolicy',
      concat_ws(':', coalesce(of ->> 'agent_id', 'all'), coalesce(of ->> 'act', 'all'), of ->> 'currency'), before, after);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER threshold_noted AFTER INSERT OR UPDATE OR DELETE ON approval_policy
  FOR EACH ROW EXECUTE FUNCTION note_threshold();
