-- Up Migration
-- What waits for a second person. The payload is carried out exactly as it was submitted; the effect is what maker
-- and checker were shown, kept with its hash, so that an effect that has changed meanwhile is noticed.

CREATE TABLE approval (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  subject_label text NOT NULL,
  -- The senior agent whose tree it belongs to; null for the platform.
  agent_id bigint REFERENCES app_user,
  payload jsonb NOT NULL,
  payload_hash text NOT NULL,
  effect jsonb NOT NULL,
  effect_hash text NOT NULL,
  currency text,
  amount bigint,
  reason text NOT NULL,
  maker_id bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  decision_reason text,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused', 'expired', 'stale')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  CONSTRAINT approval_two_people CHECK (checker_id <> maker_id),
  CONSTRAINT approval_decided CHECK ((state IN ('approved', 'refused')) = (checker_id IS NOT NULL)),
  CONSTRAINT approval_dated CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT approval_amount CHECK ((amount IS NULL) = (currency IS NULL))
);
-- The same thing waits once.
CREATE UNIQUE INDEX approval_once ON approval (act, payload_hash) WHERE state = 'waiting';
CREATE INDEX approval_waiting ON approval (expires_at) WHERE state = 'waiting';
CREATE INDEX approval_agent ON approval (agent_id, id DESC);
CREATE INDEX approval_maker ON approval (maker_id, id DESC);

-- A decision stands, and what was submitted is never rewritten.
CREATE FUNCTION keep_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'waiting'
     OR (NEW.act, NEW.payload, NEW.effect, NEW.maker_id, NEW.reason, NEW.agent_id, NEW.expires_at)
        IS DISTINCT FROM (OLD.act, OLD.payload, OLD.effect, OLD.maker_id, OLD.reason, OLD.agent_id, OLD.expires_at)
  THEN
    RAISE EXCEPTION 'approval % stands as it is', OLD.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_stands BEFORE UPDATE OR DELETE ON approval
  FOR EACH ROW EXECUTE FUNCTION keep_approval();

-- From which sum on a second person is asked. The most particular row counts: of the tree and the act, then of the
-- tree, then of the act, then of all; without any the default of the domain.
CREATE TABLE approval_policy (
  agent_id bigint REFERENCES app_user,
  act text,
  currency text NOT NULL,
  threshold bigint NOT NULL CHECK (threshold >= 0),
  UNIQUE NULLS NOT DISTINCT (agent_id, act, currency)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE DELETE ON approval FROM suanpan_app;
  END IF;
END $$;
