-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122132000_collection_setting
-- What holds for a merchant of an agent, the nearest word of each; a null says that nobody set it. Without a merchant,
-- what holds for the agent; without both, for the platform.

CREATE FUNCTION collection_setting_of(customer bigint, agent bigint)
 RETURNS TABLE(expires_in_s integer, same_name_minutes integer, same_name_count integer, late_payment text, callback_delays_s integer[], hold_after_8h boolean, ring_new_orders boolean, tolerance bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(m.expires_in_s, a.expires_in_s, p.expires_in_s),
         coalesce(m.same_name_minutes, a.same_name_minutes, p.same_name_minutes),
         coalesce(m.same_name_count, a.same_name_count, p.same_name_count),
         coalesce(m.late_payment, a.late_payment, p.late_payment),
         coalesce(m.callback_delays_s, a.callback_delays_s, p.callback_delays_s),
         coalesce(m.hold_after_8h, a.hold_after_8h, p.hold_after_8h),
         coalesce(m.ring_new_orders, a.ring_new_orders, p.ring_new_orders),
         coalesce(m.tolerance, a.tolerance, p.tolerance)
  FROM (SELECT) nothing
  LEFT JOIN collection_setting m ON m.owner_id = customer
  LEFT JOIN collection_setting a ON a.owner_id = agent
  LEFT JOIN collection_setting p ON p.owner_id = 0
$function$
;
