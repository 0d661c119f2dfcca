-- Up Migration
-- Whoever says that he wired money may show the slip of it; the person of the platform who looks for the money sees it.

ALTER TABLE deposit ADD COLUMN slip text REFERENCES payout_slip;
CREATE INDEX deposit_slip ON deposit (slip) WHERE slip IS NOT NULL;

-- As before, with the slip.
CREATE OR REPLACE FUNCTION note_deposit(
  d deposit, act text, was text, actor bigint, reason text, request text, journal bigint
) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
  SELECT business_now(), actor, actor, act, 'deposit', d.id::text, was, d.status, journal,
         jsonb_strip_nulls(jsonb_build_object('subject', 'user:' || d.owner_id, 'currency', d.currency, 'amount_minor', d.amount::text,
           'last5', d.payer_last5, 'tx_hash', d.tx_hash, 'slip', d.slip, 'fee_minor', d.fee::text, 'reason', reason)), request;
  INSERT INTO outbox (kind, subject, payload, created_at)
  SELECT 'deposit.changed', 'deposit:' || d.id, json_build_object('deposit_id', d.id::text, 'no', d.no, 'owner_id', d.owner_id::text,
           'agent_id', d.agent_id::text, 'currency', d.currency, 'amount', d.amount::text, 'status', d.status,
           'made_by', d.made_by::text, 'contested', EXISTS (SELECT FROM claims_beside(d))), business_now()
$$;

-- As before; a slip is held on to. Refuses (LG410) one that is not kept.
DROP FUNCTION apply_deposit(bigint, text, bigint, text, text, text, text, bigint, text);
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

REVOKE ALL ON FUNCTION apply_deposit FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION apply_deposit TO suanpan_app;
  END IF;
  -- The list as a file tells the platform of other claims, as the list does.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT EXECUTE ON FUNCTION claims_beside TO suanpan_report;
  END IF;
END $$;
