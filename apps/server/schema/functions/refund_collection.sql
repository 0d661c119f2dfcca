-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- The door: a person of the order's own house or of the platform has it paid back, whole or in part, and for good. `agreed` is
-- the approval of exactly this. Answers the refund. Refuses who may not (LG403), what cannot be paid back (RF001), more than is
-- left of it (RF002), and money that is not there (LG402).

CREATE FUNCTION refund_collection(wanted bigint, amount bigint, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  o collection_order;
  r refund;
  was text;
  person bigint;
  checker bigint;
  rest bigint;
  journal bigint;
BEGIN
  -- The lock that the approvals take first of all: refunds of one person follow each other where his sum is looked at.
  SELECT a.person_id INTO person FROM app_user a WHERE a.id = maker;
  IF agreed IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('approval_sum collections.refund ' || person, 0));
  END IF;
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF o.id IS NULL THEN
    RAISE EXCEPTION 'there is no order %', wanted USING ERRCODE = 'LG404';
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'collections.refund' AND a.maker_id = maker
      AND a.reason = refund_collection.reason AND a.payload ->> 'order_id' = wanted::text
      AND a.payload ->> 'amount' = refund_collection.amount::text);
  IF NOT stands_over(maker, o.agent_id) OR persons_behind(maker) && persons_behind(o.customer_id)
     OR (agreed IS NOT NULL AND stands_over(checker, o.agent_id) IS NOT TRUE)
     OR (agreed IS NULL AND refund_needs_approval(o, refund_collection.amount, person)) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this refund' USING ERRCODE = 'LG403';
  END IF;
  rest := refundable_of(o);
  IF rest <= 0 THEN
    RAISE EXCEPTION 'nothing of order % can be paid back', wanted USING ERRCODE = 'RF001';
  ELSIF (refund_collection.amount BETWEEN 1 AND rest) IS NOT TRUE THEN
    RAISE EXCEPTION 'of order % only % is left', wanted, rest USING ERRCODE = 'RF002';
  END IF;

  INSERT INTO refund AS n (kind, order_id, customer_id, agent_id, sub_agent_id, currency, channel_account_id, amount, status,
    maker_id, maker_person, checker_id, approval_id, reason, created_at)
  VALUES ('refund', o.id, o.customer_id, o.agent_id, o.sub_agent_id, o.currency, o.channel_account_id, refund_collection.amount,
    'preparing', maker, person, checker, agreed, reason, at)
  RETURNING n.* INTO r;
  journal := reserve_refund(r, o, maker, request);
  was := o.status;
  UPDATE collection_order c SET status = 'refund', refund_status = 'preparing' WHERE c.id = wanted RETURNING c.* INTO o;
  PERFORM note_refund('collection.refund', o, was, jsonb_build_object('amount_minor', r.amount::text, 'currency', o.currency,
    'reason', r.reason), maker, request, journal);
  PERFORM tell_refund(o, r);
  RETURN r.id;
END $function$
;
