-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121105000_persons
-- What others gave an account, or reset of it, since the server's console last gave it to somebody.

CREATE FUNCTION changes_by_others(account bigint, within interval)
 RETURNS SETOF account_change
 LANGUAGE sql
 STABLE
AS $function$
  SELECT * FROM account_change c
  WHERE c.user_id = account AND c.what NOT IN ('key', 'callback') AND c.by_id <> c.user_id AND c.at > greatest(
    now() - within,
    (SELECT max(given.at) FROM account_change given
     WHERE given.user_id = account AND given.what = 'account' AND given.by_id IS NULL))
$function$
;
