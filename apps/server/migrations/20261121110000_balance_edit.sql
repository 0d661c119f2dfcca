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
  checker_id bigint REFERENCES app_user,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (maker_id <> checker_id)
);
CREATE INDEX balance_edit_user ON balance_edit (user_id, kind);

CREATE TRIGGER balance_edit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON balance_edit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The door of the edits: keeps the edit and posts its journal, whose legs all move accounts of this owner. Frozen money is
-- taken from settleable money (J12) and given back as far as it was frozen by hand; settleable money is exchanged with
-- money that may only pay others (J13). Answers the journal; a debit without cover violates journal_is_sound (23514).
CREATE FUNCTION edit_balance(
  owner bigint, kind text, change bigint, maker bigint, checker bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  u app_user;
  edit_id bigint;
  entry journal_entry;
BEGIN
  -- Edits of one owner follow each other.
  SELECT * INTO u FROM app_user a WHERE a.id = owner AND a.status <> 'archived' FOR NO KEY UPDATE;
  IF u.id IS NULL THEN
    RAISE EXCEPTION 'there is no owner %', owner USING ERRCODE = 'LG404';
  END IF;
  IF kind = 'frozen' AND change < 0 AND -change > (
    SELECT coalesce(sum(e.change), 0) FROM balance_edit e WHERE e.user_id = owner AND e.kind = 'frozen'
  ) THEN
    RAISE EXCEPTION 'so much was not frozen by hand' USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO balance_edit (user_id, kind, currency, change, maker_id, checker_id, reason, created_at)
  VALUES (owner, kind, u.currency, change, maker, checker, reason, business_now())
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
