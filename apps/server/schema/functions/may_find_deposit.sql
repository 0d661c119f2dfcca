-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110100_deposit
-- Whoever decides is of the platform, whose bank it is; he is neither who applied, nor a person behind him or the merchant, nor
-- has he what these gave him (reliability §7.1): as `keep_two_persons` has it of approvals.

CREATE FUNCTION may_find_deposit(d deposit, checker bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT stands_over(checker, NULL)
    AND NOT persons_behind(checker) && (hands_on(d.made_by, rights => false) || persons_behind(d.owner_id))
    AND NOT hands_on(checker) && (hands_on(d.made_by, rights => false) || d.made_by)
    AND is_seasoned(checker)
$function$
;
