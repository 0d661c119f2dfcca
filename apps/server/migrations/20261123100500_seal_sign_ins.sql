-- Up Migration
-- Attempts to sign in are sealed as the log and the books are, by the same sealer and afterwards, so that no sign-in waits for it:
-- whoever takes one away, changes one or adds one is found.

ALTER TABLE audit_seal DROP CONSTRAINT audit_seal_source_check;
ALTER TABLE audit_seal ADD CONSTRAINT audit_seal_source_check CHECK (source IN ('log', 'books', 'signIns'));

CREATE FUNCTION seal_text(l login_attempt) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT ROW(l.at, l.username, l.user_id, l.ip, l.user_agent, l.outcome)::text
$$;

CREATE OR REPLACE FUNCTION seal_rows(source text, stretches int8multirange, most int DEFAULT NULL)
RETURNS TABLE (id bigint, digest bytea)
LANGUAGE plpgsql STABLE SET TimeZone = 'UTC' SET DateStyle = 'ISO, YMD' SET search_path = public, pg_temp ROWS 1000 AS $$
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
END $$;

CREATE OR REPLACE FUNCTION seal_drawn(source text) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT CASE source WHEN 'log' THEN (SELECT last_value FROM audit_log_id_seq)
                     WHEN 'books' THEN (SELECT last_value FROM journal_id)
                     ELSE (SELECT last_value FROM login_attempt_id_seq) END
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON SEQUENCE login_attempt_id_seq TO suanpan_report;
  END IF;
END $$;
