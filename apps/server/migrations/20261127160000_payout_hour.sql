-- Up Migration
-- What was submitted is counted once, in one row by merchant, key, person and hour: a payout wrote four rows before, of its merchant's
-- and its key's hour and day, and each of them was looked up under the lock. A day is the sum of its hours.

CREATE TABLE payout_hour (
  customer_id bigint NOT NULL,
  currency text NOT NULL,
  begins_at timestamptz NOT NULL,
  -- 0 is none.
  key_id bigint NOT NULL,
  person_id bigint NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  -- What the key paid back of collections; it counts in its day.
  refunds bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  -- The merchant's busiest hour of the thirty days before, looked up when his hour begins.
  peak bigint,
  PRIMARY KEY (customer_id, currency, begins_at, key_id, person_id)
) WITH (fillfactor = 50);
CREATE INDEX payout_hour_person ON payout_hour (person_id, begins_at) WHERE person_id <> 0;

LOCK TABLE payout_tally IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO payout_hour (customer_id, currency, begins_at, key_id, person_id, count, amount, refunds, refunded)
SELECT x.customer_id, x.currency, x.begins_at, x.key_id, x.person_id, sum(x.count), sum_minor(x.amount), sum(x.refunds),
       sum_minor(x.refunded)
FROM (
  SELECT o.customer_id, o.currency, date_trunc('hour', o.created_at) AS begins_at, coalesce(o.api_key_id, 0) AS key_id,
         coalesce(o.submitted_by, 0) AS person_id, 1 AS count, o.amount, 0 AS refunds, 0::bigint AS refunded
  FROM payout_order o WHERE o.status <> 'insufficient_balance'
  UNION ALL
  SELECT r.customer_id, r.currency, date_trunc('hour', r.created_at), r.api_key_id, 0, 0, 0, 1, r.amount
  FROM refund r WHERE r.api_key_id IS NOT NULL
) x GROUP BY 1, 2, 3, 4, 5;
UPDATE payout_hour h SET peak = t.peak
FROM payout_tally t
WHERE t.kind = 'merchantHour' AND t.subject_id = h.customer_id AND t.currency = h.currency AND t.begins_at = h.begins_at;

-- The version before proves its books by the counters that it knew.
DROP TABLE payout_tally;
CREATE VIEW payout_tally AS
  SELECT x.kind, x.subject_id, h.currency, x.begins_at, sum(x.count)::bigint AS count, sum_minor(x.amount) AS amount, max(x.peak) AS peak
  FROM payout_hour h
  CROSS JOIN LATERAL (SELECT business_day(h.begins_at)::timestamp AT TIME ZONE 'UTC' - interval '8 hours' AS at) day
  CROSS JOIN LATERAL (VALUES
    ('merchantHour', h.customer_id, h.begins_at, h.count, h.amount, h.peak),
    ('merchantDay', h.customer_id, day.at, h.count, h.amount, NULL),
    ('keyHour', h.key_id, h.begins_at, h.count, h.amount, NULL),
    ('keyDay', h.key_id, day.at, h.count + h.refunds, h.amount + h.refunded, NULL),
    ('userHour', h.person_id, h.begins_at, h.count, h.amount, NULL)
  ) AS x (kind, subject_id, begins_at, count, amount, peak)
  WHERE x.subject_id <> 0 AND x.count > 0
  GROUP BY 1, 2, 3, 4;

-- The door of the merchant API. The key pays out, and no more a day than it may with what it paid out that day. Answers the refund,
-- and whether it was made, is the same as was asked for before, or another has its number. Refuses (LG404) an order that is not
-- this key's, LG403 a key that may not, RF001 what cannot be paid back, RF002 more than is left of it, RF003 more than the key may
-- a day, and LG402 money that is not there.
CREATE OR REPLACE FUNCTION refund_by_merchant(
  wanted bigint, number text, amount bigint, hash bytea, key bigint, reason text, request text,
  OUT refund_id bigint, OUT outcome text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;

-- Whether one person is enough for payouts of this sum together: a batch counts whole, with what he submitted by any of his
-- accounts and what anybody submitted for this merchant by hand within a day. The door holds each payout against the same
-- threshold again, so that two batches at once are not smaller than one.
CREATE OR REPLACE FUNCTION payout_batch_is_small(customer bigint, person bigint, of_currency text, amount bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(amount + greatest(
      (SELECT sum(t.amount) FROM app_user u
       JOIN payout_hour t ON t.person_id = u.id AND t.person_id <> 0 AND t.currency = of_currency
         AND t.begins_at > business_now() - interval '25 hours'
       WHERE u.person_id = (SELECT me.person_id FROM app_user me WHERE me.id = person)),
      (SELECT sum(p.amount) FROM payout_order p
       WHERE p.customer_id = customer AND p.created_at > business_now() - interval '24 hours' AND p.submitted_by IS NOT NULL
         AND p.currency = of_currency AND p.status <> 'insufficient_balance'),
      0) < payout_approval_from((SELECT u.agent_id FROM app_user u WHERE u.id = customer), of_currency), false)
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON payout_hour, payout_tally TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON payout_hour, payout_tally FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON payout_hour, payout_tally TO suanpan_report;
  END IF;
END $$;
