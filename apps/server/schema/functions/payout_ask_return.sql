-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110000_payout_by_hand
-- A person of the platform or of the payout's house says that it came back: its provider has to say so too before anything is
-- posted. Answers false where it is not paid, and where a return is pending or booked already.

CREATE FUNCTION payout_ask_return(wanted bigint, actor bigint, why text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  o payout_order;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.status IS DISTINCT FROM 'paid' OR o.reverse_status <> 'none' THEN
    RETURN false;
  END IF;
  IF NOT stands_over(actor, o.agent_id) OR persons_behind(actor) && persons_behind(o.customer_id) THEN
    RAISE EXCEPTION 'user % may not reverse payout %', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE payout_order SET reverse_status = 'pending' WHERE id = wanted;
  PERFORM note_payout('payout.askReturn', wanted, NULL, NULL, jsonb_build_object('note', why), actor, request);
  RETURN true;
END $function$
;
