-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day
-- What one payout adds where it stands so, or takes: on the day of its making, and on that of its end. What its chain earns is
-- posted, and what is posted stands: it counts when it is paid, and once more when it comes back, and is never taken away.

CREATE FUNCTION payout_by_channel(o payout_order, m payout_move)
 RETURNS TABLE(day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint, currency text, status text, failure text, made_count bigint, made_amount bigint, made_fee bigint, ended_count bigint, ended_amount bigint, fee bigint, endpoint_fee bigint, sub_agent_fee bigint, middleman_fee bigint, system_fee bigint, kept_endpoint_fee bigint, kept_sub_agent_fee bigint, kept_middleman_fee bigint, kept_system_fee bigint)
 LANGUAGE sql
 STABLE ROWS 2
AS $function$
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(m.channel, 0),
         coalesce(m.account, 0), o.currency, m.state, coalesce(m.why, ''), m.counts, m.counts * o.amount,
         m.counts * o.merchant_fee, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  UNION ALL
  SELECT business_day(m.ended_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(m.channel, 0),
         coalesce(m.account, 0), o.currency, m.state, coalesce(m.why, ''), 0, 0, 0, m.counts, m.counts * o.amount,
         CASE WHEN m.state = 'paid' THEN m.counts * o.merchant_fee ELSE 0 END,
         CASE WHEN m.earns THEN o.endpoint_fee ELSE 0 END, CASE WHEN m.earns THEN o.sub_agent_fee ELSE 0 END,
         CASE WHEN m.earns THEN o.middleman_fee ELSE 0 END, CASE WHEN m.earns THEN o.system_fee ELSE 0 END,
         k.kept * o.endpoint_fee, k.kept * o.sub_agent_fee, k.kept * o.middleman_fee, k.kept * o.system_fee
  FROM (SELECT CASE WHEN m.state = 'paid' THEN m.counts ELSE 0 END AS kept) k
  WHERE m.ended_at IS NOT NULL
$function$
;
