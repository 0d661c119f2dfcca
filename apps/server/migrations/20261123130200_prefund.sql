-- Up Migration
-- The platform pays a provider in advance, so that payouts can leave by him (J20): a transfer from its bank to one account of a
-- payout channel, entered by two persons, once by its number.

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative) VALUES
  ('channel.prefund', 'A100', 'channelAccount', true, false),
  ('channel.prefund', 'A110', 'platform', false, false);

CREATE TABLE channel_prefund (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_account_id bigint NOT NULL REFERENCES channel_account,
  currency text NOT NULL,
  -- Minor units.
  amount bigint NOT NULL CHECK (amount > 0),
  -- Of the transfer.
  transfer_ref text NOT NULL,
  maker_id bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL))
);
CREATE UNIQUE INDEX channel_prefund_once ON channel_prefund (channel_account_id, reference_key(transfer_ref));
CREATE TRIGGER channel_prefund_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON channel_prefund
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Keeps the transfer and posts its journal, which it answers. Refuses (LG403) who may not, LG404 without such an account; the
-- same transfer once more violates channel_prefund_once.
CREATE FUNCTION prefund_channel(
  wanted bigint, amount bigint, ref text, maker bigint, agreed bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a channel_account;
  f channel_prefund;
  checker bigint;
  entry journal_entry;
BEGIN
  SELECT * INTO a FROM channel_account c WHERE c.id = wanted AND c.direction = 'payout' FOR NO KEY UPDATE;
  IF a.id IS NULL THEN
    RAISE EXCEPTION 'there is no payout account %', wanted USING ERRCODE = 'LG404';
  END IF;
  checker := (
    SELECT p.checker_id FROM approval p
    WHERE p.id = agreed AND p.state = 'approved' AND p.act = 'channels.prefund' AND p.maker_id = maker
      AND p.reason = prefund_channel.reason AND p.payload ->> 'channel_account_id' = wanted::text
      AND p.payload ->> 'amount' = prefund_channel.amount::text AND p.payload ->> 'transfer_ref' = ref);
  IF stands_over(maker, NULL) IS NOT TRUE OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this transfer' USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO channel_prefund AS n (channel_account_id, currency, amount, transfer_ref, maker_id, checker_id, approval_id, reason, created_at)
  VALUES (a.id, a.currency, prefund_channel.amount, ref, maker, checker, agreed, prefund_channel.reason, business_now())
  RETURNING n.* INTO f;
  entry.event := 'channel.prefund';
  entry.ref_id := f.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := f.currency;
  entry.agent_id := a.agent_id;
  entry.actor_id := maker;
  entry.note := f.reason;
  entry.request_id := request;
  entry.account_ids := ledger_open_accounts(ARRAY['A100', 'A110'], ARRAY[NULL, NULL]::bigint[], ARRAY[a.id, NULL],
    ARRAY[f.currency, f.currency], ARRAY['main', 'main']);
  entry.amounts := ARRAY[-f.amount, f.amount];
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $$;

REVOKE ALL ON FUNCTION prefund_channel FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON channel_prefund TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON channel_prefund FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION prefund_channel TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON channel_prefund TO suanpan_report;
  END IF;
END $$;
