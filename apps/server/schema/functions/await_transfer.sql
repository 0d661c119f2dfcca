-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125120000_awaited_transfers
-- Finds an order its place and its sum: a place where nobody waits, in its own amount, else the nearest sum that nobody is
-- asked for there. Only before it has its way, so that its plan is made of the sum; a repeated call answers what it has.
-- Null where every sum is taken. `shared`: several orders may wait at one place.

CREATE FUNCTION await_transfer(wanted bigint, account bigint, destinations text[], shared boolean, step bigint, below integer, above integer, grace_s integer)
 RETURNS awaited_transfer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  o collection_order;
  w awaited_transfer;
  offer record;
BEGIN
  -- A payer is never asked for a much different sum.
  IF step <= 0 OR step > 10000 OR below NOT BETWEEN 0 AND 9 OR above NOT BETWEEN 0 AND 99 OR grace_s NOT BETWEEN 60 AND 86400 THEN
    RAISE EXCEPTION 'sums may not differ so' USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF o.id IS NULL OR o.status <> 'pending' OR o.channel_account_id IS NOT NULL OR NOT EXISTS (
    SELECT FROM channel_account a WHERE a.id = account AND a.agent_id = o.agent_id AND a.currency = o.currency
      AND a.direction = 'collection'
  ) THEN
    RAISE EXCEPTION 'order % cannot wait at channel account %', wanted, account USING ERRCODE = 'LG404';
  END IF;
  SELECT * INTO w FROM awaited_transfer t WHERE t.order_id = wanted AND t.channel_account_id = account AND t.freed_at IS NULL;
  IF w.order_id IS NULL THEN
    UPDATE awaited_transfer t SET freed_at = now()
    FROM (
      SELECT h.order_id FROM awaited_transfer h
      WHERE h.channel_account_id = account AND h.freed_at IS NULL AND h.until <= at FOR UPDATE SKIP LOCKED
    ) over
    WHERE t.order_id = over.order_id AND t.channel_account_id = account;
    FOR offer IN
      SELECT p.place, o.order_amount + s.n * step AS amount
      FROM (
        SELECT d.place, d.nth, EXISTS (
          SELECT FROM awaited_transfer b WHERE b.channel_account_id = account AND b.destination = d.place AND b.freed_at IS NULL
        ) AS busy
        FROM unnest(destinations) WITH ORDINALITY AS d (place, nth)
      ) p CROSS JOIN generate_series(-below, above) AS s (n)
      WHERE o.order_amount + s.n * step > 0 AND (shared OR (s.n = 0 AND NOT p.busy))
      ORDER BY p.busy, abs(s.n), s.n, p.nth
    LOOP
      INSERT INTO awaited_transfer (order_id, channel_account_id, destination, amount, until)
      VALUES (wanted, account, offer.place, offer.amount, o.expires_at + grace_s * interval '1 second')
      ON CONFLICT DO NOTHING RETURNING * INTO w;
      EXIT WHEN w.order_id IS NOT NULL;
    END LOOP;
  END IF;
  IF w.order_id IS NOT NULL THEN
    PERFORM ask_for(o, w.amount);
  END IF;
  RETURN w;
END $function$
;
