-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive

CREATE FUNCTION recall_attempt(of_kind text, account bigint, no text)
 RETURNS SETOF bigint
 LANGUAGE sql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  SELECT recall_orders(of_kind, ARRAY(
    SELECT a.order_id FROM archive.collection_attempt a
    WHERE of_kind = 'collection' AND a.channel_account_id = account AND a.request_no = no
    UNION ALL
    SELECT a.order_id FROM archive.payout_attempt a
    WHERE of_kind = 'payout' AND a.channel_account_id = account AND a.request_no = no))
$function$
;
