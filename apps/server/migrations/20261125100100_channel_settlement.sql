-- Up Migration
-- A provider settles with the platform (J17): what lay at one of its accounts came to the platform's bank, and what it kept was
-- its price, which we owed it. By its own statement, entered by two persons, once by its number.

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative) VALUES
  ('channel.settle', 'A110', 'platform', true, false),
  ('channel.settle', 'L260', 'channelAccount', true, false),
  ('channel.settle', 'A100', 'channelAccount', false, false);

CREATE TABLE channel_settlement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_account_id bigint NOT NULL REFERENCES channel_account,
  currency text NOT NULL,
  -- Minor units: what came to the bank, and what the provider kept of what it owed us.
  arrived bigint NOT NULL CHECK (arrived >= 0),
  kept bigint NOT NULL CHECK (kept >= 0),
  -- Of the provider's statement, or of its transfer.
  statement_ref text NOT NULL,
  maker_id bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (arrived + kept > 0),
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL))
);
CREATE UNIQUE INDEX channel_settlement_once ON channel_settlement (channel_account_id, reference_key(statement_ref));
CREATE TRIGGER channel_settlement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON channel_settlement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What by our books lies at a provider's account, and what we owe it for its work, both in minor units and above zero as a rule.
-- Such accounts have no running balance: this reads all their journals.
CREATE FUNCTION clearing_of(wanted bigint, OUT held bigint, OUT owed bigint) LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(-sum(l.amount) FILTER (WHERE l.id = x.clearing), 0)::bigint,
         coalesce(sum(l.amount) FILTER (WHERE l.id = x.payable), 0)::bigint
  FROM (
    SELECT max(a.id) FILTER (WHERE a.kind = 'A100') AS clearing, max(a.id) FILTER (WHERE a.kind = 'L260') AS payable
    FROM account a WHERE a.channel_account_id = wanted AND a.book = 'main' AND a.kind IN ('A100', 'L260')
  ) x
  CROSS JOIN journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (id, amount)
  WHERE (x.clearing = ANY (j.account_ids) OR x.payable = ANY (j.account_ids)) AND l.id IN (x.clearing, x.payable)
$$;

-- Keeps the settlement and posts its journal, which it answers. Refuses (LG403) who may not, (LG404) without such an account, and
-- (LG402) more than lies there, or more kept than is owed; the same statement once more violates channel_settlement_once.
CREATE FUNCTION settle_channel(
  wanted bigint, arrived bigint, kept bigint, ref text, maker bigint, agreed bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a channel_account;
  s channel_settlement;
  checker bigint;
  there record;
  entry journal_entry;
BEGIN
  SELECT * INTO a FROM channel_account c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF a.id IS NULL THEN
    RAISE EXCEPTION 'there is no account %', wanted USING ERRCODE = 'LG404';
  END IF;
  checker := (
    SELECT p.checker_id FROM approval p
    WHERE p.id = agreed AND p.state = 'approved' AND p.maker_id = maker AND p.reason = settle_channel.reason
      AND p.act = CASE a.direction WHEN 'payout' THEN 'payoutKeys.settle' ELSE 'collectionKeys.settle' END
      AND p.payload ->> 'id' = wanted::text AND p.payload ->> 'arrived' = settle_channel.arrived::text
      AND p.payload ->> 'kept' = settle_channel.kept::text AND p.payload ->> 'statement_ref' = ref);
  IF stands_over(maker, NULL) IS NOT TRUE OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this settlement' USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO there FROM clearing_of(wanted);
  IF arrived::numeric + kept > greatest(there.held, 0) OR kept > greatest(there.owed, 0) THEN
    RAISE EXCEPTION 'so much does not lie at account %', wanted USING ERRCODE = 'LG402';
  END IF;
  INSERT INTO channel_settlement AS n (channel_account_id, currency, arrived, kept, statement_ref, maker_id, checker_id, approval_id,
    reason, created_at)
  VALUES (a.id, a.currency, settle_channel.arrived, settle_channel.kept, ref, maker, checker, agreed, settle_channel.reason,
    business_now())
  RETURNING n.* INTO s;
  entry.event := 'channel.settle';
  entry.ref_id := s.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := s.currency;
  entry.agent_id := a.agent_id;
  entry.actor_id := maker;
  entry.note := s.reason;
  entry.request_id := request;
  SELECT array_agg(l.account ORDER BY l.n), array_agg(l.amount ORDER BY l.n) INTO entry.account_ids, entry.amounts
  FROM unnest(
    ledger_open_accounts(ARRAY['A110', 'L260', 'A100'], ARRAY[NULL, NULL, NULL]::bigint[], ARRAY[NULL, a.id, a.id],
      ARRAY[s.currency, s.currency, s.currency], ARRAY['main', 'main', 'main']),
    ARRAY[-s.arrived, -s.kept, s.arrived + s.kept]) WITH ORDINALITY AS l (account, amount, n)
  WHERE l.amount <> 0;
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $$;

REVOKE ALL ON FUNCTION settle_channel, clearing_of FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON channel_settlement TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON channel_settlement FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION settle_channel, clearing_of TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON channel_settlement TO suanpan_report;
  END IF;
END $$;
