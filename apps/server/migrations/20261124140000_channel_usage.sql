-- Up Migration
-- How much of its limits a channel has used: counted only where there is a limit, so that all other orders write nothing
-- for it. What an order takes is reserved when it is given its channel, kept when it succeeds, and given back otherwise.

-- Of one business day (UTC+8); a new day begins with a new row. Method 0 is the channel itself, any other one merchant's
-- use of it (customer_method).
CREATE TABLE channel_usage (
  channel_id bigint NOT NULL REFERENCES channel ON DELETE CASCADE,
  method_id bigint NOT NULL DEFAULT 0,
  day date NOT NULL,
  -- Minor units and orders: those that wait and those that succeeded.
  amount bigint NOT NULL DEFAULT 0,
  count integer NOT NULL DEFAULT 0,
  -- False: the limit was set in the middle of the day, and the orders before it are not counted yet.
  is_whole boolean NOT NULL DEFAULT true,
  PRIMARY KEY (channel_id, method_id, day)
) WITH (fillfactor = 50);

-- What comes to a receiving account with a limit on what it may hold, beyond the balance that its provider told last.
CREATE TABLE channel_account_usage (
  channel_account_id bigint PRIMARY KEY REFERENCES channel_account ON DELETE CASCADE,
  -- Of orders that wait for their payer.
  pending bigint NOT NULL DEFAULT 0,
  -- Received since the provider told its balance, or since the limit was set where it does not tell.
  received bigint NOT NULL DEFAULT 0,
  is_whole boolean NOT NULL DEFAULT true
) WITH (fillfactor = 50);

-- What open orders hold of these; gone once the order has ended or goes another way.
CREATE TABLE channel_reservation (
  order_kind text NOT NULL CHECK (order_kind IN ('collection', 'payout')),
  order_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  method_id bigint NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (order_kind, order_id)
);

-- Reserves what an order takes of its channel's limits, under their locks: of the channel, then of the merchant's use of it,
-- then of the receiving account. Answers the limit that it does not fit in, and reserves nothing then; null when it stands.
-- Waits for nobody longer than 50 ms. To be called last in a transaction, because others wait for the same rows.
CREATE FUNCTION reserve_channel(kind text, wanted bigint, to_channel bigint, method bigint, taken bigint) RETURNS text
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '50ms' AS $$
DECLARE
  today date := business_day(business_now());
  l record;
  u record;
  held bigint;
BEGIN
  SELECT c.channel_account_id AS account, c.daily_amount, c.daily_count, coalesce(m.daily_amount, 0) AS own_amount,
         coalesce(m.daily_count, 0) AS own_count, coalesce(a.balance, 0) AS told,
         CASE WHEN c.direction = 'collection' THEN least(nullif(c.balance_limit, 0), nullif(m.balance_limit, 0)) END AS ceiling
  INTO STRICT l
  FROM channel c JOIN channel_account a ON a.id = c.channel_account_id LEFT JOIN customer_method m ON m.id = method
  WHERE c.id = to_channel;

  INSERT INTO channel_usage (channel_id, method_id, day)
  SELECT to_channel, x.id, today
  FROM (VALUES (0, l.daily_amount, l.daily_count), (method, l.own_amount, l.own_count)) AS x (id, amount, count)
  WHERE (x.amount > 0 OR x.count > 0) AND NOT EXISTS (
    SELECT FROM channel_usage h WHERE h.channel_id = to_channel AND h.method_id = x.id AND h.day = today)
  ORDER BY x.id ON CONFLICT DO NOTHING;
  FOR u IN
    SELECT h.method_id, h.amount, h.count FROM channel_usage h
    WHERE h.channel_id = to_channel AND h.method_id IN (0, method) AND h.day = today
    ORDER BY h.method_id FOR NO KEY UPDATE
  LOOP
    IF (CASE u.method_id WHEN 0 THEN l.daily_amount ELSE l.own_amount END) BETWEEN 1 AND u.amount + taken - 1 THEN
      RETURN 'dailyAmountReached';
    END IF;
    IF (CASE u.method_id WHEN 0 THEN l.daily_count ELSE l.own_count END) BETWEEN 1 AND u.count THEN
      RETURN 'dailyCountReached';
    END IF;
  END LOOP;
  IF l.ceiling IS NOT NULL THEN
    INSERT INTO channel_account_usage (channel_account_id)
    SELECT l.account WHERE NOT EXISTS (SELECT FROM channel_account_usage h WHERE h.channel_account_id = l.account)
    ON CONFLICT DO NOTHING;
    SELECT h.pending + h.received INTO held FROM channel_account_usage h
    WHERE h.channel_account_id = l.account FOR NO KEY UPDATE;
    IF l.told + held + taken > l.ceiling THEN
      RETURN 'balanceLimitReached';
    END IF;
    UPDATE channel_account_usage SET pending = pending + taken WHERE channel_account_id = l.account;
  END IF;

  UPDATE channel_usage h SET amount = h.amount + taken, count = h.count + 1
  WHERE h.channel_id = to_channel AND h.method_id IN (0, method) AND h.day = today;
  INSERT INTO channel_reservation (order_kind, order_id, channel_id, channel_account_id, method_id, day, amount)
  VALUES (kind, wanted, to_channel, l.account, method, today, taken);
  RETURN NULL;
END $$;

-- Takes reservations back: wholly, or with `kept` only what still waits for money. The rows are locked in the order in which
-- reserving locks them.
CREATE FUNCTION end_reservations(gone channel_reservation[], kept boolean) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '50ms' AS $$
BEGIN
  PERFORM FROM channel_usage u
  WHERE NOT kept AND EXISTS (
    SELECT FROM unnest(gone) g WHERE u.channel_id = g.channel_id AND u.method_id IN (0, g.method_id) AND u.day = g.day)
  ORDER BY u.channel_id, u.method_id, u.day FOR NO KEY UPDATE;
  PERFORM FROM channel_account_usage u
  WHERE u.channel_account_id IN (SELECT g.channel_account_id FROM unnest(gone) g)
  ORDER BY u.channel_account_id FOR NO KEY UPDATE;
  UPDATE channel_usage u SET amount = greatest(0, u.amount - x.amount), count = greatest(0, u.count - x.count)
  FROM (
    SELECT g.channel_id, s.method_id, g.day, sum_minor(g.amount) AS amount, count(*)::int AS count
    FROM unnest(gone) g CROSS JOIN LATERAL (VALUES (0::bigint), (g.method_id)) AS s (method_id)
    GROUP BY g.channel_id, s.method_id, g.day
  ) x
  WHERE NOT kept AND u.channel_id = x.channel_id AND u.method_id = x.method_id AND u.day = x.day;
  UPDATE channel_account_usage u SET pending = greatest(0, u.pending - x.amount),
    received = u.received + CASE WHEN kept THEN x.amount ELSE 0 END
  FROM (SELECT g.channel_account_id, sum_minor(g.amount) AS amount FROM unnest(gone) g GROUP BY 1) x
  WHERE u.channel_account_id = x.channel_account_id;
END $$;

-- Gives back what an order holds, when its provider surely did not take it. Answers whether it held anything.
CREATE FUNCTION release_channel(kind text, wanted bigint) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '50ms' AS $$
DECLARE
  gone channel_reservation[];
BEGIN
  WITH d AS (DELETE FROM channel_reservation r WHERE r.order_kind = kind AND r.order_id = wanted RETURNING r)
  SELECT array_agg(d.r) INTO gone FROM d;
  IF gone IS NOT NULL THEN
    PERFORM end_reservations(gone, false);
  END IF;
  RETURN gone IS NOT NULL;
END $$;

-- Ends the reservations of orders that have ended or go another way, up to `most` of them, and answers how many: a success
-- keeps its part of the day, all else gives it back.
CREATE FUNCTION finish_reservations(most int) RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  kept channel_reservation[];
  freed channel_reservation[];
BEGIN
  WITH over AS (
    SELECT r.order_kind, r.order_id,
           CASE r.order_kind WHEN 'collection' THEN o.channel_id = r.channel_id AND o.status IN ('success', 'refund')
             ELSE p.channel_id = r.channel_id AND p.status IN ('paid', 'rejected_reversed') END AS is_kept
    FROM channel_reservation r
    LEFT JOIN collection_order o ON r.order_kind = 'collection' AND o.id = r.order_id
    LEFT JOIN payout_order p ON r.order_kind = 'payout' AND p.id = r.order_id
    WHERE coalesce(o.channel_id, p.channel_id) IS DISTINCT FROM r.channel_id
      OR coalesce(o.status <> 'pending', p.status <> 'processing', true)
    LIMIT most
  ), gone AS (
    DELETE FROM channel_reservation r USING over o WHERE r.order_kind = o.order_kind AND r.order_id = o.order_id
    RETURNING r, o.is_kept
  )
  SELECT array_agg(g.r) FILTER (WHERE g.is_kept), array_agg(g.r) FILTER (WHERE g.is_kept IS NOT TRUE) INTO kept, freed FROM gone g;
  IF freed IS NOT NULL THEN
    PERFORM end_reservations(freed, false);
  END IF;
  IF kept IS NOT NULL THEN
    PERFORM end_reservations(kept, true);
  END IF;
  RETURN coalesce(cardinality(kept), 0) + coalesce(cardinality(freed), 0);
END $$;

-- Counts the orders of today that came before a limit was set, and lets those that wait hold their part of it. Orders that have
-- ended and are not looked at yet count as long as they hold theirs.
CREATE FUNCTION recount_channels() RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  today date := business_day(business_now());
  since timestamptz := today::timestamp AT TIME ZONE 'UTC' - interval '8 hours';
  u record;
  counted int := 0;
BEGIN
  DELETE FROM channel_usage h WHERE h.day < today - 1;
  FOR u IN
    SELECT h.channel_id, h.method_id, c.direction, m.customer_id, m.alias
    FROM channel_usage h JOIN channel c ON c.id = h.channel_id LEFT JOIN customer_method m ON m.id = h.method_id
    WHERE NOT h.is_whole AND h.day = today ORDER BY h.channel_id, h.method_id FOR NO KEY UPDATE OF h
  LOOP
    WITH mine AS MATERIALIZED (
      SELECT o.id, o.pay_amount AS amount, o.channel_account_id, o.customer_id, o.method, o.status = 'pending' AS waits
      FROM collection_order o
      WHERE u.direction = 'collection' AND o.created_at >= since AND o.channel_id = u.channel_id AND NOT o.is_test
        AND (o.status IN ('pending', 'success', 'refund') OR EXISTS (
          SELECT FROM channel_reservation r
          WHERE r.order_kind = 'collection' AND r.order_id = o.id AND r.channel_id = u.channel_id AND r.day = today))
      UNION ALL
      SELECT p.id, p.amount, p.channel_account_id, p.customer_id, p.method, p.status = 'processing'
      FROM payout_order p
      WHERE u.direction = 'payout' AND p.created_at >= since AND p.channel_id = u.channel_id AND NOT p.is_test
        AND (p.status IN ('processing', 'paid', 'rejected_reversed') OR EXISTS (
          SELECT FROM channel_reservation r
          WHERE r.order_kind = 'payout' AND r.order_id = p.id AND r.channel_id = u.channel_id AND r.day = today))
    ), own AS MATERIALIZED (
      SELECT * FROM mine WHERE u.method_id = 0 OR (mine.customer_id = u.customer_id AND mine.method = u.alias)
    ), held AS (
      INSERT INTO channel_reservation (order_kind, order_id, channel_id, channel_account_id, method_id, day, amount)
      SELECT u.direction, own.id, u.channel_id, own.channel_account_id, m.id, today, own.amount
      FROM own JOIN customer_method m ON m.customer_id = own.customer_id AND m.alias = own.method AND m.channel_id = u.channel_id
      WHERE own.waits ON CONFLICT DO NOTHING
    )
    UPDATE channel_usage h SET is_whole = true, amount = x.amount, count = x.count
    FROM (SELECT coalesce(sum_minor(own.amount), 0) AS amount, count(*)::int AS count FROM own) x
    WHERE h.channel_id = u.channel_id AND h.method_id = u.method_id AND h.day = today;
    counted := counted + 1;
  END LOOP;
  FOR u IN
    SELECT h.channel_account_id FROM channel_account_usage h WHERE NOT h.is_whole
    ORDER BY h.channel_account_id FOR NO KEY UPDATE
  LOOP
    WITH mine AS MATERIALIZED (
      SELECT o.id, o.pay_amount AS amount, o.channel_id, m.id AS method_id
      FROM collection_order o
      JOIN customer_method m ON m.customer_id = o.customer_id AND m.alias = o.method AND m.channel_id = o.channel_id
      WHERE o.expires_at > business_now() - interval '1 hour' AND o.status = 'pending'
        AND o.channel_account_id = u.channel_account_id AND NOT o.is_test
        AND NOT EXISTS (SELECT FROM channel_reservation r WHERE r.order_kind = 'collection' AND r.order_id = o.id)
    ), held AS (
      INSERT INTO channel_reservation (order_kind, order_id, channel_id, channel_account_id, method_id, day, amount)
      SELECT 'collection', mine.id, mine.channel_id, u.channel_account_id, mine.method_id, today, mine.amount FROM mine
      ON CONFLICT DO NOTHING
    )
    UPDATE channel_account_usage h SET is_whole = true, pending = x.amount
    FROM (
      SELECT coalesce(sum_minor(w.amount), 0) AS amount FROM (
        SELECT mine.amount FROM mine
        UNION ALL
        SELECT r.amount FROM channel_reservation r
        WHERE r.order_kind = 'collection' AND r.channel_account_id = u.channel_account_id) w
    ) x
    WHERE h.channel_account_id = u.channel_account_id;
    counted := counted + 1;
  END LOOP;
  RETURN counted;
END $$;

-- A limit that was set or changed counts the whole day, also what came before it.
CREATE FUNCTION count_channel_anew() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.daily_amount > 0 OR NEW.daily_count > 0 THEN
    INSERT INTO channel_usage (channel_id, method_id, day, is_whole)
    VALUES (CASE TG_TABLE_NAME WHEN 'channel' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'channel_id')::bigint END,
            CASE TG_TABLE_NAME WHEN 'channel' THEN 0 ELSE NEW.id END, business_day(business_now()), TG_OP = 'INSERT')
    ON CONFLICT (channel_id, method_id, day) DO UPDATE SET is_whole = false;
  END IF;
  IF NEW.balance_limit > 0 THEN
    INSERT INTO channel_account_usage (channel_account_id, is_whole)
    SELECT c.channel_account_id, false FROM channel c
    WHERE c.id = CASE TG_TABLE_NAME WHEN 'channel' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'channel_id')::bigint END
      AND c.direction = 'collection'
    ON CONFLICT (channel_account_id) DO UPDATE SET is_whole = false;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER channel_limits_set AFTER INSERT ON channel FOR EACH ROW
  WHEN (NEW.daily_amount > 0 OR NEW.daily_count > 0 OR NEW.balance_limit > 0) EXECUTE FUNCTION count_channel_anew();
CREATE TRIGGER channel_limits_changed AFTER UPDATE OF daily_amount, daily_count, balance_limit ON channel FOR EACH ROW
  WHEN ((OLD.daily_amount, OLD.daily_count, OLD.balance_limit) IS DISTINCT FROM (NEW.daily_amount, NEW.daily_count, NEW.balance_limit))
  EXECUTE FUNCTION count_channel_anew();
CREATE TRIGGER method_limits_set AFTER INSERT ON customer_method FOR EACH ROW
  WHEN (NEW.daily_amount > 0 OR NEW.daily_count > 0 OR NEW.balance_limit > 0) EXECUTE FUNCTION count_channel_anew();
CREATE TRIGGER method_limits_changed AFTER UPDATE OF daily_amount, daily_count, balance_limit ON customer_method FOR EACH ROW
  WHEN ((OLD.daily_amount, OLD.daily_count, OLD.balance_limit) IS DISTINCT FROM (NEW.daily_amount, NEW.daily_count, NEW.balance_limit))
  EXECUTE FUNCTION count_channel_anew();

-- A provider that tells its balance has counted what was received in it.
CREATE FUNCTION forget_received() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE channel_account_usage SET received = 0 WHERE channel_account_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER channel_account_told AFTER UPDATE OF balance_checked_at ON channel_account FOR EACH ROW
  WHEN (NEW.balance IS NOT NULL) EXECUTE FUNCTION forget_received();

-- Submits as payout_submit does, and reserves what each payout takes of its channel's limits with it: none of them is
-- submitted where one does not fit (LM001, whose message is the limit), and the caller sends it another way.
CREATE FUNCTION payout_submit_limited(
  merchant_order_nos text[], customers bigint[], currencies text[], amounts bigint[], account_names text[],
  bank_codes text[], branches text[], cards_sealed text[], card_hashes text[], cards_shown text[], name_marks text[],
  card_marks text[], memos text[],
  metadatas jsonb[], notify_urls text[], locales text[], sources text[], api_versions text[], keys bigint[],
  people bigint[], tests boolean[], hashes bytea[], ips text[], channels bigint[], methods text[], routes jsonb[],
  agreed boolean[], duplicates_known boolean[], requests text[], limited_methods bigint[]
) RETURNS TABLE (
  ordinal int, outcome text, order_id bigint, order_no text, stage text, wait_reason text, merchant_fee bigint, at timestamptz
)
LANGUAGE plpgsql SET search_path = public, pg_temp ROWS 300 AS $$
#variable_conflict use_column
DECLARE
  made bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(customers)]);
  done record;
  fault text;
BEGIN
  FOR done IN
    SELECT * FROM payout_submit(merchant_order_nos, customers, currencies, amounts, account_names, bank_codes, branches,
      cards_sealed, card_hashes, cards_shown, name_marks, card_marks, memos, metadatas, notify_urls, locales, sources, api_versions,
      keys, people, tests, hashes, ips, channels, methods, routes, agreed, duplicates_known, requests)
  LOOP
    ordinal := done.ordinal;
    outcome := done.outcome;
    order_id := done.order_id;
    order_no := done.order_no;
    stage := done.stage;
    wait_reason := done.wait_reason;
    merchant_fee := done.merchant_fee;
    at := done.at;
    IF done.outcome = 'created' THEN
      made[done.ordinal] := done.order_id;
    END IF;
    RETURN NEXT;
  END LOOP;
  FOR done IN
    SELECT m.id, channels[m.n] AS channel, limited_methods[m.n] AS method, amounts[m.n] AS amount
    FROM unnest(made) WITH ORDINALITY AS m (id, n)
    WHERE m.id IS NOT NULL AND limited_methods[m.n] IS NOT NULL ORDER BY channels[m.n], limited_methods[m.n], m.n
  LOOP
    fault := reserve_channel('payout', done.id, done.channel, done.method, done.amount);
    IF fault IS NOT NULL THEN
      RAISE EXCEPTION '%', fault USING ERRCODE = 'LM001';
    END IF;
  END LOOP;
END $$;

-- Whether a day is full is read from what routing itself counts: of a channel by itself (method 0) or of one merchant's use of it.
-- A limit of 0 is none.
CREATE FUNCTION is_day_full(whose bigint, of_method bigint, most_amount bigint, most_count integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT (most_amount > 0 OR most_count > 0) AND EXISTS (
    SELECT FROM public.channel_usage u
    WHERE u.channel_id = whose AND u.method_id = of_method AND u.day = public.business_day(public.business_now())
      AND ((most_amount > 0 AND u.amount >= most_amount) OR (most_count > 0 AND u.count >= most_count)))
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON channel_usage, channel_account_usage, channel_reservation TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON channel_usage, channel_account_usage, channel_reservation TO suanpan_report;
  END IF;
END $$;
