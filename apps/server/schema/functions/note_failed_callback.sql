-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128070000_rare_orders
-- The kind of its orders is given by the trigger.

CREATE FUNCTION note_failed_callback()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.callback_status = 'failed' THEN
    INSERT INTO failed_callback (order_kind, order_id, created_at, customer_id, agent_id)
    VALUES (TG_ARGV[0], NEW.id, NEW.created_at, NEW.customer_id, NEW.agent_id)
    ON CONFLICT (order_kind, order_id) DO NOTHING;
  ELSE
    DELETE FROM failed_callback WHERE order_kind = TG_ARGV[0] AND order_id = NEW.id;
  END IF;
  RETURN NULL;
END $function$
;
