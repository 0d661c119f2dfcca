-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100200_refund_by_provider
-- A person has the provider itself pay it back: the attempt is kept before anybody is asked. Answers our number of it, or null in
-- any other state; refuses (LG403) who may not.

CREATE FUNCTION refund_begin(wanted bigint, actor bigint, why text, request text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  r refund := lock_refund(wanted);
  number text;
BEGIN
  IF NOT refund_send(wanted, actor, why, request) THEN
    RETURN NULL;
  END IF;
  INSERT INTO refund_attempt AS a (refund_id, n, request_no, asked_at, next_at)
  VALUES (r.id, r.attempts, r.no || '-' || r.attempts, business_now(), now())
  RETURNING a.request_no INTO number;
  RETURN number;
END $function$
;
