-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130300_merchant_refund
-- The door of the merchant API. The key pays out, and no more a day than it may with what it paid out that day. Answers the refund,
-- and whether it was made, is the same as was asked for before, or another has its number. Refuses (LG404) an order that is not
-- this key's, LG403 a key that may not, RF001 what cannot be paid back, RF002 more than is left of it, RF003 more than the key may
-- a day, and LG402 money that is not there.
--
-- 20261127160000_payout_hour
-- The door of the merchant API. The key pays out, and no more a day than it may with what it paid out that day. Answers the refund,
-- and whether it was made, is the same as was asked for before, or another has its number. Refuses (LG404) an order that is not
-- this key's, LG403 a key that may not, RF001 what cannot be paid back, RF002 more than is left of it, RF003 more than the key may
-- a day, and LG402 money that is not there.

CREATE FUNCTION refund_by_merchant(wanted bigint, number text, amount bigint, hash bytea, key bigint, reason text, request text, OUT refund_id bigint, OUT outcome text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  today timestamptz := business_day(at)::timestamp AT TIME ZONE 'UTC' - interval '8 hours';
  k api_key;
  o collection_order;
  r refund;
  was text;
  rest bigint;
  spent numeric;
  journal bigint;
BEGIN
  -- Refunds of one key follow each other, so that its day is counted once.
  SELECT * INTO k FROM api_key a WHERE a.id = refund_by_merchant.key AND a.disabled_at IS NULL AND NOT a.is_test FOR NO KEY UPDATE;
  IF k.id IS NULL OR 'payout' <> ALL (k.scopes) OR k.daily_payout_minor IS NULL THEN
    RAISE EXCEPTION 'key % may not pay back', key USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted AND c.customer_id = k.customer_id FOR NO KEY UPDATE;
  IF o.id IS NULL THEN
    RAISE EXCEPTION 'there is no order %', wanted USING ERRCODE = 'LG404';
  END IF;
  SELECT * INTO r FROM refund f WHERE f.customer_id = k.customer_id AND f.merchant_refund_no = number;
  IF r.id IS NOT NULL THEN
    refund_id := r.id;
    outcome := CASE WHEN r.order_id = wanted AND r.request_hash = hash THEN 'replayed' ELSE 'conflict' END;
    RETURN;
  END IF;
  rest := refundable_of(o);
  IF rest <= 0 THEN
    RAISE EXCEPTION 'nothing of order % can be paid back', wanted USING ERRCODE = 'RF001';
  ELSIF (refund_by_merchant.amount BETWEEN 1 AND rest) IS NOT TRUE THEN
    RAISE EXCEPTION 'of order % only % is left', wanted, rest USING ERRCODE = 'RF002';
  END IF;

  INSERT INTO refund AS n (kind, order_id, customer_id, agent_id, sub_agent_id, currency, channel_account_id, amount, status,
    maker_id, maker_person, reason, created_at, merchant_refund_no, api_key_id, request_hash)
  SELECT 'refund', o.id, o.customer_id, o.agent_id, o.sub_agent_id, o.currency, o.channel_account_id, refund_by_merchant.amount,
    'preparing', u.id, u.person_id, refund_by_merchant.reason, at, number, k.id, hash
  FROM app_user u WHERE u.id = k.customer_id
  RETURNING n.* INTO r;
  journal := reserve_refund(r, o, k.customer_id, request);
  -- Under the locks of the balances, as payouts read and write it.
  INSERT INTO payout_hour AS h (customer_id, currency, begins_at, key_id, person_id, count, amount, refunds, refunded)
  VALUES (k.customer_id, o.currency, date_trunc('hour', at), k.id, 0, 0, 0, 1, r.amount)
  ON CONFLICT (customer_id, currency, begins_at, key_id, person_id) DO UPDATE
    SET refunds = h.refunds + 1, refunded = h.refunded + EXCLUDED.refunded;
  SELECT sum(h.amount + h.refunded) INTO spent FROM payout_hour h
  WHERE h.customer_id = k.customer_id AND h.currency = o.currency AND h.begins_at >= today AND h.key_id = k.id;
  IF spent > k.daily_payout_minor THEN
    RAISE EXCEPTION 'key % pays out no more today', key USING ERRCODE = 'RF003';
  END IF;
  was := o.status;
  UPDATE collection_order c SET status = 'refund', refund_status = 'preparing' WHERE c.id = wanted RETURNING c.* INTO o;
  PERFORM note_refund('collection.refund', o, was, jsonb_build_object('amount_minor', r.amount::text, 'currency', o.currency,
    'reason', r.reason, 'refund_no', r.merchant_refund_no, 'api_key_id', r.api_key_id::text), k.customer_id, request, journal);
  PERFORM tell_refund(o, r);
  refund_id := r.id;
  outcome := 'created';
END $function$
;
