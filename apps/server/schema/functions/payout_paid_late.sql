-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100400_payout_end
-- A payout was paid after its hold was given back (J21): its merchant's buckets pay what left and what it cost, early money
-- with the oldest day first, and what they do not hold he owes. Answers false where it is not rejected.

CREATE FUNCTION payout_paid_late(wanted bigint, paid bigint, channel_account bigint, ref text, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  o payout_order;
  c payout_chain;
  due bigint;
  taken bigint[] := '{0, 0, 0}';
  part bigint;
  day record;
  journal bigint;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  -- What was never given to this account cannot have been paid by it.
  IF o.status IS DISTINCT FROM 'rejected' OR o.amount IS DISTINCT FROM paid
     OR o.channel_account_id IS DISTINCT FROM channel_account
     OR NOT EXISTS (SELECT FROM payout_attempt a WHERE a.order_id = wanted AND a.channel_account_id = channel_account) THEN
    RETURN false;
  END IF;
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (channel_account, ref, 'payout', wanted, paid, at);
  SELECT * INTO STRICT c FROM payout_chain x WHERE x.id = o.chain_id;
  PERFORM FROM balance b WHERE b.account_id IN (c.top_up, c.early, c.settleable, c.owed)
  ORDER BY b.account_id FOR NO KEY UPDATE;
  due := o.amount + o.endpoint_fee;
  FOR day IN SELECT e.id, e.amount FROM early_settlement e WHERE e.account_id = c.early AND e.amount > 0
             ORDER BY e.settle_at, e.id LOOP
    part := least(day.amount, due);
    UPDATE early_settlement SET amount = amount - part WHERE id = day.id;
    taken[1] := taken[1] + part;
    due := due - part;
  END LOOP;
  FOR place IN 2 .. 3 LOOP
    SELECT least(greatest(b.balance, 0), due) INTO STRICT part FROM balance b
    WHERE b.account_id = CASE place WHEN 2 THEN c.top_up ELSE c.settleable END;
    taken[place] := part;
    due := due - part;
  END LOOP;
  journal := payout_entry(o, 'payout.paidLate', 0::smallint,
    ARRAY[c.early, c.top_up, c.settleable, c.owed, c.clearing, c.endpoint],
    ARRAY[-taken[1], -taken[2], -taken[3], -due, o.amount, o.endpoint_fee], NULL, NULL, request);
  UPDATE payout_attempt SET outcome = 'paid', asking_until = NULL WHERE order_id = wanted AND n = o.attempt_no;
  UPDATE payout_order SET status = 'paid', provider_order_no = ref, failure = NULL, completed_at = at
  WHERE id = wanted RETURNING * INTO o;
  INSERT INTO outbox (kind, subject, payload, created_at) VALUES
    ('payout.paid', 'payout:' || wanted, payout_news(o), at),
    ('payout.flagged', 'payout:' || wanted, json_build_object('order_id', wanted::text, 'reason', 'paid_after_rejected'), at);
  PERFORM note_payout('payout.paidLate', wanted, 'rejected', 'paid', jsonb_build_object('provider_order_no', ref), NULL, request, journal);
  RETURN true;
END $function$
;
