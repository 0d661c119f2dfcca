-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100200_payout_send
-- Keeps what a provider said of an attempt. `refused` counts while it was asked once and no more; `failed` is its final
-- word. Null: nobody knows, which makes the payout `unknown`. Answers whether it was kept.

CREATE FUNCTION payout_heard(wanted bigint, attempt smallint, asked smallint, heard text, ref text, again_at timestamp with time zone, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  o payout_order;
  t payout_attempt;
BEGIN
  IF heard NOT IN ('accepted', 'refused', 'failed') THEN
    RAISE EXCEPTION 'no attempt of a payout is % on hearing', heard USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  SELECT * INTO t FROM payout_attempt a WHERE a.order_id = wanted AND a.n = attempt;
  IF t.order_id IS NULL OR t.outcome IN ('refused', 'failed', 'paid')
     OR (heard = 'refused' AND (t.asks <> 1 OR asked IS DISTINCT FROM 1))
     OR (heard = 'refused' AND t.outcome = 'accepted') THEN
    RETURN false;
  END IF;
  UPDATE payout_attempt SET outcome = coalesce(heard, outcome), asking_until = NULL WHERE order_id = wanted AND n = attempt;
  IF o.status = 'processing' AND o.attempt_no = attempt THEN
    UPDATE payout_order SET provider_order_no = coalesce(ref, provider_order_no),
      stage = CASE WHEN coalesce(heard, t.outcome) IS NULL THEN 'unknown' ELSE 'submitted' END,
      stage_since = CASE WHEN stage = CASE WHEN coalesce(heard, t.outcome) IS NULL THEN 'unknown' ELSE 'submitted' END
        THEN stage_since ELSE business_now() END
    WHERE id = wanted;
    UPDATE payout_work SET next_at = coalesce(again_at, now()), looks = looks + 1 WHERE order_id = wanted;
  END IF;
  IF heard IS DISTINCT FROM t.outcome OR (heard IS NULL AND o.stage <> 'unknown') THEN
    PERFORM note_payout(CASE WHEN heard IS NULL THEN 'payout.unknown' ELSE 'payout.attempt' END, wanted, NULL, NULL,
      jsonb_build_object('request_no', t.request_no, 'outcome', coalesce(heard, 'unknown')), NULL, request);
  END IF;
  RETURN true;
END $function$
;
