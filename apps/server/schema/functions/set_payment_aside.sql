-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090460_collection_end
-- Money came that may not be credited as it stands: it is booked as an unidentified receipt (L250) until a person
-- decides. An order that is still open ends for a reason of its own (`amount_mismatch`, `abnormal`); money that came
-- elsewhere or twice (`paid_elsewhere`, `paid_twice`) leaves it as it is. Never credits anybody.
-- Only where the order was really sent, so that nobody books references ahead of the payments they will belong to.
-- Answers whether it was booked now: a payment that was booked before, as a receipt or by a settling, changes nothing.

CREATE FUNCTION set_payment_aside(wanted bigint, channel_account bigint, ref text, paid_currency text, paid bigint, reason text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  o collection_order;
  receipt_id bigint;
  entry journal_entry;
  journal bigint;
BEGIN
  IF paid <= 0 OR reason NOT IN ('amount_mismatch', 'abnormal', 'paid_elsewhere', 'paid_twice') THEN
    RAISE EXCEPTION 'nothing of % can be set aside as %', paid, reason USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF o.id IS NULL THEN
    RETURN false;
  END IF;
  IF NOT EXISTS (SELECT FROM collection_attempt t JOIN channel_account a ON a.id = t.channel_account_id
                 WHERE t.order_id = o.id AND a.id = channel_account) THEN
    RAISE EXCEPTION 'order % was never sent to channel account %', o.id, channel_account USING ERRCODE = 'LG404';
  END IF;
  INSERT INTO provider_confirmation (channel_account_id, provider_ref, order_id, amount, confirmed_at)
  VALUES (channel_account, ref, o.id, paid, at) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  receipt_id := nextval(pg_get_serial_sequence('public.receipt', 'id'));
  entry.event := 'receipt.arrive';
  entry.ref_id := receipt_id;
  entry.seq := 0;
  entry.book := CASE WHEN o.is_test THEN 'test' ELSE 'main' END;
  entry.currency := paid_currency;
  entry.customer_id := o.customer_id;
  entry.agent_id := o.agent_id;
  entry.sub_agent_id := o.sub_agent_id;
  entry.middleman_id := o.middleman_id;
  entry.request_id := request;
  entry.amounts := ARRAY[-paid, paid];
  entry.account_ids := ledger_open_accounts(
    ARRAY['A100', 'L250'], ARRAY[NULL, NULL]::bigint[], ARRAY[channel_account, NULL],
    ARRAY[paid_currency, paid_currency], ARRAY[entry.book, entry.book]);
  SELECT p.journal_id INTO journal FROM ledger_post(ARRAY[entry]) p;
  -- It came when its journal says so, wherever the clock was moved meanwhile.
  INSERT INTO receipt (id, channel_account_id, order_id, provider_ref, currency, amount, reason, received_at)
  OVERRIDING SYSTEM VALUE
  SELECT receipt_id, channel_account, o.id, ref, paid_currency, paid, reason, j.posted_at FROM journal j WHERE j.id = journal;

  WITH moved AS (
    UPDATE collection_order m SET status = reason, completed_at = at, actual_amount = paid
    WHERE m.id = o.id AND o.status IN ('pending', 'expired') AND reason IN ('amount_mismatch', 'abnormal')
    RETURNING m.*
  ), told AS (
    INSERT INTO outbox (kind, subject, payload, created_at)
    SELECT 'collection.' || reason, 'collection:' || m.id, collection_news(m::collection_order), at FROM moved m
  )
  INSERT INTO audit_log (at, act, object_kind, object_id, from_status, to_status, journal_id, request_id)
  SELECT at, CASE reason WHEN 'amount_mismatch' THEN 'collection.mismatch' ELSE 'collection.setAside' END, 'collection', o.id::text,
         CASE WHEN m.id IS NOT NULL THEN o.status END, m.status, journal, request
  FROM (VALUES (1)) AS one LEFT JOIN moved m ON true;
  RETURN true;
END $function$
;
