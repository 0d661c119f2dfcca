-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day
--
-- 20261128070000_rare_orders

CREATE FUNCTION note_payout_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO payout_delta (order_ids, was_states, was_failures, was_channels, was_accounts, was_ends, now_states, now_failures,
    now_channels, now_accounts, now_ends)
  SELECT ARRAY[NEW.id], ARRAY[OLD.status], ARRAY[payout_why(OLD)], ARRAY[OLD.channel_id], ARRAY[OLD.channel_account_id],
         ARRAY[OLD.completed_at], ARRAY[NEW.status], ARRAY[payout_why(NEW)], ARRAY[NEW.channel_id], ARRAY[NEW.channel_account_id],
         ARRAY[NEW.completed_at]
  WHERE NOT NEW.is_test;
  IF payout_is_rare(OLD.status) OR payout_is_rare(NEW.status) THEN
    PERFORM keep_rare_payout(NEW.id);
  END IF;
  RETURN NULL;
END $function$
;
