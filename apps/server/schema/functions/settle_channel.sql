-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100100_channel_settlement
-- Keeps the settlement and posts its journal, which it answers. Refuses (LG403) who may not, (LG404) without such an account, and
-- (LG402) more than lies there, or more kept than is owed; the same statement once more violates channel_settlement_once.

CREATE FUNCTION settle_channel(wanted bigint, arrived bigint, kept bigint, ref text, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
