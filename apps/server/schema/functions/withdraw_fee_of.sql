-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- The price of an owner that stands now. `of_platform` leaves out what his senior agent's house set.

CREATE FUNCTION withdraw_fee_of(owner bigint, money text, target text, way text, of_platform boolean)
 RETURNS withdraw_fee
 LANGUAGE sql
 STABLE
AS $function$
  SELECT f FROM app_user u JOIN withdraw_fee f
    ON f.owner_id = u.id OR f.owner_id = u.agent_id OR (f.owner_id IS NULL AND f.role = u.kind)
  WHERE u.id = owner AND f.currency = money AND f.target_currency = target AND f.type = way AND f.removed_at IS NULL
    AND f.valid_from <= business_now() AND NOT (of_platform AND f.by_agent)
  ORDER BY (f.owner_id = u.id) IS TRUE DESC, f.owner_id IS NOT NULL DESC, f.valid_from DESC, f.id DESC LIMIT 1
$function$
;
