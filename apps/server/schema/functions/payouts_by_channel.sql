-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day

CREATE FUNCTION payouts_by_channel(deltas payout_delta[])
 RETURNS TABLE(day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint, currency text, status text, failure text, made_count bigint, made_amount bigint, made_fee bigint, ended_count bigint, ended_amount bigint, fee bigint, endpoint_fee bigint, sub_agent_fee bigint, middleman_fee bigint, system_fee bigint, kept_endpoint_fee bigint, kept_sub_agent_fee bigint, kept_middleman_fee bigint, kept_system_fee bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.* FROM payout_moves(deltas) m JOIN payout_order o ON o.id = m.id
  CROSS JOIN LATERAL payout_by_channel(o, m) c
  WHERE NOT o.is_test
$function$
;
