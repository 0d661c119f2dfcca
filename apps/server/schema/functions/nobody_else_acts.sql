-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261202090000_fold_in_a_quiet_moment
-- Asked after the last number was read: whoever drew that one or an earlier has ended, and the next statement sees what he did.

CREATE FUNCTION nobody_else_acts()
 RETURNS boolean
 LANGUAGE sql
AS $function$
  SELECT NOT EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'virtualxid' AND l.granted AND l.pid IS DISTINCT FROM pg_backend_pid())
$function$
;
