-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261129100000_payer_slices
-- Earlier than an order can stand in a slice, so that a change under way when the slice is made is noted too.

CREATE FUNCTION note_payer_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO payer_changed (order_id, created_at)
  SELECT NEW.id, NEW.created_at WHERE NEW.created_at < business_now() - interval '50 minutes'
  ON CONFLICT (order_id) DO NOTHING;
  RETURN NULL;
END $function$
;
