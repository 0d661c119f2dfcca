-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121193000_threshold_trace

CREATE FUNCTION note_threshold()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN threshold_facts(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN threshold_facts(NEW) END;
  of jsonb := coalesce(after, before);
BEGIN
  IF before IS DISTINCT FROM after THEN
    PERFORM note_trace('threshold.set', 'approvalPolicy',
      concat_ws(':', coalesce(of ->> 'agent_id', 'all'), coalesce(of ->> 'act', 'all'), of ->> 'currency'), before, after);
  END IF;
  RETURN NULL;
END $function$
;
