-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090150_merchant_earner

CREATE FUNCTION note_earners()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO merchant_earner (earner_id, customer_id)
  SELECT e.id, NEW.id FROM (VALUES (NEW.sub_agent_id), (NEW.middleman_id)) AS e (id) WHERE e.id IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;
