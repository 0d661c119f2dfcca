-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123120000_supply
-- Whether a supply takes a second person, as refunds do (refund_needs_approval).
-- What one person, or anybody for one merchant, settles within a day is looked at one act after the other.

CREATE FUNCTION supply_needs_approval(o collection_order, amount bigint, act text, person bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('supply_sum of ' || person, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('supply_sum for ' || o.customer_id, 0));
  RETURN amount + (
      SELECT greatest(coalesce(sum(s.amount) FILTER (WHERE s.maker_person = person), 0),
                      coalesce(sum(s.amount) FILTER (WHERE s.customer_id = o.customer_id), 0))
      FROM supply s
      WHERE (s.maker_person = person OR s.customer_id = o.customer_id) AND s.currency = o.currency
        AND s.created_at > business_now() - interval '24 hours')
    >= coalesce(
      (SELECT p.threshold FROM approval_policy p
       WHERE p.currency = o.currency AND (p.agent_id IS NULL OR p.agent_id = o.agent_id)
         AND (p.act IS NULL OR p.act = supply_needs_approval.act)
       ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
      CASE o.currency WHEN 'TWD' THEN 1000000000 ELSE 0 END);
END $function$
;
