-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121110000_balance_edit
-- Whether what was approved is exactly this edit.

CREATE FUNCTION edit_is_agreed(e balance_edit, act text, payload jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT act = CASE e.kind WHEN 'frozen' THEN 'users.editFrozen' ELSE 'users.editSettleable' END
    AND payload ->> 'user_id' = e.user_id::text AND payload ->> 'change' = e.change::text
    AND (payload ->> 'order_id') IS NOT DISTINCT FROM e.order_id::text
    AND (payload ->> 'until')::timestamptz IS NOT DISTINCT FROM e.until
    AND (payload ->> 'gives_back') IS NOT DISTINCT FROM e.undoes::text
$function$
;
