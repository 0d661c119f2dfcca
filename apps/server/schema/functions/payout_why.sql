-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day
-- Why one ended unpaid, by a name of the catalogue; why one came back is told in somebody's words, and counts for nothing.

CREATE FUNCTION payout_why(o payout_order)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN o.status NOT IN ('processing', 'paid', 'rejected_reversed') THEN o.failure END
$function$
;
