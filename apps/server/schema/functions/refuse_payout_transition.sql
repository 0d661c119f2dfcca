-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts

CREATE FUNCTION refuse_payout_transition()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF payout_transition_is_listed(OLD.status, NEW.status) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'payout % may not go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $function$
;
