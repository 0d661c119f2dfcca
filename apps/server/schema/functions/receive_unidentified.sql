-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125120000_awaited_transfers

CREATE FUNCTION receive_unidentified(account bigint, ref text, paid_currency text, paid bigint, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  tree bigint;
  receipt_id bigint;
  entry journal_entry;
  journal bigint;
BEGIN
  SELECT a.agent_id INTO tree FROM channel_account a
  WHERE a.id = account AND a.direction = 'collection' AND a.currency = paid_currency;
  IF tree IS NULL OR paid <= 0 OR coalesce(ref, '') = '' THEN
    RAISE EXCEPTION 'nothing came in to channel account % so', account USING ERRCODE = 'LG404';
  END IF;
  INSERT INTO provider_confirmation (channel_account_id, provider_ref, order_id, amount, confirmed_at)
  VALUES (account, ref, NULL, paid, at) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  receipt_id := nextval(pg_get_serial_sequence('public.receipt', 'id'));
  entry.event := 'receipt.arrive';
  entry.ref_id := receipt_id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := paid_currency;
  entry.agent_id := tree;
  entry.request_id := request;
  entry.amounts := ARRAY[-paid, paid];
  entry.account_ids := ledger_open_accounts(
    ARRAY['A100', 'L250'], ARRAY[NULL, NULL]::bigint[], ARRAY[account, NULL],
    ARRAY[paid_currency, paid_currency], ARRAY['main', 'main']);
  SELECT p.journal_id INTO journal FROM ledger_post(ARRAY[entry]) p;
  INSERT INTO receipt (id, channel_account_id, order_id, provider_ref, currency, amount, reason, received_at)
  OVERRIDING SYSTEM VALUE
  SELECT receipt_id, account, NULL, ref, paid_currency, paid, 'unidentified', j.posted_at FROM journal j WHERE j.id = journal;
  INSERT INTO audit_log (at, act, object_kind, object_id, journal_id, request_id)
  VALUES (at, 'receipt.arrive', 'receipt', receipt_id::text, journal, request);
  RETURN true;
END $function$
;
