-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090425_create_admitted
-- The elements at these places, in their order.

CREATE FUNCTION pick(list anyarray, places integer[])
 RETURNS anyarray
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT array_agg(list[p.place] ORDER BY p.n) FROM unnest(places) WITH ORDINALITY AS p (place, n)
$function$
;
