-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130100_payout_rules
-- Counts the use of accounts anew from now on: of one account or of all, for one merchant or for every one of those in whose tree
-- the actor stands. Answers how many had been used today; accounts that nobody had used are left as they are.

CREATE FUNCTION clear_card_usage(hashes text[], customer bigint, channel bigint, tree bigint, actor bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  now_at timestamptz := business_now();
  today timestamptz := business_day(now_at)::timestamp AT TIME ZONE 'UTC' - interval '8 hours';
  cleared int;
BEGIN
  IF stands_over(actor, tree) IS NOT TRUE THEN
    RAISE EXCEPTION 'user % may not clear the use of accounts there', actor USING ERRCODE = 'LG403';
  END IF;
  WITH used AS (
    SELECT DISTINCT p.customer_id, p.card_hash, p.currency
    FROM payout_order p
    LEFT JOIN payout_card_clear c ON c.customer_id = p.customer_id AND c.card_hash = p.card_hash AND c.currency = p.currency
    WHERE p.created_at >= today AND p.status <> 'insufficient_balance' AND (c.cleared_at IS NULL OR p.created_at > c.cleared_at)
      AND (tree IS NULL OR p.agent_id = tree) AND (customer IS NULL OR p.customer_id = customer)
      AND (channel IS NULL OR p.channel_id = channel) AND (hashes IS NULL OR p.card_hash = ANY (hashes))
  ), kept AS (
    INSERT INTO payout_card_clear (customer_id, card_hash, currency, cleared_at)
    SELECT u.customer_id, u.card_hash, u.currency, now_at FROM used u ORDER BY 1, 2, 3
    ON CONFLICT (customer_id, card_hash, currency) DO UPDATE SET cleared_at = EXCLUDED.cleared_at
    RETURNING 1
  )
  SELECT count(*) INTO cleared FROM kept;
  RETURN cleared;
END $function$
;
