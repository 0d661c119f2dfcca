-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100400_payout_end
-- What a hold took, as journals give it back: early money whose day has come meanwhile is settled money by now, and the
-- rest goes to its own days.

CREATE FUNCTION payout_gives_back(o payout_order)
 RETURNS TABLE(account_id bigint, amount bigint)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  at timestamptz := business_now();
  h payout_hold;
  c payout_chain;
BEGIN
  UPDATE payout_hold SET given_back_at = at
  WHERE order_id = o.id AND hold_no = o.hold_no AND given_back_at IS NULL RETURNING * INTO h;
  IF h.order_id IS NULL THEN
    RAISE EXCEPTION 'payout % has no hold to give back', o.id USING ERRCODE = 'LG404';
  END IF;
  SELECT * INTO STRICT c FROM payout_chain x WHERE x.id = o.chain_id;
  -- The pool of early money is touched under the lock of its balance.
  PERFORM FROM balance b WHERE b.account_id IN (c.reserved, c.top_up, c.early, c.settleable)
  ORDER BY b.account_id FOR NO KEY UPDATE;
  INSERT INTO early_settlement AS e (account_id, settle_at, amount)
  SELECT c.early, d.settle_at, sum_minor(d.amount) FROM unnest(h.early_days, h.early_amounts) AS d (settle_at, amount)
  WHERE d.settle_at > at GROUP BY d.settle_at ORDER BY d.settle_at
  ON CONFLICT (account_id, settle_at) DO UPDATE SET amount = e.amount + EXCLUDED.amount;
  RETURN QUERY
  SELECT g.account_id, sum_minor(g.amount) FROM (
    SELECT p.account_id, p.amount FROM unnest(h.account_ids, h.amounts) AS p (account_id, amount)
    UNION ALL
    SELECT CASE WHEN d.settle_at > at THEN c.early ELSE c.settleable END, d.amount
    FROM unnest(h.early_days, h.early_amounts) AS d (settle_at, amount)
  ) g GROUP BY g.account_id ORDER BY g.account_id;
END $function$
;
