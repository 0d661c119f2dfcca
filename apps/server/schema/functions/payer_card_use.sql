-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124210100_payer_card
-- How often and how much a card paid on a day since it was cleared. What a provider surely did not take, or will never pay, does
-- not count.

CREATE FUNCTION payer_card_use(card payer_card, day date)
 RETURNS TABLE(count bigint, amount bigint, last_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT count(*), coalesce(sum_minor(o.amount), 0), max(o.stage_since)
  FROM payout_attempt p JOIN payout_order o ON o.id = p.order_id
  WHERE p.payer_card_id = card.id AND p.payer_day = day AND (card.cleared_at IS NULL OR p.sent_at > card.cleared_at)
    AND (p.outcome IS NULL OR p.outcome NOT IN ('refused', 'failed'))
$function$
;
