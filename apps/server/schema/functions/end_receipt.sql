-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123120000_supply
-- The door of unidentified money that no order takes: all that is left of it goes back to its payer at the provider, by two
-- persons (J22), or what somebody else had paid for its order goes back to him. Answers the journal. Refuses who may not
-- (LG403), a receipt that is not there or used up (LG404), and one whose order nobody paid for (SP001).
-- It is as much as was agreed to, by what is left under the receipt's own lock: an order may have taken a part since.

CREATE FUNCTION end_receipt(wanted bigint, kind text, ref text, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  r receipt;
  o collection_order;
  e receipt_end;
  tree bigint;
  back record;
  entry journal_entry;
  journal bigint;
BEGIN
  PERFORM FROM collection_order c WHERE c.id = (SELECT x.order_id FROM receipt x WHERE x.id = wanted) FOR NO KEY UPDATE;
  SELECT * INTO r FROM receipt c WHERE c.id = wanted FOR NO KEY UPDATE;
  SELECT a.agent_id INTO tree FROM channel_account a WHERE a.id = r.channel_account_id;
  IF r.id IS NULL OR NOT receipt_is_open(r, tree) THEN
    RAISE EXCEPTION 'receipt % is not there', wanted USING ERRCODE = 'LG404';
  END IF;
  SELECT * INTO o FROM collection_order c WHERE c.id = r.order_id;
  SELECT * INTO back FROM restorable_of(r);
  e.amount := CASE kind WHEN 'restore' THEN back.amount ELSE r.amount - r.taken END;
  e.checker_id := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.maker_id = maker AND a.reason = end_receipt.reason
      AND a.act = 'receipts.' || end_receipt.kind AND a.payload ->> 'receipt_id' = wanted::text
      AND a.payload ->> 'amount' = e.amount::text AND (a.payload ->> 'provider_ref') IS NOT DISTINCT FROM ref);
  IF kind NOT IN ('sendBack', 'restore') OR NOT stands_over(maker, tree)
     OR (agreed IS NOT NULL AND stands_over(e.checker_id, tree) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this' USING ERRCODE = 'LG403';
  END IF;
  IF (e.amount > 0) IS NOT TRUE THEN
    RAISE EXCEPTION 'nobody paid for the order of receipt %', wanted USING ERRCODE = 'SP001';
  END IF;
  INSERT INTO receipt_end (receipt_id, kind, amount, provider_ref, maker_id, maker_person, checker_id, approval_id, reason, created_at)
  SELECT r.id, end_receipt.kind, e.amount, ref, maker, a.person_id, e.checker_id, agreed, end_receipt.reason, at
  FROM app_user a WHERE a.id = maker
  RETURNING id INTO e.id;
  IF kind = 'sendBack' THEN
    INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
    VALUES (r.channel_account_id, ref, 'receipt', e.id, e.amount, at);
  END IF;
  UPDATE receipt c SET taken = c.taken + e.amount, closed_at = CASE WHEN c.taken + e.amount = c.amount THEN at END WHERE c.id = r.id;
  DELETE FROM receipt_lock k USING receipt c WHERE c.id = r.id AND k.order_id = c.id AND c.closed_at IS NOT NULL;
  entry.event := 'receipt.' || kind;
  entry.ref_id := e.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := r.currency;
  entry.customer_id := o.customer_id;
  entry.agent_id := coalesce(o.agent_id, tree);
  entry.sub_agent_id := o.sub_agent_id;
  entry.middleman_id := o.middleman_id;
  entry.actor_id := maker;
  entry.note := reason;
  entry.request_id := request;
  entry.amounts := ARRAY[-e.amount, e.amount];
  entry.account_ids := ledger_open_accounts(
    ARRAY['L250', CASE WHEN kind = 'sendBack' THEN 'A100' WHEN back.source = 'agent' THEN 'L200' ELSE 'E510' END],
    ARRAY[NULL, CASE WHEN kind = 'restore' AND back.source = 'agent' THEN back.agent_id END],
    ARRAY[NULL, CASE WHEN kind = 'sendBack' THEN r.channel_account_id END],
    ARRAY[r.currency, r.currency], ARRAY['main', 'main']);
  journal := (SELECT posted.journal_id FROM ledger_post(ARRAY[entry]) posted);
  IF kind = 'restore' AND back.source = 'agent' THEN
    INSERT INTO outbox (kind, subject, payload, created_at)
    VALUES ('funds.moved', 'user:' || back.agent_id, json_build_object('owner_ids', ARRAY[back.agent_id::text]), at);
  END IF;
  RETURN journal;
END $function$
;
