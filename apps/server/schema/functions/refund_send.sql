-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- A person has it paid back at the provider. Answers false, and nothing changes, in any other state.

CREATE FUNCTION refund_send(wanted bigint, actor bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  r refund := lock_refund(wanted);
  o collection_order;
BEGIN
  IF r.status IS DISTINCT FROM 'preparing' THEN
    RETURN false;
  END IF;
  IF NOT stands_over(actor, r.agent_id) THEN
    RAISE EXCEPTION 'user % may not send refund %', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE refund SET status = 'refunding', sent_by = actor, sent_at = business_now() WHERE id = wanted RETURNING * INTO r;
  UPDATE collection_order c SET refund_status = 'refunding' WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.send', o, NULL, jsonb_build_object('reason', why), actor, request, NULL);
  PERFORM tell_refund(o, r);
  RETURN true;
END $function$
;
