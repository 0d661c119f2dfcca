-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110000_fund_move
-- The door: keeps the move and posts its journal. Nobody creates money: what is taken must be there under the lock, and a
-- senior agent whose fee income stands below zero keeps as much of his balance as that. Of whoever owes the platform nothing
-- is taken for another.
-- Answers the journal. Refuses (LG403) a maker or checker who may not, and a source that is not this owner's; LG402 where the
-- money is not there; LG404 without the owner. `agreed` is the approval of exactly this move; it carries it out once.

CREATE FUNCTION move_funds(kind text, owner bigint, currency text, change bigint, source text, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
