-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121104000_audit_seal
-- The rows of a source within the stretches, by ascending id and at most so many, each with its digest. The same text
-- of a time in every session: hence the two settings.

CREATE FUNCTION seal_rows(source text, stretches int8multirange, most integer DEFAULT NULL::integer)
 RETURNS TABLE(id bigint, digest bytea)
 LANGUAGE plpgsql
 STABLE
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO, YMD'
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  IF source = 'log' THEN
    RETURN QUERY
    SELECT r.id, r.digest
    FROM unnest(stretches) AS stretch CROSS JOIN LATERAL (
      SELECT a.id, sha256(convert_to(seal_text(a), 'UTF8')) AS digest FROM audit_log a
      WHERE a.id >= lower(stretch) AND a.id < upper(stretch) ORDER BY a.id LIMIT most) r
    ORDER BY r.id LIMIT most;
  ELSIF source = 'books' THEN
    RETURN QUERY
    SELECT r.id, r.digest
    FROM unnest(stretches) AS stretch CROSS JOIN LATERAL (
      SELECT j.id, sha256(convert_to(seal_text(j), 'UTF8')) AS digest FROM journal j
      WHERE j.id >= lower(stretch) AND j.id < upper(stretch) ORDER BY j.id LIMIT most) r
    ORDER BY r.id LIMIT most;
  ELSE
    RETURN QUERY
    SELECT r.id, r.digest
    FROM unnest(stretches) AS stretch CROSS JOIN LATERAL (
      SELECT l.id, sha256(convert_to(seal_text(l), 'UTF8')) AS digest FROM login_attempt l
      WHERE l.id >= lower(stretch) AND l.id < upper(stretch) ORDER BY l.id LIMIT most) r
    ORDER BY r.id LIMIT most;
  END IF;
END $function$
;
