-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- A failed refund is tried once more: its money is reserved anew, from what there is now. What two persons agreed to stands.

CREATE FUNCTION refund_retry(wanted bigint, actor bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  r refund := lock_refund(wanted);
  o collection_order;
  journal bigint;
BEGIN
  IF r.status IS DISTINCT FROM 'failed' OR r.closed_at IS NOT NULL
     OR EXISTS (SELECT FROM balance_edit f WHERE f.order_id = r.order_id AND is_open_freeze(f)) THEN
    RETURN false;
  END IF;
  IF NOT stands_over(actor, r.agent_id) THEN
    RAISE EXCEPTION 'user % may not try refund % again', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE refund SET status = 'preparing', attempts = attempts + 1, failure = NULL, decided_by = NULL, sent_by = NULL, sent_at = NULL,
    completed_at = NULL WHERE id = wanted RETURNING * INTO r;
  SELECT * INTO STRICT o FROM collection_order c WHERE c.id = r.order_id;
  journal := reserve_refund(r, o, actor, request);
  UPDATE collection_order c SET refund_status = 'preparing' WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.retry', o, NULL, jsonb_build_object('reason', why), actor, request, journal);
  PERFORM tell_refund(o, r);
  RETURN true;
END $function$
;
