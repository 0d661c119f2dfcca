-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation
-- The platform takes a difference upon itself, once, and posts its journal, which it answers. Refuses (LG403) who may not, LG404
-- without such a difference that is open and as it was agreed to.

CREATE FUNCTION write_off_difference(wanted bigint, was_ours bigint, was_theirs bigint, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  k reconciliation_difference;
  a channel_account;
  w reconciliation_write_off;
  checker bigint;
  entry journal_entry;
  journal bigint;
BEGIN
  SELECT * INTO k FROM reconciliation_difference x WHERE x.id = wanted FOR NO KEY UPDATE;
  SELECT c.* INTO a FROM channel_account c JOIN reconciliation_day d ON d.channel_account_id = c.id WHERE d.id = k.day_id;
  IF a.id IS NULL OR k.act IS NOT NULL OR (k.ours, k.theirs) IS DISTINCT FROM (was_ours, was_theirs) THEN
    RAISE EXCEPTION 'there is no such open difference %', wanted USING ERRCODE = 'LG404';
  END IF;
  checker := (
    SELECT p.checker_id FROM approval p
    WHERE p.id = agreed AND p.state = 'approved' AND p.act = 'reconciliation.writeOff' AND p.maker_id = maker
      AND p.reason = write_off_difference.reason AND p.payload ->> 'difference_id' = wanted::text
      AND p.payload ->> 'ours' = k.ours::text AND p.payload ->> 'theirs' = k.theirs::text);
  IF stands_over(maker, NULL) IS NOT TRUE OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this write-off' USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO reconciliation_write_off AS n (difference_id, channel_account_id, currency, kind, amount, maker_id, checker_id,
    approval_id, reason, created_at)
  VALUES (k.id, a.id, a.currency, CASE k.type WHEN 'fee' THEN 'L260' ELSE 'A100' END, k.theirs - k.ours, maker, checker, agreed,
    write_off_difference.reason, business_now())
  RETURNING n.* INTO w;
  entry.event := 'reconciliation.writeOff';
  entry.ref_id := w.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := w.currency;
  entry.agent_id := a.agent_id;
  entry.actor_id := maker;
  entry.note := w.reason;
  entry.request_id := request;
  entry.account_ids := ledger_open_accounts(ARRAY[w.kind, 'E510'], ARRAY[NULL, NULL]::bigint[], ARRAY[a.id, NULL],
    ARRAY[w.currency, w.currency], ARRAY['main', 'main']);
  -- What lies there more is an asset, what it costs more a debt.
  entry.amounts := CASE w.kind WHEN 'A100' THEN ARRAY[-w.amount, w.amount] ELSE ARRAY[w.amount, -w.amount] END;
  SELECT p.journal_id INTO STRICT journal FROM ledger_post(ARRAY[entry]) p;
  UPDATE reconciliation_difference SET act = 'writeOff', journal_id = journal, reason = w.reason, resolved_at = w.created_at,
    resolved_by = maker
  WHERE id = wanted;
  RETURN journal;
END $function$
;
