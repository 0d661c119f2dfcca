-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261207140000_records_said_in_the_log
-- The name that the log has for a row: the kind of thing, and what tells it from others of its kind.

CREATE FUNCTION note_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  before text := CASE WHEN TG_OP <> 'INSERT' THEN record_print(OLD) END;
  after text := CASE WHEN TG_OP <> 'DELETE' THEN record_print(NEW) END;
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  has jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
BEGIN
  IF before IS DISTINCT FROM after THEN
    PERFORM note_trace('record.note', 'record', TG_ARGV[0] || ' ' || (coalesce(has, was) ->> TG_ARGV[1]),
      CASE WHEN before IS NOT NULL THEN jsonb_build_object('print', before) END,
      CASE WHEN after IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object('print', after, 'changed', (
        SELECT string_agg(h.key, ', ' ORDER BY h.key) FROM jsonb_each(has) h
        WHERE h.key <> 'updated_at' AND h.value IS DISTINCT FROM was -> h.key AND was IS NOT NULL))) END);
  END IF;
  RETURN NULL;
END $function$
;
