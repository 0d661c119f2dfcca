-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100200_refund_by_provider
-- A refund definitely is not: what was reserved goes back (J14, failed). The same of its door.

CREATE FUNCTION undo_refund(r refund, person bigint, why text, request text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  wanted bigint := r.id;
  o collection_order;
  own bigint := coalesce((SELECT sum_minor(t) FROM unnest(r.taken) AS t), 0);
  -- Where the order's own part lay, and where it goes.
  leg record;
  accounts bigint[];
  journal bigint;
BEGIN
  SELECT * INTO STRICT o FROM collection_order c WHERE c.id = r.order_id;
  accounts := ledger_open_accounts(ARRAY['L200', 'L232'], ARRAY[o.customer_id, o.customer_id], ARRAY[NULL, NULL]::bigint[],
    ARRAY[o.currency, o.currency], ARRAY['main', 'main']);
  SELECT w.account_id, w.kind INTO leg FROM waiting_leg(o) w;
  PERFORM FROM balance b
  WHERE b.account_id = ANY (accounts) OR b.account_id = leg.account_id OR b.account_id IN (SELECT exchange_accounts(ARRAY[o.id]))
  ORDER BY b.account_id FOR NO KEY UPDATE;
  IF own > 0 THEN
    PERFORM take_waiting(o, ARRAY(SELECT -t.amount FROM unnest(r.taken) WITH ORDINALITY AS t (amount, n) ORDER BY t.n));
    IF leg.kind = 'L202' AND r.early_days[1] > at THEN
      INSERT INTO early_settlement AS e (account_id, settle_at, amount) VALUES (leg.account_id, r.early_days[1], own)
      ON CONFLICT (account_id, settle_at) DO UPDATE SET amount = e.amount + EXCLUDED.amount;
    ELSIF leg.kind = 'L202' THEN
      leg.account_id := accounts[1];
    END IF;
  END IF;
  journal := refund_entry(o, 'collection.refund.failed', r.seq, ARRAY[coalesce(leg.account_id, accounts[1])] || accounts,
    ARRAY[own, r.amount - own, -r.amount], why, person, request);
  IF r.exchanged > 0 THEN
    PERFORM exchange_collection(o, ARRAY[ROW('L200', o.customer_id, r.exchanged)::exchange_share], person, request);
  END IF;
  UPDATE refund SET status = 'failed', failure = why, taken = NULL, exchanged = 0, early_days = '{}', early_amounts = '{}', decided_by = person,
    completed_at = at WHERE id = wanted RETURNING * INTO r;
  UPDATE collection_order c SET refund_status = 'failed' WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.fail', o, NULL, jsonb_build_object('reason', why), person, request, journal);
  PERFORM tell_refund(o, r);
  -- Its day came while it was under way.
  IF o.settle_at <= at AND own > 0 THEN
    PERFORM release_collections(ARRAY[o.id], NULL, request);
  END IF;
END $function$
;
