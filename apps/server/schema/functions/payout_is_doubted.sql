-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261206103000_said_paid_is_not_let_go
-- Somebody says that it was paid by hand, or nobody decided that: it is looked at by itself.

CREATE FUNCTION payout_is_doubted(wanted bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT payout_is_said_paid(wanted) OR payout_is_undecided(wanted)
$function$
;
