-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121192000_price_trace

CREATE FUNCTION note_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN price_facts(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN price_facts(NEW) END;
BEGIN
  IF before IS DISTINCT FROM after THEN
    PERFORM note_trace('price.set', 'channel', coalesce(after, before) ->> 'channel', before, after);
  END IF;
  RETURN NULL;
END $function$
;
