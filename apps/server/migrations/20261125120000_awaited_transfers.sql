-- Up Migration
-- Accounts that know no orders: a bank card or an address of a chain says what came in, and the order is found by its sum.
-- So no two orders that wait at one place ask for the same sum, while they are open and for a time of grace.

CREATE TABLE awaited_transfer (
  order_id bigint NOT NULL,
  channel_account_id bigint NOT NULL REFERENCES channel_account,
  -- Where the payer sends it: the account's card, or one address of its own.
  destination text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- Business time: the order's end and the time of grace.
  until timestamptz NOT NULL,
  -- Wall time, as the accounts tell theirs; null while nobody else is asked for this sum there.
  freed_at timestamptz,
  PRIMARY KEY (order_id, channel_account_id)
);
CREATE UNIQUE INDEX awaited_once ON awaited_transfer (channel_account_id, destination, amount) WHERE freed_at IS NULL;
CREATE INDEX awaited_at ON awaited_transfer (channel_account_id, destination, until);

-- How far an account was read.
CREATE TABLE channel_feed (
  channel_account_id bigint PRIMARY KEY REFERENCES channel_account,
  -- Wall time; what came before it is booked.
  read_until timestamptz NOT NULL,
  looked_at timestamptz NOT NULL,
  -- What lay there before is no matter of ours, at whichever look it is told.
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- When its provider said last what came in. What was read may end earlier: where something came in that can still be an order's.
  answered_at timestamptz NOT NULL DEFAULT now()
);

-- Finds an order its place and its sum: a place where nobody waits, in its own amount, else the nearest sum that nobody is
-- asked for there. Only before it has its way, so that its plan is made of the sum; a repeated call answers what it has.
-- Null where every sum is taken. `shared`: several orders may wait at one place.
CREATE FUNCTION await_transfer(
  wanted bigint, account bigint, destinations text[], shared boolean, step bigint, below int, above int, grace_s int
) RETURNS awaited_transfer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;

-- Lets a payer be asked for another sum than was ordered, or for that again, and the log says so.
CREATE FUNCTION ask_for(o collection_order, asked bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF o.pay_amount <> asked THEN
    UPDATE collection_order c SET pay_amount = asked WHERE c.id = o.id;
    INSERT INTO audit_log (at, act, object_kind, object_id, before, after)
    VALUES (business_now(), 'collection.askFor', 'collection', o.id::text,
      jsonb_build_object('pay_amount', o.pay_amount::text), jsonb_build_object('pay_amount', asked::text));
  END IF;
END $$;

-- An order that goes elsewhere waits nowhere, and its payer is asked for what was ordered.
CREATE FUNCTION await_no_transfer(wanted bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o collection_order;
BEGIN
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF o.id IS NULL OR o.status <> 'pending' OR o.channel_account_id IS NOT NULL THEN
    RAISE EXCEPTION 'order % has its way', wanted USING ERRCODE = 'LG404';
  END IF;
  UPDATE awaited_transfer t SET freed_at = now() WHERE t.order_id = wanted AND t.freed_at IS NULL;
  PERFORM ask_for(o, o.order_amount);
END $$;

-- Money that came in to an account and is nobody's order: booked as an unidentified receipt (L250) until a person decides.
-- Answers whether it was booked now; a payment that was booked before changes nothing.
ALTER TABLE provider_confirmation ALTER COLUMN order_id DROP NOT NULL;
CREATE FUNCTION receive_unidentified(account bigint, ref text, paid_currency text, paid bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  tree bigint;
  receipt_id bigint;
  entry journal_entry;
  journal bigint;
BEGIN
  SELECT a.agent_id INTO tree FROM channel_account a
  WHERE a.id = account AND a.direction = 'collection' AND a.currency = paid_currency;
  IF tree IS NULL OR paid <= 0 OR coalesce(ref, '') = '' THEN
    RAISE EXCEPTION 'nothing came in to channel account % so', account USING ERRCODE = 'LG404';
  END IF;
  INSERT INTO provider_confirmation (channel_account_id, provider_ref, order_id, amount, confirmed_at)
  VALUES (account, ref, NULL, paid, at) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  receipt_id := nextval(pg_get_serial_sequence('public.receipt', 'id'));
  entry.event := 'receipt.arrive';
  entry.ref_id := receipt_id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := paid_currency;
  entry.agent_id := tree;
  entry.request_id := request;
  entry.amounts := ARRAY[-paid, paid];
  entry.account_ids := ledger_open_accounts(
    ARRAY['A100', 'L250'], ARRAY[NULL, NULL]::bigint[], ARRAY[account, NULL],
    ARRAY[paid_currency, paid_currency], ARRAY['main', 'main']);
  SELECT p.journal_id INTO journal FROM ledger_post(ARRAY[entry]) p;
  INSERT INTO receipt (id, channel_account_id, order_id, provider_ref, currency, amount, reason, received_at)
  OVERRIDING SYSTEM VALUE
  SELECT receipt_id, account, NULL, ref, paid_currency, paid, 'unidentified', j.posted_at FROM journal j WHERE j.id = journal;
  INSERT INTO audit_log (at, act, object_kind, object_id, journal_id, request_id)
  VALUES (at, 'receipt.arrive', 'receipt', receipt_id::text, journal, request);
  RETURN true;
END $$;

-- A provider whose answers do not tell a payment that a shop simulated from a real one is believed once its notice said that
-- it is real.
ALTER TABLE collection_attempt ADD COLUMN told_paid_at timestamptz;

REVOKE ALL ON FUNCTION await_transfer, await_no_transfer, ask_for, receive_unidentified FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION await_transfer, await_no_transfer, receive_unidentified TO suanpan_app;
    GRANT SELECT ON awaited_transfer TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON awaited_transfer FROM suanpan_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON channel_feed TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON awaited_transfer, channel_feed TO suanpan_report;
  END IF;
END $$;
