-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121110000_balance_edit
-- A freeze that is named, and that nobody has given back.

CREATE FUNCTION is_open_freeze(f balance_edit)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT f.kind = 'frozen' AND f.change > 0 AND (f.order_id IS NOT NULL OR f.until IS NOT NULL)
    AND NOT EXISTS (SELECT FROM balance_edit b WHERE b.undoes = f.id)
$function$
;
