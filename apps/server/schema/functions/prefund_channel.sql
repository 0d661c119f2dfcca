-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130200_prefund
-- Keeps the transfer and posts its journal, which it answers. Refuses (LG403) who may not, LG404 without such an account; the
-- same transfer once more violates channel_prefund_once.

CREATE FUNCTION prefund_channel(wanted bigint, amount bigint, ref text, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
