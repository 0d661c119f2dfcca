-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- The provider paid it back (J14, done), by its own number for that: the reserved money leaves by the account by which it came,
-- and with the refund that completes the whole its fees return. Answers false in any other state. Refuses (LG403) whoever asked
-- for it or sent it; a number that paid something before violates paid_proof_once.

CREATE FUNCTION refund_confirm(wanted bigint, ref text, person bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  r refund := lock_refund(wanted);
BEGIN
  IF r.status IS DISTINCT FROM 'refunding' OR r.kind <> 'refund' OR ref IS NULL THEN
    RETURN false;
  END IF;
  IF NOT may_decide_refund(r, person) THEN
    RAISE EXCEPTION 'user % may not confirm refund %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  PERFORM finish_refund(r, ref, person, why, request);
  UPDATE refund_attempt SET outcome = 'paid', provider_refund_no = ref, next_at = NULL
  WHERE refund_id = wanted AND n = r.attempts AND next_at IS NOT NULL;
  RETURN true;
END $function$
;
