-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124210100_payer_card
-- Whether a channel by which a payout could be sent has cards, and none that takes this amount today.

CREATE FUNCTION payout_lacks_card(wanted bigint, by_channel bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT count(*) > 0 AND NOT coalesce(bool_or(c.enabled AND (c.limit_count = 0 OR u.count < c.limit_count)
    AND (c.limit_amount = 0 OR u.amount + o.amount <= c.limit_amount)), false)
  FROM payout_order o JOIN payer_card c ON c.channel_id = by_channel AND c.removed_at IS NULL
  CROSS JOIN LATERAL payer_card_use(c, business_day(business_now())) u
  WHERE o.id = wanted
$function$
;
