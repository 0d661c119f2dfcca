-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- A limit that was set or changed counts the whole day, also what came before it.

CREATE FUNCTION count_channel_anew()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.daily_amount > 0 OR NEW.daily_count > 0 THEN
    INSERT INTO channel_usage (channel_id, method_id, day, is_whole)
    VALUES (CASE TG_TABLE_NAME WHEN 'channel' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'channel_id')::bigint END,
            CASE TG_TABLE_NAME WHEN 'channel' THEN 0 ELSE NEW.id END, business_day(business_now()), TG_OP = 'INSERT')
    ON CONFLICT (channel_id, method_id, day) DO UPDATE SET is_whole = false;
  END IF;
  IF NEW.balance_limit > 0 THEN
    INSERT INTO channel_account_usage (channel_account_id, is_whole)
    SELECT c.channel_account_id, false FROM channel c
    WHERE c.id = CASE TG_TABLE_NAME WHEN 'channel' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'channel_id')::bigint END
      AND c.direction = 'collection'
    ON CONFLICT (channel_account_id) DO UPDATE SET is_whole = false;
  END IF;
  RETURN NULL;
END $function$
;
