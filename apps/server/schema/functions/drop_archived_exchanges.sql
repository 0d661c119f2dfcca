-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive
-- Forgets what was said to and by providers and merchants' servers about archived orders, where it is older than it is to be
-- kept; what callbacks said, and that they arrived, stays. Answers how many rows went, at most `most` of each kind.

CREATE FUNCTION drop_archived_exchanges(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  before timestamptz;
  gone int;
  also int;
BEGIN
  SELECT business_now() - s.exchange_days * interval '1 day' INTO before FROM archive_setting s WHERE s.exchange_days > 0;
  DELETE FROM archive.provider_log WHERE id IN (SELECT l.id FROM archive.provider_log l WHERE l.at < before ORDER BY l.id LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  DELETE FROM archive.callback_attempt
  WHERE id IN (SELECT t.id FROM archive.callback_attempt t WHERE t.at < before ORDER BY t.id LIMIT most);
  GET DIAGNOSTICS also = ROW_COUNT;
  RETURN greatest(gone, also);
END $function$
;
