-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity
-- What an order was when it was created, as the log keeps it in one text (collection_origin).

CREATE FUNCTION collection_facts(origin text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT jsonb_build_object('customer_id', o.part[2]::bigint, 'currency', o.part[3], 'amount_minor', o.part[4],
    'is_test', o.part[5]::boolean, 'chain', o.part[6])
  FROM string_to_array(origin, ' ') AS o (part)
$function$
;
