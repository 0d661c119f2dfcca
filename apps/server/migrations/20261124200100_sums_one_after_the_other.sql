-- Up Migration
-- What one person, or anybody for one merchant, settles or pays back within a day is looked at one act after the other: two at
-- once, by two acts or by two persons, were each held against a day without the other. Whoever holds the lock of an order takes
-- these two next, and balances after them.

CREATE OR REPLACE FUNCTION supply_needs_approval(o collection_order, amount bigint, act text, person bigint) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
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
END $$;

CREATE OR REPLACE FUNCTION refund_needs_approval(o collection_order, amount bigint, person bigint) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
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
END $$;
