-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130000_collection_channel_day
-- What a settled order counts with: a success on the day of its creation, its money on that of its posting.

CREATE FUNCTION settled_by_channel(o collection_order, p collection_plan)
 RETURNS TABLE(day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint, currency text, created_count bigint, created_amount bigint, success_count bigint, success_amount bigint, failed_count bigint, paid_count bigint, paid_amount bigint, actual_amount bigint, accounted_amount bigint, fee bigint, endpoint_fee bigint, sub_agent_fee bigint, middleman_fee bigint, system_fee bigint)
 LANGUAGE sql
 STABLE ROWS 2
AS $function$
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(o.channel_id, 0),
         coalesce(o.channel_account_id, 0), o.currency, 0, 0, 1, o.order_amount, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  UNION ALL
  SELECT business_day(o.completed_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(o.channel_id, 0),
         coalesce(o.channel_account_id, 0), o.currency, 0, 0, 0, 0, 0, 1, o.order_amount, o.actual_amount, o.accounted_amount,
         o.fee, p.endpoint_fee, (p.fee_snapshot ->> 'subAgentFee')::bigint, (p.fee_snapshot ->> 'middlemanFee')::bigint,
         (p.fee_snapshot ->> 'systemFee')::bigint
$function$
;
