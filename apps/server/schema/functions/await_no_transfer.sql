-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125120000_awaited_transfers
-- An order that goes elsewhere waits nowhere, and its payer is asked for what was ordered.

CREATE FUNCTION await_no_transfer(wanted bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  o collection_order;
BEGIN
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF o.id IS NULL OR o.status <> 'pending' OR o.channel_account_id IS NOT NULL THEN
    RAISE EXCEPTION 'order % has its way', wanted USING ERRCODE = 'LG404';
  END IF;
  UPDATE awaited_transfer t SET freed_at = now() WHERE t.order_id = wanted AND t.freed_at IS NULL;
  PERFORM ask_for(o, o.order_amount);
END $function$
;
