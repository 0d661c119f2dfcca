-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126130000_tolerance
-- Takes another sum than was asked for as the one that is paid, where the rules that hold now allow it, and never by more than
-- a tenth of what was asked. Locks the order; answers whether it did. The plan that stands is of the other sum, so that
-- settling refuses it until the order is planned anew.

CREATE FUNCTION tolerate_payment(wanted bigint, paid bigint, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  o collection_order;
  allowed bigint;
BEGIN
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF o.id IS NULL OR o.status NOT IN ('pending', 'expired') OR o.channel_account_id IS NULL OR paid <= 0 THEN
    RETURN false;
  END IF;
  SELECT coalesce(s.tolerance, 0) / CASE o.currency WHEN 'USDT' THEN 1 ELSE 100 END INTO allowed
  FROM collection_setting_of(o.customer_id, o.agent_id) s;
  IF o.pay_amount = paid OR abs(o.pay_amount - paid) > least(allowed, o.pay_amount / 10) THEN
    RETURN false;
  END IF;
  UPDATE collection_order c SET pay_amount = paid WHERE c.id = o.id;
  INSERT INTO audit_log (at, act, object_kind, object_id, before, after, request_id)
  VALUES (business_now(), 'collection.tolerate', 'collection', o.id::text,
    jsonb_build_object('pay_amount', o.pay_amount::text), jsonb_build_object('pay_amount', paid::text), request);
  RETURN true;
END $function$
;
