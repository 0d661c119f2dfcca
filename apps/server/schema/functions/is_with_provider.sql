-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100200_refund_by_provider
-- Whether the provider has been asked to pay it back and has not said that it did not: nobody gives its money back meanwhile. One
-- that the provider knows nothing of, three times, two persons decide.

CREATE FUNCTION is_with_provider(r refund)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM refund_attempt a WHERE a.refund_id = r.id AND a.n = r.attempts AND a.next_at IS NOT NULL
    AND a.unknown_asks < 3)
$function$
;
