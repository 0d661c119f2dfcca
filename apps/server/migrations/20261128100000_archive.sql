-- Up Migration
-- What is older than the online period moves out of the tables that are written all day, and stays in the same database:
-- schema `archive` holds the tables it moves to, each like its online one, and schema `whole` a view over both under the same
-- name, by which people and the proof of the books read. Orders move with all that belongs to them in one transaction, and come
-- back the same way as soon as somebody has to act on them. Journals, the log, kept sums and the payments that providers
-- confirmed stay where they are.
-- The version before: knows no archive, and for a day nothing goes there (begins_at), so the triggers refuse none of its orders;
-- payouts are never deleted by it, so it misses no foreign key.

CREATE SCHEMA archive;
CREATE SCHEMA whole;

-- Which tables move with an order of a kind, in the order in which they leave (they come back the other way round): what
-- points at others first. `rows` picks the rows of the orders $1.
CREATE TABLE archive.part (
  kind text NOT NULL CHECK (kind IN ('collection', 'payout')),
  place smallint NOT NULL,
  name text NOT NULL,
  rows text NOT NULL,
  PRIMARY KEY (kind, place)
);
INSERT INTO archive.part (kind, place, name, rows) VALUES
  ('collection', 1, 'callback_attempt',
    'callback_id IN (SELECT c.id FROM whole.callback c WHERE c.order_kind = ''collection'' AND c.order_id = ANY ($1))'),
  ('collection', 2, 'callback', 'order_kind = ''collection'' AND order_id = ANY ($1)'),
  ('collection', 3, 'provider_log', 'order_kind = ''collection'' AND order_id = ANY ($1)'),
  ('collection', 4, 'awaited_transfer', 'order_id = ANY ($1)'),
  ('collection', 5, 'collection_payer', 'order_id = ANY ($1)'),
  ('collection', 6, 'collection_payer_name', 'order_id = ANY ($1)'),
  ('collection', 7, 'collection_flag', 'order_id = ANY ($1)'),
  ('collection', 8, 'collection_attempt', 'order_id = ANY ($1)'),
  ('collection', 9, 'collection_plan', 'order_id = ANY ($1)'),
  ('collection', 10, 'collection_order', 'id = ANY ($1)'),
  ('payout', 1, 'callback_attempt',
    'callback_id IN (SELECT c.id FROM whole.callback c WHERE c.order_kind = ''payout'' AND c.order_id = ANY ($1))'),
  ('payout', 2, 'callback', 'order_kind = ''payout'' AND order_id = ANY ($1)'),
  ('payout', 3, 'provider_log', 'order_kind = ''payout'' AND order_id = ANY ($1)'),
  ('payout', 4, 'payout_flag', 'order_id = ANY ($1)'),
  ('payout', 5, 'payout_attempt', 'order_id = ANY ($1)'),
  ('payout', 6, 'payout_hold', 'order_id = ANY ($1)'),
  ('payout', 7, 'payout_order', 'id = ANY ($1)');
-- A row of a batch goes on naming its payout when that is archived; the proof holds them against each other (Y13).
ALTER TABLE payout_batch_row DROP CONSTRAINT payout_batch_row_payout_id_fkey;

-- A table of the archive has the columns of its online one and is written once, so its pages are full. A row of the view over
-- both passes for a row of the table wherever a function takes one: fingerprints and sums have one text.
CREATE FUNCTION archive.hold(table_name text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TABLE archive.%1$I (LIKE public.%1$I)', table_name);
  EXECUTE format('CREATE VIEW whole.%1$I AS SELECT * FROM public.%1$I UNION ALL SELECT * FROM archive.%1$I', table_name);
  EXECUTE format('CREATE FUNCTION whole.as_row(o whole.%1$I) RETURNS public.%1$I LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ROW(o.*)::public.%1$I', table_name);
  EXECUTE format('CREATE CAST (whole.%1$I AS public.%1$I) WITH FUNCTION whole.as_row (whole.%1$I) AS IMPLICIT', table_name);
END $$;
SELECT archive.hold(p.name) FROM (SELECT DISTINCT name FROM archive.part) p;

-- The indexes by which somebody looks for them, and no others.
ALTER TABLE archive.collection_order ADD PRIMARY KEY (id), ADD CONSTRAINT archived_once UNIQUE (merchant_order_no, customer_id);
CREATE INDEX archived_newest ON archive.collection_order (created_at DESC, id DESC);
CREATE INDEX archived_customer ON archive.collection_order (customer_id, created_at DESC, id DESC);
CREATE INDEX archived_agent ON archive.collection_order (agent_id, created_at DESC, id DESC);
CREATE INDEX archived_rate ON archive.collection_order (rate_id) WHERE rate_id IS NOT NULL;
ALTER TABLE archive.collection_plan ADD PRIMARY KEY (order_id);
ALTER TABLE archive.collection_attempt ADD PRIMARY KEY (order_id, n), ADD UNIQUE (channel_account_id, request_no);
ALTER TABLE archive.collection_flag ADD PRIMARY KEY (order_id, reason, about);
ALTER TABLE archive.collection_payer ADD PRIMARY KEY (order_id);
ALTER TABLE archive.collection_payer_name ADD PRIMARY KEY (order_id);
ALTER TABLE archive.awaited_transfer ADD PRIMARY KEY (order_id, channel_account_id);
ALTER TABLE archive.payout_order ADD PRIMARY KEY (id), ADD CONSTRAINT archived_payout_once UNIQUE (merchant_order_no, customer_id);
CREATE INDEX archived_payout_newest ON archive.payout_order (created_at DESC, id DESC);
CREATE INDEX archived_payout_customer ON archive.payout_order (customer_id, created_at DESC, id DESC);
CREATE INDEX archived_payout_agent ON archive.payout_order (agent_id, created_at DESC, id DESC);
CREATE INDEX archived_payout_payee ON archive.payout_order (card_hash, created_at);
ALTER TABLE archive.payout_attempt ADD PRIMARY KEY (order_id, n), ADD UNIQUE (channel_account_id, request_no);
ALTER TABLE archive.payout_hold ADD PRIMARY KEY (order_id, hold_no);
ALTER TABLE archive.payout_flag ADD PRIMARY KEY (order_id, reason, about);
ALTER TABLE archive.callback ADD PRIMARY KEY (id), ADD UNIQUE (event_id);
CREATE INDEX archived_callback_order ON archive.callback (order_kind, order_id, id);
CREATE INDEX archived_callback_customer ON archive.callback (customer_id, id);
CREATE INDEX archived_callback_created ON archive.callback USING brin (created_at);
ALTER TABLE archive.callback_attempt ADD PRIMARY KEY (id), ADD UNIQUE (callback_id, attempt);
CREATE INDEX archived_callback_attempt_at ON archive.callback_attempt USING brin (at);
ALTER TABLE archive.provider_log ADD PRIMARY KEY (id);
CREATE INDEX archived_provider_log_order ON archive.provider_log (order_kind, order_id, id);
CREATE INDEX archived_provider_log_at ON archive.provider_log USING brin (at);

-- The views over such tables once more, over the whole: there is one text of each, and this makes the other of it.
CREATE FUNCTION whole.view_over(view_name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  text_of text;
BEGIN
  PERFORM set_config('search_path', 'public', true);
  text_of := pg_get_viewdef(format('public.%I', view_name)::regclass);
  PERFORM set_config('search_path', 'whole, public', true);
  EXECUTE format('CREATE OR REPLACE VIEW whole.%I AS %s', view_name, text_of);
  PERFORM set_config('search_path', 'public', true);
END $$;
SELECT whole.view_over(v.name)
FROM (VALUES ('collection_answer'), ('payout_commission'), ('reconciliation_booked'), ('reconciliation_difference_now')) AS v (name);

-- How long orders stay online, and how long what was said of them is kept once they are archived; days of the business. Zero:
-- nothing moves, nothing is dropped. Nobody is let to move what refunds, charge-backs, exports, statements of providers and
-- the screens with figures ask for every day.
CREATE TABLE archive_setting (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version int NOT NULL DEFAULT 1,
  online_days int NOT NULL DEFAULT 400 CHECK (online_days = 0 OR online_days BETWEEN 120 AND 3650),
  exchange_days int NOT NULL DEFAULT 0 CHECK (exchange_days = 0 OR exchange_days BETWEEN 30 AND 3650)
);
INSERT INTO archive_setting DEFAULT VALUES;

-- How far the moving has come, by the time of creation, so that what has to stay is not looked at again and again; it begins
-- anew with each month, because what stayed may have ended since.
CREATE TABLE archive_progress (
  kind text PRIMARY KEY CHECK (kind IN ('collection', 'payout')),
  month date NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT '-infinity',
  id bigint NOT NULL DEFAULT 0,
  -- Orders that were moved in all.
  moved bigint NOT NULL DEFAULT 0,
  -- Wall time. Servers of the version before know no archive, and serve beside those of this one until all are replaced.
  begins_at timestamptz NOT NULL DEFAULT now() + interval '1 day'
);
INSERT INTO archive_progress (kind) VALUES ('collection'), ('payout');
-- Orders that came back: rows of their own, so that whoever brings one back waits for nobody who moves.
CREATE TABLE archive_recall (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('collection', 'payout')),
  orders int NOT NULL CHECK (orders > 0)
);

-- By this whoever moves asks for each order.
CREATE INDEX receipt_order ON receipt (order_id) WHERE order_id IS NOT NULL;

-- Moves all rows of these orders from one schema to the other. The caller holds the locks of the orders.
CREATE FUNCTION archive.shift(of_kind text, ids bigint[], source text, target text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  p archive.part;
BEGIN
  FOR p IN SELECT * FROM archive.part a WHERE a.kind = of_kind ORDER BY CASE target WHEN 'archive' THEN a.place ELSE -a.place END LOOP
    EXECUTE format('WITH moved AS (DELETE FROM %1$I.%3$I WHERE %4$s RETURNING *)
      INSERT INTO %2$I.%3$I OVERRIDING SYSTEM VALUE SELECT * FROM moved', source, target, p.name, p.rows) USING ids;
  END LOOP;
END $$;

-- The next orders of a kind beyond the online period, in their order, and none where nothing is to move. What is answered is not
-- looked at again before the next month, whatever becomes of it.
CREATE FUNCTION archive.next(of_kind text, most int) RETURNS bigint[]
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  horizon timestamptz := archive.horizon();
  this_month date := date_trunc('month', business_now() AT TIME ZONE 'UTC' + interval '8 hours');
  progress archive_progress;
  seen bigint[];
  last timestamptz;
BEGIN
  SELECT * INTO progress FROM archive_progress p WHERE p.kind = of_kind FOR NO KEY UPDATE;
  IF horizon IS NULL OR now() < progress.begins_at THEN RETURN '{}'; END IF;
  IF progress.month < this_month THEN
    progress.created_at := '-infinity';
    progress.id := 0;
  END IF;
  EXECUTE format('SELECT array_agg(o.id ORDER BY o.created_at, o.id), max(o.created_at) FROM (
      SELECT c.id, c.created_at FROM %I c WHERE c.created_at < $1 AND (c.created_at, c.id) > ($2, $3)
      ORDER BY c.created_at, c.id LIMIT $4) o', of_kind || '_order')
    INTO seen, last USING horizon, progress.created_at, progress.id, most;
  UPDATE archive_progress p SET month = this_month, created_at = coalesce(last, progress.created_at),
    id = coalesce(seen[cardinality(seen)], progress.id)
  WHERE p.kind = of_kind;
  RETURN coalesce(seen, '{}');
END $$;

-- What was made before this is beyond the online period; null where nothing moves.
CREATE FUNCTION archive.horizon() RETURNS timestamptz LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT business_now() - s.online_days * interval '1 day' FROM archive_setting s WHERE s.online_days > 0
$$;

-- Of orders whose locks the caller holds those that their merchants were told of, whose callbacks nobody has in hand.
CREATE FUNCTION archive.are_told(of_kind text, ids bigint[]) RETURNS SETOF bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  ours bigint[] := ARRAY(
    SELECT c.id FROM callback c WHERE c.order_kind = of_kind AND c.order_id = ANY (ids) ORDER BY c.id FOR UPDATE SKIP LOCKED);
BEGIN
  RETURN QUERY
  SELECT i.id FROM unnest(ids) AS i (id)
  WHERE NOT EXISTS (
    SELECT FROM callback c WHERE c.order_kind = of_kind AND c.order_id = i.id
      AND (c.id <> ALL (ours) OR c.next_at IS NOT NULL OR c.status = 'sending' OR c.lease_until > now()))
  AND NOT EXISTS (
    SELECT FROM reconciliation_difference d WHERE d.order_kind = of_kind AND d.order_id = i.id AND d.act IS NULL);
END $$;

-- Moves these, with their row in the log.
CREATE FUNCTION archive.move(of_kind text, ids bigint[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF ids = '{}' THEN RETURN; END IF;
  PERFORM archive.shift(of_kind, ids, 'public', 'archive');
  INSERT INTO audit_log (at, act, object_kind, object_id, after)
  VALUES (business_now(), 'archive.move', 'installation', of_kind, jsonb_build_object('rows', cardinality(ids)::text, 'orders', ids));
  UPDATE archive_progress p SET moved = p.moved + cardinality(ids) WHERE p.kind = of_kind;
END $$;

-- Looks at the next collections beyond the online period and moves those of which nothing is left to do: they have ended long ago
-- and in the ordinary way, their money was released, their merchants were told, and nobody has them in hand. What somebody
-- holds at this moment is left for the next month. Answers how many it looked at (less than it might: there are no more) and
-- how many it moved. Waits for nobody, and commits with its row in the log or not at all.
CREATE FUNCTION archive_collections(most int) RETURNS TABLE (looked int, moved int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '250ms' SET enable_seqscan = off AS $$
DECLARE
  seen bigint[] := archive.next('collection', most);
  horizon timestamptz := archive.horizon();
  ours bigint[];
BEGIN
  -- Locked first and judged by a later snapshot: whoever acts on an order holds its lock.
  ours := ARRAY(
    SELECT o.id FROM collection_order o
    WHERE o.id = ANY (seen) AND o.status IN ('success', 'expired', 'test_supplied') AND o.refund_status IS NULL
      AND o.callback_status <> 'sending' AND o.completed_at < horizon
    ORDER BY o.id FOR UPDATE SKIP LOCKED);
  ours := ARRAY(
    SELECT o.id FROM collection_order o JOIN archive.are_told('collection', ours) told (id) ON told.id = o.id
    WHERE (o.fee IS NULL OR (o.settle_at < horizon AND NOT EXISTS (
        SELECT FROM settlement_due d WHERE d.settle_at = o.settle_at AND d.order_id = o.id)))
      AND NOT EXISTS (SELECT FROM collection_lock l WHERE l.order_id = o.id AND l.until > now())
      AND NOT EXISTS (SELECT FROM collection_check k WHERE k.order_id = o.id)
      AND NOT EXISTS (SELECT FROM refund r WHERE r.order_id = o.id)
      AND NOT EXISTS (SELECT FROM supply s WHERE s.order_id = o.id)
      AND NOT EXISTS (SELECT FROM receipt r WHERE r.order_id = o.id)
      AND NOT EXISTS (SELECT FROM balance_edit e WHERE e.order_id = o.id)
      AND NOT EXISTS (SELECT FROM awaited_transfer t WHERE t.order_id = o.id AND t.freed_at IS NULL)
      AND NOT EXISTS (
        SELECT FROM collection_attempt a WHERE a.order_id = o.id AND (a.doubted OR a.asking_until IS NOT NULL))
      -- What is not folded into the kept sums yet is found by the orders.
      AND o.id NOT IN (SELECT unnest(d.order_ids) FROM collection_delta d)
    ORDER BY o.id);
  DELETE FROM collection_lock l WHERE l.order_id = ANY (ours);
  PERFORM archive.move('collection', ours);
  RETURN QUERY SELECT cardinality(seen), cardinality(ours);
END $$;

-- The same for payouts: nothing is held for them, nothing is on its way back, and no person ever had to do with them. Tests stay,
-- and so do transfers that a chain was asked about.
CREATE FUNCTION archive_payouts(most int) RETURNS TABLE (looked int, moved int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '250ms' SET enable_seqscan = off AS $$
DECLARE
  seen bigint[] := archive.next('payout', most);
  horizon timestamptz := archive.horizon();
  ours bigint[];
BEGIN
  ours := ARRAY(
    SELECT o.id FROM payout_order o
    WHERE o.id = ANY (seen) AND o.status IN ('paid', 'rejected', 'verify_failed', 'insufficient_balance')
      AND o.reverse_status = 'none' AND o.callback_status <> 'sending' AND o.completed_at < horizon AND NOT o.is_test
    ORDER BY o.id FOR UPDATE SKIP LOCKED);
  ours := ARRAY(
    SELECT o.id FROM payout_order o JOIN archive.are_told('payout', ours) told (id) ON told.id = o.id
    WHERE NOT EXISTS (SELECT FROM payout_work w WHERE w.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payout_lock l WHERE l.order_id = o.id AND l.until > now())
      AND NOT EXISTS (SELECT FROM payout_by_hand h WHERE h.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payout_in_hand h WHERE h.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payout_transfer t WHERE t.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payout_unsent u WHERE u.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payout_attempt a WHERE a.order_id = o.id AND a.outcome IS NULL)
      AND o.id NOT IN (SELECT unnest(d.order_ids) FROM payout_delta d)
    ORDER BY o.id);
  DELETE FROM payout_lock l WHERE l.order_id = ANY (ours);
  PERFORM archive.move('payout', ours);
  RETURN QUERY SELECT cardinality(seen), cardinality(ours);
END $$;

-- Brings archived orders back with all that belongs to them, because somebody has to act on them, and answers which. Those that
-- are not in the archive are none of its matter. Afterwards they are orders like any other, locked by this transaction.
CREATE FUNCTION recall_orders(of_kind text, ids bigint[]) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off ROWS 1 AS $$
DECLARE
  ours bigint[];
BEGIN
  IF of_kind = 'payout' THEN
    ours := ARRAY(SELECT o.id FROM archive.payout_order o WHERE o.id = ANY (ids) ORDER BY o.id FOR UPDATE);
  ELSE
    ours := ARRAY(SELECT o.id FROM archive.collection_order o WHERE o.id = ANY (ids) ORDER BY o.id FOR UPDATE);
  END IF;
  IF ours = '{}' THEN RETURN; END IF;
  PERFORM archive.shift(of_kind, ours, 'archive', 'public');
  IF of_kind = 'payout' THEN
    -- They were counted when they were made: what their coming back has noted for the sums is no news. Of what was archived
    -- nothing else was noted that is not folded.
    DELETE FROM payout_delta d WHERE d.was_states IS NULL AND d.order_ids && ours;
  END IF;
  INSERT INTO archive_recall (kind, orders) VALUES (of_kind, cardinality(ours));
  INSERT INTO audit_log (at, act, object_kind, object_id)
  SELECT business_now(), of_kind || '.recall', of_kind, i.id::text FROM unnest(ours) AS i (id);
  RETURN QUERY SELECT unnest(ours);
END $$;

-- The same by what merchants and providers call them.
CREATE FUNCTION recall_numbers(of_kind text, merchant_order_nos text[], customers bigint[]) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off ROWS 1 AS $$
  SELECT recall_orders(of_kind, ARRAY(
    SELECT o.id FROM unnest(merchant_order_nos, customers) AS n (merchant_order_no, customer_id)
    CROSS JOIN LATERAL (
      SELECT c.id FROM archive.collection_order c
      WHERE of_kind = 'collection' AND c.merchant_order_no = n.merchant_order_no AND c.customer_id = n.customer_id
      UNION ALL
      SELECT p.id FROM archive.payout_order p
      WHERE of_kind = 'payout' AND p.merchant_order_no = n.merchant_order_no AND p.customer_id = n.customer_id
    ) o))
$$;
CREATE FUNCTION recall_attempt(of_kind text, account bigint, no text) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off ROWS 1 AS $$
  SELECT recall_orders(of_kind, ARRAY(
    SELECT a.order_id FROM archive.collection_attempt a
    WHERE of_kind = 'collection' AND a.channel_account_id = account AND a.request_no = no
    UNION ALL
    SELECT a.order_id FROM archive.payout_attempt a
    WHERE of_kind = 'payout' AND a.channel_account_id = account AND a.request_no = no))
$$;

-- A merchant's number stays taken while its order is archived. This looks after the row was written, by a later snapshot: an
-- order that left between the look and the unique index would otherwise be made twice. Whoever meets this brings the order
-- back and begins again.
CREATE FUNCTION refuse_archived_number() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF EXISTS (
    SELECT FROM born b CROSS JOIN LATERAL (
      SELECT FROM archive.collection_order a
      WHERE a.merchant_order_no = b.merchant_order_no AND a.customer_id = b.customer_id OFFSET 0) taken
  ) THEN
    RAISE EXCEPTION 'an order of this number is archived' USING ERRCODE = 'AR409';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER collection_number_archived AFTER INSERT ON collection_order REFERENCING NEW TABLE AS born
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_archived_number();
CREATE FUNCTION refuse_archived_payout_number() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF EXISTS (
    SELECT FROM born b CROSS JOIN LATERAL (
      SELECT FROM archive.payout_order a
      WHERE a.merchant_order_no = b.merchant_order_no AND a.customer_id = b.customer_id OFFSET 0) taken
  ) THEN
    RAISE EXCEPTION 'a payout of this number is archived' USING ERRCODE = 'AR409';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payout_number_archived AFTER INSERT ON payout_order REFERENCING NEW TABLE AS born
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_archived_payout_number();

-- Forgets what was said to and by providers and merchants' servers about archived orders, where it is older than it is to be
-- kept; what callbacks said, and that they arrived, stays. Answers how many rows went, at most `most` of each kind.
CREATE FUNCTION drop_archived_exchanges(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before timestamptz;
  gone int;
  also int;
BEGIN
  SELECT business_now() - s.exchange_days * interval '1 day' INTO before FROM archive_setting s WHERE s.exchange_days > 0;
  DELETE FROM archive.provider_log WHERE id IN (SELECT l.id FROM archive.provider_log l WHERE l.at < before ORDER BY l.id LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  DELETE FROM archive.callback_attempt
  WHERE id IN (SELECT t.id FROM archive.callback_attempt t WHERE t.at < before ORDER BY t.id LIMIT most);
  GET DIAGNOSTICS also = ROW_COUNT;
  RETURN greatest(gone, also);
END $$;

-- Orders in the archive, and when the oldest one that is online was made.
CREATE FUNCTION archive_state() RETURNS TABLE (collection bigint, payout bigint, oldest_online timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT (sum(p.moved - came.back) FILTER (WHERE p.kind = 'collection'))::bigint,
         (sum(p.moved - came.back) FILTER (WHERE p.kind = 'payout'))::bigint,
         least((SELECT min(o.created_at) FROM public.collection_order o), (SELECT min(o.created_at) FROM public.payout_order o))
  FROM archive_progress p
  CROSS JOIN LATERAL (SELECT coalesce(sum(r.orders), 0) AS back FROM archive_recall r WHERE r.kind = p.kind) came
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA archive FROM PUBLIC;
REVOKE ALL ON FUNCTION whole.view_over, archive_collections, archive_payouts, recall_orders, recall_numbers, recall_attempt,
  refuse_archived_number, refuse_archived_payout_number, drop_archived_exchanges FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT USAGE ON SCHEMA archive, whole TO suanpan_app;
    GRANT SELECT ON ALL TABLES IN SCHEMA archive, whole TO suanpan_app;
    GRANT SELECT, UPDATE ON archive_setting TO suanpan_app;
    GRANT SELECT ON archive_progress, archive_recall TO suanpan_app;
    GRANT EXECUTE ON FUNCTION archive_collections, archive_payouts, recall_orders, recall_numbers, recall_attempt,
      drop_archived_exchanges TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT USAGE ON SCHEMA archive, whole TO suanpan_report;
    GRANT SELECT ON ALL TABLES IN SCHEMA archive, whole TO suanpan_report;
    GRANT SELECT ON archive_setting, archive_progress, archive_recall TO suanpan_report;
  END IF;
END $$;
