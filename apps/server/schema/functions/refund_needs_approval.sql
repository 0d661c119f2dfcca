-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- Whether a refund takes a second person, as edits do (edit_needs_approval).
-- What is paid back for one merchant within a day is looked at one act after the other, by the lock of its sum: whoever holds
-- the lock of an order takes it next, and balances after it.

CREATE FUNCTION refund_needs_approval(o collection_order, amount bigint, person bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('refund_sum for ' || o.customer_id, 0));
  RETURN amount + (
      SELECT greatest(coalesce(sum(r.amount) FILTER (WHERE r.maker_person = person), 0),
                      coalesce(sum(r.amount) FILTER (WHERE r.customer_id = o.customer_id), 0))
      FROM refund r
      WHERE (r.maker_person = person OR r.customer_id = o.customer_id) AND r.kind = 'refund' AND r.currency = o.currency
        AND r.created_at > business_now() - interval '24 hours')
    >= coalesce(
      (SELECT p.threshold FROM approval_policy p
       WHERE p.currency = o.currency AND (p.agent_id IS NULL OR p.agent_id = o.agent_id)
         AND (p.act IS NULL OR p.act = 'collections.refund')
       ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
      CASE o.currency WHEN 'TWD' THEN 1000000000 ELSE 0 END);
END $function$
;
