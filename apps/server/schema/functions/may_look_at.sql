-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- Whether somebody may look at what an account's house did (reliability §7.1): he is of the platform, and neither who did it, nor
-- a person behind him or the owner, nor has he what these gave him.

CREATE FUNCTION may_look_at(checker bigint, maker bigint, owner bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT stands_over(checker, NULL)
    AND NOT persons_behind(checker) && (hands_on(maker, rights => false) || persons_behind(owner))
    AND NOT hands_on(checker) && (hands_on(maker, rights => false) || maker)
    AND is_seasoned(checker)
$function$
;
