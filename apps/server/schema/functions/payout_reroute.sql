-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100200_payout_send
-- Lets a payout go another way, as long as no provider can have it: by a refusal, or because a person of the platform or of
-- the house whose channels it goes by wishes it. What its merchant is charged stands; what the others get of it is priced
-- anew, and a channel that leaves the senior agent less than nothing, or does not take such an amount, is refused (LG404).
--
-- 20261206100000_undecided_stays
-- As before, but that nobody gives it another way while it is said to be paid, nor the system where nobody decided that; where a person
-- does then, it waits to be let go.

CREATE FUNCTION payout_reroute(wanted bigint, to_channel bigint, to_route jsonb, actor bigint, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  o payout_order;
  way record;
  chain bigint;
  undecided boolean;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  undecided := payout_is_undecided(wanted);
  IF o.status IS DISTINCT FROM 'processing' OR NOT payout_is_free(wanted) OR payout_is_said_paid(wanted)
     OR (undecided AND actor IS NULL) THEN
    RETURN false;
  END IF;
  IF actor IS NOT NULL AND NOT stands_over(actor, o.agent_id) THEN
    RAISE EXCEPTION 'user % may not send payout % another way', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  SELECT p.* INTO way FROM (
    SELECT c.channel_account_id, fee_of(o.amount, c.endpoint_pct, c.endpoint_per_item) AS endpoint,
           CASE WHEN o.sub_agent_id IS NULL THEN 0 ELSE fee_of(o.amount, m.sub_agent_pct, m.sub_agent_per_item) END AS sub_agent,
           CASE WHEN o.middleman_id IS NULL THEN 0 ELSE fee_of(o.amount, m.middleman_pct, m.middleman_per_item) END AS middleman,
           fee_of(o.amount, g.system_pct, g.system_per_item) AS system
    FROM channel c
    JOIN channel_account a ON a.id = c.channel_account_id AND a.enabled AND a.direction = 'payout'
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = o.agent_id AND g.enabled
    JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = o.customer_id AND m.alias = o.method AND m.enabled
    WHERE c.id = to_channel AND c.enabled AND c.direction = 'payout' AND c.currency = o.currency
      AND o.amount >= greatest(c.min_amount, m.min_amount)
      AND (c.max_amount = 0 OR o.amount <= c.max_amount) AND (m.max_amount = 0 OR o.amount <= m.max_amount)
      AND (NOT c.integer_only OR o.amount % CASE o.currency WHEN 'USDT' THEN 1000000 ELSE 10000 END = 0)
  ) p WHERE o.merchant_fee >= p.endpoint + p.sub_agent + p.middleman + p.system;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'channel % does not serve payout %', to_channel, wanted USING ERRCODE = 'LG404';
  END IF;
  PERFORM open_payout_chains(ARRAY[o.customer_id], ARRAY[o.agent_id], ARRAY[coalesce(o.sub_agent_id, 0)],
    ARRAY[coalesce(o.middleman_id, 0)], ARRAY[way.channel_account_id], ARRAY[o.currency],
    ARRAY[CASE WHEN o.is_test THEN 'test' ELSE 'main' END]);
  SELECT c.id INTO STRICT chain FROM payout_chain c
  WHERE c.customer_id = o.customer_id AND c.channel_account_id = way.channel_account_id AND c.agent_id = o.agent_id
    AND c.sub_agent_id = coalesce(o.sub_agent_id, 0) AND c.middleman_id = coalesce(o.middleman_id, 0)
    AND c.currency = o.currency AND c.book = CASE WHEN o.is_test THEN 'test' ELSE 'main' END;
  UPDATE payout_order SET channel_id = to_channel, channel_account_id = way.channel_account_id, chain_id = chain,
    route = coalesce(to_route, route), endpoint_fee = way.endpoint, sub_agent_fee = way.sub_agent,
    middleman_fee = way.middleman, system_fee = way.system, provider_order_no = NULL,
    stage = CASE WHEN stage IN ('submitted', 'unknown') THEN 'queued' ELSE stage END, stage_since = business_now(),
    wait_reason = CASE WHEN undecided THEN coalesce(wait_reason, 'approval') ELSE wait_reason END
  WHERE id = wanted;
  INSERT INTO payout_work (order_id, next_at) VALUES (wanted, now())
  ON CONFLICT (order_id) DO UPDATE SET next_at = now(), looks = 0;
  PERFORM note_payout('payout.reroute', wanted, NULL, NULL, jsonb_build_object('channel', to_channel::text), actor, request);
  IF undecided AND o.wait_reason IS NULL THEN
    INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('payout.waiting', 'payout:' || wanted,
      json_build_object('order_id', wanted::text, 'reason', 'approval'), business_now());
  END IF;
  RETURN true;
END $function$
;
