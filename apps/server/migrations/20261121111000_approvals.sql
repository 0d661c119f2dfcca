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
  -- Who stood behind the two accounts when they submitted and decided; the triggers below write them.
  maker_person bigint NOT NULL REFERENCES app_user,
  checker_person bigint REFERENCES app_user,
  -- Accounts about which it is: nobody behind them decides it either.
  barred bigint[] NOT NULL DEFAULT '{}',
  decision_reason text,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused', 'expired', 'stale')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  CONSTRAINT approval_two_people CHECK (checker_id <> maker_id),
  CONSTRAINT approval_two_persons CHECK (checker_person <> maker_person),
  CONSTRAINT approval_decided CHECK ((state IN ('approved', 'refused')) = (checker_id IS NOT NULL)),
  CONSTRAINT approval_dated CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT approval_amount CHECK ((amount IS NULL) = (currency IS NULL))
);
-- The same thing waits once.
CREATE UNIQUE INDEX approval_once ON approval (act, payload_hash) WHERE state = 'waiting';
CREATE INDEX approval_waiting ON approval (expires_at) WHERE state = 'waiting';
CREATE INDEX approval_agent ON approval (agent_id, id DESC);
CREATE INDEX approval_maker ON approval (maker_id, id DESC);

-- Two persons, whatever the statement says: whoever decides is not behind the maker's account nor let himself into it,
-- nor does the maker have his hand in the checker's (persons.sql).
CREATE FUNCTION keep_two_persons() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  makers bigint[];
  refuses text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.maker_person := (SELECT person_id FROM app_user WHERE id = NEW.maker_id);
  END IF;
  NEW.checker_person := (SELECT person_id FROM app_user WHERE id = NEW.checker_id);
  IF NEW.checker_id IS NULL THEN RETURN NEW; END IF;
  makers := hands_on(NEW.maker_id, rights => false) || NEW.maker_person;
  refuses := CASE
    WHEN persons_behind(NEW.checker_id) && makers THEN 'is the person of its maker'
    WHEN persons_behind(NEW.checker_id) && NEW.barred THEN 'is whom it is about'
    WHEN hands_on(NEW.checker_id) && makers THEN 'has what its maker gave him'
    WHEN NOT is_seasoned(NEW.checker_id) THEN 'was made or reset too lately'
  END;
  IF refuses IS NOT NULL THEN
    RAISE EXCEPTION 'who decides approval % %', NEW.id, refuses
      USING ERRCODE = 'check_violation', CONSTRAINT = 'approval_two_persons', TABLE = 'approval';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_two_persons BEFORE INSERT OR UPDATE ON approval
  FOR EACH ROW EXECUTE FUNCTION keep_two_persons();

-- A decision stands, and nothing of what was submitted is rewritten, whatever a later column list forgot: only its end may
-- be written.
CREATE FUNCTION keep_approval() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ends CONSTANT text[] := '{state,checker_id,checker_person,decision_reason,decided_at}';
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state <> 'waiting' OR to_jsonb(NEW) - ends IS DISTINCT FROM to_jsonb(OLD) - ends THEN
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

-- Sums that were moved by acts with a threshold, so that many small ones count as the large one that they are: a day's
-- by the same person, and a day's on the same subject.
CREATE TABLE approval_sum (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act text NOT NULL,
  currency text NOT NULL,
  -- Minor units, never below zero: what goes back and forth adds up.
  amount bigint NOT NULL CHECK (amount >= 0),
  person_id bigint NOT NULL REFERENCES app_user,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  -- Wall time: moving the business clock on does not begin a new day.
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX approval_sum_person ON approval_sum (person_id, act, currency, at);
CREATE INDEX approval_sum_subject ON approval_sum (subject_id, subject_kind, act, currency, at);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE DELETE ON approval FROM suanpan_app;
    REVOKE UPDATE, DELETE ON approval_sum FROM suanpan_app;
  END IF;
END $$;
