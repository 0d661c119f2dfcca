-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130000_collection_channel_day
-- An order that ends, or is settled after it ended or by another channel, is moved. Most only go from pending to success, and
-- settling notes them; the condition is short because PostgreSQL reads it from its text for every statement.
--
-- 20261128070000_rare_orders
-- As before, and what is rare is kept. It runs for no order that goes from pending to success.

CREATE FUNCTION note_collection_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  had_failed boolean := collection_has_failed(OLD.status);
  has_failed boolean := collection_has_failed(NEW.status);
BEGIN
  IF NOT NEW.is_test AND (had_failed <> has_failed
    OR (OLD.channel_id, OLD.channel_account_id) IS DISTINCT FROM (NEW.channel_id, NEW.channel_account_id)) THEN
    INSERT INTO collection_delta (kind, order_ids, was_channels, was_accounts, was_failed, now_channels, now_accounts, now_failed)
    VALUES ('moved', ARRAY[NEW.id], ARRAY[OLD.channel_id], ARRAY[OLD.channel_account_id], ARRAY[had_failed],
      ARRAY[NEW.channel_id], ARRAY[NEW.channel_account_id], ARRAY[has_failed]);
  END IF;
  IF collection_is_rare(OLD.status) OR collection_is_rare(NEW.status) THEN
    PERFORM keep_rare_collection(NEW.id);
  END IF;
  RETURN NULL;
END $function$
;
