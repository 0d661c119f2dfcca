-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- Whether somebody changed lately what guards the owner's account or that of who applies for him (reliability §7.3).

CREATE FUNCTION withdraw_is_cooling(owner bigint, maker bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM account_change c
    WHERE c.user_id IN (owner, maker) AND c.what NOT IN ('account', 'rights')
      AND c.at > now() - CASE WHEN c.by_id = c.user_id THEN interval '2 hours' ELSE interval '24 hours' END)
$function$
;
