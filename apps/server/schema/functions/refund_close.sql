-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- A failed refund is given up: its order is a success again, or what an earlier refund left it as.

CREATE FUNCTION refund_close(wanted bigint, actor bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  r refund := lock_refund(wanted);
  o collection_order;
  has_earlier boolean;
BEGIN
  IF r.status IS DISTINCT FROM 'failed' OR r.closed_at IS NOT NULL THEN
    RETURN false;
  END IF;
  IF NOT stands_over(actor, r.agent_id) THEN
    RAISE EXCEPTION 'user % may not close refund %', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE refund SET closed_at = business_now() WHERE id = wanted RETURNING * INTO r;
  has_earlier := EXISTS (SELECT FROM refund x WHERE x.order_id = r.order_id AND x.status = 'success' AND x.won_at IS NULL);
  UPDATE collection_order c SET status = CASE WHEN has_earlier THEN 'refund' ELSE 'success' END,
    refund_status = CASE WHEN has_earlier THEN 'success' END
  WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.close', o, 'refund', jsonb_build_object('reason', why), actor, request, NULL);
  PERFORM tell_refund(o, r);
  RETURN true;
END $function$
;
