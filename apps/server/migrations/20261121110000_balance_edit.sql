-- Up Migration
-- Edits by hand of frozen and settleable money. Each is one journal, whose reference is the row's id; the sum of the
-- frozen ones is what may be given back by hand, so that money frozen with an order stays frozen.

CREATE TABLE balance_edit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user,
  kind text NOT NULL CHECK (kind IN ('frozen', 'settleable')),
  currency text NOT NULL,
  -- Minor units; below zero is the way back.
  change bigint NOT NULL CHECK (change <> 0),
  maker_id bigint NOT NULL REFERENCES app_user,
  -- Whose person the maker was then.
  maker_person bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL))
);
CREATE INDEX balance_edit_user ON balance_edit (user_id, kind);
CREATE INDEX balance_edit_person ON balance_edit (maker_person, created_at);

CREATE TRIGGER balance_edit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON balance_edit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether this is the account of an active person of the platform or of this senior agent's house (of the platform alone
-- where there is none): only these move money by hand.
CREATE FUNCTION stands_over(person bigint, agent bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM app_user u LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind = 'staffSub'
    WHERE u.id = person AND u.status = 'active' AND coalesce(o.status, 'active') = 'active'
      AND (coalesce(o.kind, u.kind) IN ('admin', 'manager')
        OR (coalesce(o.kind, u.kind) = 'agent' AND coalesce(o.id, u.id) = agent)))
$$;

-- Whether an edit takes a second person: with what the same person, or anybody with this owner, edited so in the last
-- day it reaches the threshold of its tree (packages/domain/approvals). Four eyes can be switched off, but not in
-- production, so the books insist on them there.
CREATE FUNCTION edit_needs_approval(u app_user, tree bigint, kind text, change bigint, person bigint) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM installation WHERE mode = 'production')
    AND abs(change) + (
      SELECT greatest(coalesce(sum(abs(e.change)) FILTER (WHERE e.maker_person = person), 0),
                      coalesce(sum(abs(e.change)) FILTER (WHERE e.user_id = u.id), 0))
      FROM balance_edit e
      WHERE (e.maker_person = person OR e.user_id = u.id) AND e.kind = edit_needs_approval.kind AND e.currency = u.currency
        AND e.created_at > business_now() - interval '24 hours')
    >= coalesce(
      (SELECT p.threshold FROM approval_policy p
       WHERE p.currency = u.currency AND (p.agent_id IS NULL OR p.agent_id = tree)
         AND (p.act IS NULL OR p.act = CASE kind WHEN 'frozen' THEN 'users.editFrozen' ELSE 'users.editSettleable' END)
       ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
      CASE u.currency WHEN 'TWD' THEN 1000000000 ELSE 0 END);
END $$;

-- The door of the edits: keeps the edit and posts its journal, whose legs all move accounts of this owner. Frozen money is
-- taken from settleable money (J12) and given back as far as it was frozen by hand; settleable money is exchanged with
-- money that may only pay others (J13). Answers the journal; a debit without cover violates journal_is_sound (23514).
-- The maker is a person of the owner's tree; `agreed` is the approval of exactly this edit, and the checker is the one who
-- gave it, whose person the triggers of `approval` have held against the maker's. Without one it is refused (LG403)
-- where it takes a second person.
CREATE FUNCTION edit_balance(
  owner bigint, kind text, change bigint, maker bigint, agreed bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  u app_user;
  -- A senior agent's own money is the platform's to edit.
  tree bigint;
  person bigint;
  checker bigint;
  edit_id bigint;
  entry journal_entry;
BEGIN
  -- Edits of one person follow each other as well, where his sum is looked at: with other owners he could make two at
  -- once that count for one. The lock that the approvals take first of all.
  IF agreed IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('approval_sum '
      || CASE edit_balance.kind WHEN 'frozen' THEN 'users.editFrozen ' ELSE 'users.editSettleable ' END || a.person_id, 0))
    FROM app_user a WHERE a.id = maker;
  END IF;
  -- Edits of one owner follow each other.
  SELECT * INTO u FROM app_user a WHERE a.id = owner AND a.status <> 'archived' FOR NO KEY UPDATE;
  IF u.id IS NULL THEN
    RAISE EXCEPTION 'there is no owner %', owner USING ERRCODE = 'LG404';
  END IF;
  tree := CASE WHEN u.kind <> 'agent' THEN u.agent_id END;
  person := (SELECT a.person_id FROM app_user a WHERE a.id = maker);
  IF agreed IS NOT NULL THEN
    checker := (
      SELECT a.checker_id FROM approval a
      WHERE a.id = agreed AND a.state = 'approved' AND a.maker_id = maker AND a.reason = edit_balance.reason
        AND a.act = CASE edit_balance.kind WHEN 'frozen' THEN 'users.editFrozen' ELSE 'users.editSettleable' END
        AND a.payload ->> 'user_id' = owner::text AND a.payload ->> 'change' = edit_balance.change::text);
  END IF;
  IF NOT stands_over(maker, tree) OR (agreed IS NOT NULL AND stands_over(checker, tree) IS NOT TRUE)
     OR (agreed IS NULL AND edit_needs_approval(u, tree, kind, change, person)) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this edit' USING ERRCODE = 'LG403';
  END IF;
  IF kind = 'frozen' AND change < 0 AND -change > (
    SELECT coalesce(sum(e.change), 0) FROM balance_edit e WHERE e.user_id = owner AND e.kind = 'frozen'
  ) THEN
    RAISE EXCEPTION 'so much was not frozen by hand' USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO balance_edit (user_id, kind, currency, change, maker_id, maker_person, checker_id, approval_id, reason, created_at)
  VALUES (owner, kind, u.currency, change, maker, person, checker, agreed, reason, business_now())
  RETURNING id INTO edit_id;

  entry.event := CASE WHEN kind = 'settleable' THEN 'settleable.edit' WHEN change > 0 THEN 'balance.freeze' ELSE 'balance.unfreeze' END;
  entry.ref_id := edit_id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := u.currency;
  entry.customer_id := CASE WHEN u.kind = 'customer' THEN owner END;
  entry.agent_id := CASE WHEN u.kind = 'agent' THEN owner ELSE u.agent_id END;
  entry.sub_agent_id := CASE WHEN u.kind = 'subAgent' THEN owner END;
  entry.middleman_id := CASE WHEN u.kind = 'middleman' THEN owner END;
  entry.actor_id := maker;
  entry.note := reason;
  entry.request_id := request;
  entry.amounts := ARRAY[-change, change];
  entry.account_ids := ledger_open_accounts(
    CASE WHEN kind = 'settleable' THEN ARRAY['L201', 'L200'] ELSE ARRAY['L200', 'L220'] END,
    ARRAY[owner, owner], ARRAY[NULL, NULL]::bigint[], ARRAY[u.currency, u.currency], ARRAY['main', 'main']);
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $$;
REVOKE ALL ON FUNCTION edit_balance FROM PUBLIC;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON balance_edit TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON balance_edit FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION edit_balance TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON balance_edit TO suanpan_report;
  END IF;
END $$;
