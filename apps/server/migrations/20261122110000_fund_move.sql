-- Up Migration
-- Money that persons move between owners: an earner takes his fee income to his balance (J15), a senior agent funds his
-- merchant, and a manual change is paid by the house's goodwill or by the senior agent (J10). Each is one journal, whose
-- reference is the row's id.

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative)
SELECT e.event, e.kind, r.role, e.debit, false
FROM (VALUES
  ('balance.adjust', 'E510', ARRAY['platform'], true),
  ('balance.adjust', 'E510', ARRAY['platform'], false),
  ('balance.adjust', 'L200', ARRAY['customer', 'subAgent', 'middleman', 'agent'], true),
  ('balance.adjust', 'L200', ARRAY['customer', 'subAgent', 'middleman', 'agent'], false),
  ('feeIncome.transfer', 'L240', ARRAY['subAgent', 'middleman', 'agent'], true),
  ('feeIncome.transfer', 'L200', ARRAY['subAgent', 'middleman', 'agent'], false)
) AS e (event, kind, roles, debit), unnest(e.roles) AS r (role);

CREATE TABLE fund_move (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('transfer', 'fund', 'adjust')),
  -- Whose settleable money changes.
  owner_id bigint NOT NULL REFERENCES app_user,
  currency text NOT NULL,
  -- Minor units; below zero is taken from him.
  change bigint NOT NULL CHECK (change <> 0),
  -- Where it comes from, or goes: his own fee income, his senior agent's balance, the house's goodwill.
  source text NOT NULL CHECK (source IN ('feeIncome', 'agent', 'goodwill')),
  -- The senior agent whose balance it is.
  agent_id bigint REFERENCES app_user,
  maker_id bigint NOT NULL REFERENCES app_user,
  -- Whose person the maker was then.
  maker_person bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK ((kind, source) IN (('transfer', 'feeIncome'), ('fund', 'agent'), ('adjust', 'agent'), ('adjust', 'goodwill'))),
  CHECK (change > 0 OR kind = 'adjust'),
  CHECK ((source = 'agent') = (agent_id IS NOT NULL)),
  CHECK (agent_id <> owner_id),
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL))
);
CREATE INDEX fund_move_owner ON fund_move (owner_id, created_at);
CREATE INDEX fund_move_person ON fund_move (maker_person, created_at);

CREATE TRIGGER fund_move_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fund_move
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether this is the account of an active person of an owner's own house: himself, or somebody of his staff.
CREATE FUNCTION works_for(person bigint, owner bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM app_user u JOIN app_user o ON o.id = owner AND o.status = 'active'
    WHERE u.id = person AND u.status = 'active'
      AND (u.id = owner OR (u.parent_id = owner AND u.kind IN ('staffSub', 'customerSub'))))
$$;

-- Whether a move takes a second person, as edits do (edit_needs_approval). Nobody else's money is in his own fee income.
CREATE FUNCTION move_needs_approval(m fund_move, tree bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT m.kind <> 'transfer' AND EXISTS (SELECT FROM installation WHERE mode = 'production')
    AND abs(m.change) + (
      SELECT greatest(coalesce(sum(abs(e.change)) FILTER (WHERE e.maker_person = m.maker_person), 0),
                      coalesce(sum(abs(e.change)) FILTER (WHERE e.owner_id = m.owner_id), 0))
      FROM fund_move e
      WHERE (e.maker_person = m.maker_person OR e.owner_id = m.owner_id) AND e.kind = m.kind AND e.currency = m.currency
        AND e.created_at > business_now() - interval '24 hours')
    >= coalesce(
      (SELECT p.threshold FROM approval_policy p
       WHERE p.currency = m.currency AND (p.agent_id IS NULL OR p.agent_id = tree)
         AND (p.act IS NULL OR p.act = 'funds.' || m.kind)
       ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
      CASE m.currency WHEN 'TWD' THEN 1000000000 ELSE 0 END)
$$;

-- The door: keeps the move and posts its journal. Nobody creates money: what is taken must be there under the lock, and a
-- senior agent whose fee income stands below zero keeps as much of his balance as that. Of whoever owes the platform nothing
-- is taken for another.
-- Answers the journal. Refuses (LG403) a maker or checker who may not, and a source that is not this owner's; LG402 where the
-- money is not there; LG404 without the owner. `agreed` is the approval of exactly this move; it carries it out once.
CREATE FUNCTION move_funds(
  kind text, owner bigint, currency text, change bigint, source text, maker bigint, agreed bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  u app_user;
  m fund_move;
  -- A senior agent's own money is the platform's to change.
  tree bigint;
  entry journal_entry;
  -- What is looked at beside the two accounts between which money moves: what the owner owes, or what the senior agent who
  -- pays has earned.
  guard text;
  accounts bigint[];
  spare bigint;
  journal bigint;
BEGIN
  -- The lock that the approvals take first of all: moves of one person follow each other where his sum is looked at.
  IF agreed IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('approval_sum funds.' || move_funds.kind || ' ' || a.person_id, 0))
    FROM app_user a WHERE a.id = maker;
  END IF;
  SELECT * INTO u FROM app_user a
  WHERE a.id = owner AND a.status <> 'archived' AND a.kind IN ('agent', 'subAgent', 'middleman', 'customer')
  FOR NO KEY UPDATE;
  IF u.id IS NULL THEN
    RAISE EXCEPTION 'there is no owner %', owner USING ERRCODE = 'LG404';
  END IF;
  tree := CASE WHEN u.kind <> 'agent' THEN u.agent_id END;
  m.kind := kind;
  m.owner_id := owner;
  m.currency := currency;
  m.change := change;
  m.source := source;
  m.agent_id := CASE WHEN source = 'agent' THEN u.agent_id END;
  m.maker_id := maker;
  m.maker_person := (SELECT a.person_id FROM app_user a WHERE a.id = maker);
  m.approval_id := agreed;
  m.reason := reason;
  IF agreed IS NOT NULL THEN
    m.checker_id := (
      SELECT a.checker_id FROM approval a
      WHERE a.id = agreed AND a.state = 'approved' AND a.maker_id = maker AND a.reason = move_funds.reason
        AND a.act = 'funds.' || m.kind AND a.payload ->> 'owner_id' = m.owner_id::text AND a.payload ->> 'currency' = m.currency
        AND a.payload ->> 'change' = m.change::text AND a.payload ->> 'source' = m.source);
  END IF;
  IF (CASE
    WHEN m.kind = 'transfer' THEN u.kind = 'customer' OR NOT works_for(maker, owner)
    WHEN m.source = 'agent' THEN u.kind <> 'customer' OR NOT works_for(maker, m.agent_id) OR (m.kind = 'adjust'
      AND NOT (SELECT a.allow_manual_balance FROM app_user a WHERE a.id = m.agent_id))
    ELSE NOT stands_over(maker, NULL) END)
    OR (agreed IS NOT NULL AND stands_over(m.checker_id, CASE WHEN m.source = 'agent' THEN tree END) IS NOT TRUE)
    OR (agreed IS NULL AND move_needs_approval(m, tree)) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this move' USING ERRCODE = 'LG403';
  END IF;

  INSERT INTO fund_move (kind, owner_id, currency, change, source, agent_id, maker_id, maker_person, checker_id, approval_id,
    reason, created_at)
  VALUES (m.kind, m.owner_id, m.currency, m.change, m.source, m.agent_id, m.maker_id, m.maker_person, m.checker_id,
    m.approval_id, m.reason, at)
  RETURNING id INTO m.id;

  guard := CASE WHEN m.change < 0 THEN 'A130' WHEN m.source = 'agent' THEN 'L240' END;
  SELECT ledger_open_accounts(array_agg(w.kind ORDER BY w.n), array_agg(w.who ORDER BY w.n), array_agg(NULL::bigint),
           array_agg(m.currency), array_agg('main'::text))
  INTO accounts
  FROM (VALUES
    (1, CASE m.source WHEN 'feeIncome' THEN 'L240' WHEN 'agent' THEN 'L200' ELSE 'E510' END,
     CASE m.source WHEN 'feeIncome' THEN m.owner_id ELSE m.agent_id END),
    (2, 'L200', m.owner_id),
    (3, guard, CASE guard WHEN 'A130' THEN m.owner_id ELSE m.agent_id END)
  ) AS w (n, kind, who)
  WHERE w.kind IS NOT NULL;
  PERFORM FROM balance b WHERE b.account_id = ANY (accounts) ORDER BY b.account_id FOR NO KEY UPDATE;
  IF m.change < 0 THEN
    SELECT CASE WHEN d.balance < 0 THEN 0 ELSE b.balance END INTO spare FROM balance b, balance d
    WHERE b.account_id = accounts[2] AND d.account_id = accounts[3];
  ELSIF m.source = 'agent' THEN
    SELECT b.balance + least(d.balance, 0) INTO spare FROM balance b, balance d
    WHERE b.account_id = accounts[1] AND d.account_id = accounts[3];
  ELSIF m.source = 'feeIncome' THEN
    SELECT b.balance INTO spare FROM balance b WHERE b.account_id = accounts[1];
  END IF;
  IF abs(m.change) > spare THEN
    RAISE EXCEPTION 'so much is not there to be moved' USING ERRCODE = 'LG402';
  END IF;

  entry.event := CASE m.kind WHEN 'transfer' THEN 'feeIncome.transfer' ELSE 'balance.adjust' END;
  entry.ref_id := m.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := m.currency;
  entry.customer_id := CASE WHEN u.kind = 'customer' THEN owner END;
  entry.agent_id := CASE WHEN u.kind = 'agent' THEN owner ELSE u.agent_id END;
  entry.sub_agent_id := CASE WHEN u.kind = 'subAgent' THEN owner END;
  entry.middleman_id := CASE WHEN u.kind = 'middleman' THEN owner END;
  entry.actor_id := maker;
  entry.note := reason;
  entry.request_id := request;
  entry.amounts := ARRAY[-m.change, m.change];
  entry.account_ids := accounts[1:2];
  journal := (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('funds.moved', 'user:' || owner,
    json_build_object('owner_ids', array_remove(ARRAY[owner::text, m.agent_id::text], NULL)), at);
  RETURN journal;
END $$;

REVOKE ALL ON FUNCTION move_funds FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON fund_move TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON fund_move FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION move_funds TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON fund_move TO suanpan_report;
  END IF;
END $$;
