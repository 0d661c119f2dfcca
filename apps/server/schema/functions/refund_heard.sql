-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100200_refund_by_provider
-- What the provider said of an attempt: `accepted`, `paid` with its number and the sum, `failed`, `notFound`, or `unknown`. The
-- next question comes after so many seconds. Answers what the refund is then. A payment of another sum than was asked for, or
-- of what is over already, changes nothing here: people have to look at it.

CREATE FUNCTION refund_heard(wanted bigint, try smallint, said text, ref text, amount bigint, again_s integer, request text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  r refund := lock_refund(wanted);
  a refund_attempt;
BEGIN
  SELECT * INTO a FROM refund_attempt t WHERE t.refund_id = wanted AND t.n = try FOR NO KEY UPDATE;
  IF a.refund_id IS NULL OR a.next_at IS NULL THEN
    RETURN r.status;
  END IF;
  IF said = 'paid' AND ref IS NOT NULL AND refund_heard.amount = r.amount AND r.status = 'refunding' AND r.attempts = try THEN
    PERFORM finish_refund(r, ref, NULL, 'provider', request);
    UPDATE refund_attempt SET outcome = 'paid', provider_refund_no = ref, next_at = NULL
    WHERE refund_id = wanted AND n = try;
    RETURN 'success';
  ELSIF said = 'failed' AND r.status = 'refunding' AND r.attempts = try THEN
    UPDATE refund_attempt SET outcome = 'failed', next_at = NULL WHERE refund_id = wanted AND n = try;
    PERFORM undo_refund(r, NULL, 'provider', request);
    RETURN 'failed';
  END IF;
  UPDATE refund_attempt SET
    outcome = CASE WHEN said = 'accepted' THEN 'accepted' ELSE outcome END,
    provider_refund_no = CASE WHEN said = 'accepted' THEN ref ELSE provider_refund_no END,
    unknown_asks = CASE WHEN said = 'notFound' THEN unknown_asks + 1 WHEN said = 'unknown' THEN unknown_asks ELSE 0 END,
    next_at = now() + again_s * interval '1 second'
  WHERE refund_id = wanted AND n = try;
  RETURN r.status;
END $function$
;
