-- Up Migration
-- Top-ups (J11): a merchant says that he wired money to the platform's own bank or chain address, and a second person, of the
-- platform, finds it there. Such money may pay others and cannot be withdrawn (L201); what its owner owes is repaid first
-- (A130).

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative) VALUES
  ('deposit.credit', 'A110', 'platform', true, false),
  ('deposit.credit', 'L201', 'customer', false, false),
  ('deposit.credit', 'A130', 'customer', false, false),
  ('deposit.credit', 'R410', 'platform', false, false);

CREATE TABLE deposit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  no text NOT NULL GENERATED ALWAYS AS ('D' || lpad(id::text, 10, '0')) STORED UNIQUE,
  owner_id bigint NOT NULL REFERENCES app_user,
  -- His senior agent when he applied.
  agent_id bigint NOT NULL REFERENCES app_user,
  currency text NOT NULL,
  -- What came, in minor units; and what of it the platform keeps, which is known once it was found.
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint CHECK (fee >= 0 AND fee < amount),
  method text NOT NULL CHECK (method IN ('bank', 'chain')),
  payer_last5 text,
  tx_hash text,
  note text,
  made_by bigint NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  -- Who found it, or ended it.
  decided_by bigint REFERENCES app_user,
  decision_reason text,
  completed_at timestamptz,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'credited', 'rejected', 'cancelled')),
  CHECK ((method = 'bank') = (payer_last5 IS NOT NULL) AND (method = 'chain') = (tx_hash IS NOT NULL)),
  CHECK ((status = 'pending') = (completed_at IS NULL) AND (status = 'pending') = (decided_by IS NULL)),
  CHECK ((status = 'credited') = (fee IS NOT NULL))
);
-- One transfer on a chain is credited once, whoever claims it, in whatever currency, and however its number is written.
CREATE UNIQUE INDEX deposit_transfer ON deposit (reference_key(tx_hash))
  WHERE tx_hash IS NOT NULL AND status IN ('pending', 'credited');
CREATE INDEX deposit_newest ON deposit (created_at DESC, id DESC);
CREATE INDEX deposit_owner ON deposit (owner_id, created_at DESC, id DESC);
CREATE INDEX deposit_agent ON deposit (agent_id, created_at DESC, id DESC);
CREATE INDEX deposit_open ON deposit (created_at) WHERE status = 'pending';

-- A merchant, somebody who works for him, his senior agent's house or the platform says that money was wired. Answers the row's
-- id. Refuses (LG403) whoever stands outside his tree and LG404 a merchant who is not active.
-- A slip that it names is held on to; one that is not kept is refused (LG410).
CREATE FUNCTION apply_deposit(
  owner bigint, currency text, amount bigint, method text, last5 text, tx text, note text, maker bigint, request text,
  slip text DEFAULT NULL
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  u app_user;
  d deposit;
BEGIN
  SELECT * INTO u FROM app_user a WHERE a.id = owner AND a.kind = 'customer' AND a.status = 'active' FOR NO KEY UPDATE;
  IF u.id IS NULL THEN
    RAISE EXCEPTION 'there is no merchant %', owner USING ERRCODE = 'LG404';
  END IF;
  IF NOT works_for(maker, owner) AND NOT stands_over(maker, u.agent_id) THEN
    RAISE EXCEPTION 'user % may not apply for %', maker, owner USING ERRCODE = 'LG403';
  END IF;
  IF slip IS NOT NULL THEN
    UPDATE payout_slip s SET is_named = true WHERE s.hash = apply_deposit.slip;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no slip %', slip USING ERRCODE = 'LG410';
    END IF;
  END IF;
  INSERT INTO deposit AS n (owner_id, agent_id, currency, amount, method, payer_last5, tx_hash, note, slip, made_by, created_at)
  VALUES (owner, u.agent_id, apply_deposit.currency, apply_deposit.amount, apply_deposit.method, last5, tx, apply_deposit.note,
    apply_deposit.slip, maker, business_now())
  RETURNING n.* INTO d;
  PERFORM note_deposit(d, 'collections.deposit.create', NULL, maker, d.note, request, NULL);
  RETURN d.id;
END $$;

-- Whoever decides is of the platform, whose bank it is; he is neither who applied, nor a person behind him or the merchant, nor
-- has he what these gave him (reliability §7.1): as `keep_two_persons` has it of approvals.
CREATE FUNCTION may_find_deposit(d deposit, checker bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT stands_over(checker, NULL)
    AND NOT persons_behind(checker) && (hands_on(d.made_by, rights => false) || persons_behind(d.owner_id))
    AND NOT hands_on(checker) && (hands_on(d.made_by, rights => false) || d.made_by)
    AND is_seasoned(checker)
$$;

-- A person of the platform found the money: it is credited, less what the platform keeps. What its owner owes is repaid first.
-- Answers the journal; null, and nothing changes, where it is decided already. Refuses (LG403) whoever may not decide it.
CREATE FUNCTION credit_deposit(wanted bigint, fee bigint, checker bigint, request text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  d deposit;
  accounts bigint[];
  owed bigint;
  repaid bigint;
  entry journal_entry;
  journal bigint;
BEGIN
  SELECT * INTO d FROM deposit n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF d.status IS DISTINCT FROM 'pending' THEN
    RETURN NULL;
  END IF;
  IF NOT may_find_deposit(d, checker) THEN
    RAISE EXCEPTION 'user % may not decide deposit %', checker, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE deposit n SET status = 'credited', fee = credit_deposit.fee, decided_by = checker, completed_at = at
  WHERE n.id = wanted RETURNING n.* INTO d;
  accounts := ledger_open_accounts(ARRAY['A110', 'L201', 'A130', 'R410'], ARRAY[NULL, d.owner_id, d.owner_id, NULL],
    ARRAY[NULL, NULL, NULL, NULL]::bigint[], ARRAY[d.currency, d.currency, d.currency, d.currency],
    ARRAY['main', 'main', 'main', 'main']);
  PERFORM FROM balance b WHERE b.account_id = ANY (accounts) ORDER BY b.account_id FOR NO KEY UPDATE;
  SELECT -least(b.balance, 0) INTO STRICT owed FROM balance b WHERE b.account_id = accounts[3];
  repaid := least(owed, d.amount - d.fee);
  entry.event := 'deposit.credit';
  entry.ref_id := d.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := d.currency;
  entry.customer_id := d.owner_id;
  entry.agent_id := d.agent_id;
  entry.actor_id := checker;
  entry.request_id := request;
  SELECT array_agg(l.account ORDER BY l.n), array_agg(l.amount ORDER BY l.n) INTO entry.account_ids, entry.amounts
  FROM unnest(accounts, ARRAY[-d.amount, d.amount - d.fee - repaid, repaid, d.fee]) WITH ORDINALITY AS l (account, amount, n)
  WHERE l.amount <> 0;
  journal := (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
  PERFORM note_deposit(d, 'collections.deposit.approve', 'pending', checker, NULL, request, journal);
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('funds.moved', 'user:' || d.owner_id, json_build_object('owner_ids', ARRAY[d.owner_id::text]), at);
  RETURN journal;
END $$;

-- Ends an application without money: `rejected` by a person of the platform, `cancelled` by whoever could have applied. Answers
-- false, and nothing changes, where it is decided already. Refuses (LG403) whoever may not.
CREATE FUNCTION end_deposit(wanted bigint, becomes text, person bigint, reason text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  d deposit;
BEGIN
  SELECT * INTO d FROM deposit n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF d.status IS DISTINCT FROM 'pending' THEN
    RETURN false;
  END IF;
  IF (CASE becomes WHEN 'rejected' THEN stands_over(person, NULL)
        WHEN 'cancelled' THEN person = d.made_by OR works_for(person, d.owner_id) END) IS NOT TRUE THEN
    RAISE EXCEPTION 'user % may not end deposit %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE deposit n SET status = becomes, decided_by = person, decision_reason = reason, completed_at = business_now()
  WHERE n.id = wanted RETURNING n.* INTO d;
  PERFORM note_deposit(d, 'collections.deposit.' || CASE becomes WHEN 'rejected' THEN 'reject' ELSE 'create' END, 'pending', person,
    reason, request, NULL);
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION apply_deposit, credit_deposit, end_deposit FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON deposit TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON deposit FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION apply_deposit, credit_deposit, end_deposit TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON deposit TO suanpan_report;
  END IF;
END $$;
