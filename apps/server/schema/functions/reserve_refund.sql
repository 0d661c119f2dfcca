-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- The money of a refund is reserved (J14, prepare): the order's own leg as far as it waits, then settleable money. Refuses
-- (LG402) where it does not reach. The order is locked.

CREATE FUNCTION reserve_refund(r refund, o collection_order, actor bigint, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  leg record;
  own bigint;
  accounts bigint[];
  spare bigint;
BEGIN
  accounts := ledger_open_accounts(ARRAY['L200', 'L232'], ARRAY[o.customer_id, o.customer_id], ARRAY[NULL, NULL]::bigint[],
    ARRAY[o.currency, o.currency], ARRAY['main', 'main']);
  PERFORM FROM balance b
  WHERE b.account_id = ANY (accounts) OR b.account_id IN (SELECT w.account_id FROM waiting_leg(o) w)
    OR b.account_id IN (SELECT exchange_accounts(ARRAY[o.id]))
  ORDER BY b.account_id FOR NO KEY UPDATE;
  SELECT * INTO leg FROM waiting_leg(o);
  own := least(coalesce(leg.amount, 0), r.amount);
  IF o.rate_id IS NOT NULL THEN
    r.exchanged := exchange_back(o, 'L200', r.amount - own, actor, request);
  END IF;
  SELECT b.balance INTO STRICT spare FROM balance b WHERE b.account_id = accounts[1];
  IF r.amount - own > greatest(spare, 0) THEN
    RAISE EXCEPTION 'so much is not there to be paid back' USING ERRCODE = 'LG402';
  END IF;
  IF own > 0 THEN
    r.taken := array_fill(0::bigint, ARRAY[(SELECT cardinality(p.leg_amounts) FROM collection_plan p WHERE p.order_id = o.id)]);
    r.taken[leg.place] := own;
    PERFORM take_waiting(o, r.taken);
    IF leg.kind = 'L202' THEN
      r.early_days := ARRAY[coalesce(o.settle_at, 'infinity')];
      r.early_amounts := ARRAY[own];
      UPDATE early_settlement e SET amount = e.amount - own
      WHERE e.account_id = leg.account_id AND e.settle_at = coalesce(o.settle_at, 'infinity');
    END IF;
  END IF;
  r.seq := (SELECT coalesce(max(j.seq), 0) + 1 FROM journal j WHERE j.event = 'collection.refund.prepare' AND j.ref_id = o.id);
  UPDATE refund SET taken = r.taken, early_days = r.early_days, early_amounts = r.early_amounts, seq = r.seq,
    exchanged = r.exchanged WHERE id = r.id;
  RETURN refund_entry(o, 'collection.refund.prepare', r.seq,
    ARRAY[coalesce(leg.account_id, accounts[1])] || accounts, ARRAY[-own, own - r.amount, r.amount], r.reason, actor, request);
END $function$
;
