-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110100_deposit
-- Ends an application without money: `rejected` by a person of the platform, `cancelled` by whoever could have applied. Answers
-- false, and nothing changes, where it is decided already. Refuses (LG403) whoever may not.

CREATE FUNCTION end_deposit(wanted bigint, becomes text, person bigint, reason text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  d deposit;
BEGIN
  SELECT * INTO d FROM deposit n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF d.status IS DISTINCT FROM 'pending' THEN
    RETURN false;
  END IF;
  IF (CASE becomes WHEN 'rejected' THEN stands_over(person, NULL)
        WHEN 'cancelled' THEN person = d.made_by OR works_for(person, d.owner_id) END) IS NOT TRUE THEN
    RAISE EXCEPTION 'user % may not end deposit %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE deposit n SET status = becomes, decided_by = person, decision_reason = reason, completed_at = business_now()
  WHERE n.id = wanted RETURNING n.* INTO d;
  PERFORM note_deposit(d, 'collections.deposit.' || CASE becomes WHEN 'rejected' THEN 'reject' ELSE 'create' END, 'pending', person,
    reason, request, NULL);
  RETURN true;
END $function$
;
