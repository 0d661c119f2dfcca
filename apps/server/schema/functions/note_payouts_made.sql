-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day
-- One note for all payouts that one statement makes.
--
-- 20261128070000_rare_orders
-- As before, and those that end as they are made are kept.

CREATE FUNCTION note_payouts_made()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO payout_delta (order_ids, now_states, now_failures, now_channels, now_accounts, now_ends)
  SELECT array_agg(m.id), array_agg(m.status), array_agg(payout_why(m::payout_order)), array_agg(m.channel_id), array_agg(m.channel_account_id),
         array_agg(m.completed_at)
  FROM made m WHERE NOT m.is_test HAVING count(*) > 0;
  PERFORM keep_rare_payout(m.id) FROM made m WHERE payout_is_rare(m.status);
  RETURN NULL;
END $function$
;
