-- Up Migration
-- Collections: the order, what the provider said of it, and the two set-based functions of the hot path.

CREATE TABLE collection_order (
  id bigint PRIMARY KEY,
  order_no text NOT NULL,
  merchant_order_no text NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint,
  middleman_id bigint,
  currency text NOT NULL,
  order_amount bigint NOT NULL CHECK (order_amount > 0),
  -- What the payer is asked for; differs from order_amount where amounts are made unique.
  pay_amount bigint NOT NULL CHECK (pay_amount > 0),
  exchange_rate numeric(20, 8),
  -- The method the merchant named; null lets the payer choose.
  method text,
  channel_id bigint,
  channel_account_id bigint,
  payment jsonb,
  real_name text,
  payer jsonb,
  payer_last5 text,
  paid_claimed_at timestamptz,
  product_name text,
  request_ip text,
  notify_url text,
  return_url text,
  metadata jsonb NOT NULL DEFAULT '{}',
  locale text,
  source text NOT NULL DEFAULT 'api',
  api_version text NOT NULL DEFAULT 'v2',
  is_test boolean NOT NULL DEFAULT false,
  request_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- What changes stands last: a new version of the row is then logged from here on only.
  provider_order_no text,
  actual_amount bigint,
  accounted_amount bigint,
  fee bigint,
  completed_at timestamptz,
  settle_at timestamptz,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'success', 'expired', 'amount_mismatch', 'abnormal', 'test_supplied', 'refund')),
  refund_status text CHECK (refund_status IN ('preparing', 'refunding', 'success', 'failed')),
  callback_status text NOT NULL DEFAULT 'not_sent' CHECK (callback_status IN ('not_sent', 'sending', 'success', 'failed')),
  -- The number stands first, so that it is found by itself too.
  CONSTRAINT collection_once UNIQUE (merchant_order_no, customer_id)
) WITH (fillfactor = 50);
CREATE SEQUENCE collection_order_id OWNED BY collection_order.id;
-- No index holds a column that settling changes, so that settling stays a heap-only update.
CREATE UNIQUE INDEX collection_order_no ON collection_order (order_no);
CREATE INDEX collection_newest ON collection_order (created_at DESC, id DESC);
CREATE INDEX collection_customer ON collection_order (customer_id, created_at DESC, id DESC);
CREATE INDEX collection_agent ON collection_order (agent_id, created_at DESC, id DESC);
CREATE INDEX collection_sub_agent ON collection_order (sub_agent_id, created_at DESC, id DESC) WHERE sub_agent_id IS NOT NULL;
CREATE INDEX collection_middleman ON collection_order (middleman_id, created_at DESC, id DESC) WHERE middleman_id IS NOT NULL;
CREATE INDEX collection_expiry ON collection_order (expires_at, id);

-- How an order goes, written once when a channel is chosen: configuration may change, this order does not. It stands
-- beside the order and not in it, because settling writes a new version of the order's row.
CREATE TABLE collection_plan (
  order_id bigint PRIMARY KEY,
  -- Every channel that was looked at, and why it was taken or passed over.
  route jsonb NOT NULL,
  -- The rest is null while no channel takes the order.
  fee_snapshot jsonb,
  merchant_fee bigint,
  endpoint_fee bigint,
  credited bigint,
  claws_back boolean,
  -- The legs of the settling journal, for deferred settlement and for settlement on the spot.
  leg_accounts bigint[],
  leg_accounts_immediate bigint[],
  leg_amounts bigint[]
);

-- The listed transitions (packages/domain/src/states/collection.ts; a test holds the two against each other).
CREATE FUNCTION collection_transition_is_listed(was text, becomes text, refund text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (was = 'pending' AND becomes IN ('success', 'expired', 'amount_mismatch', 'abnormal', 'test_supplied'))
    OR (was = 'expired' AND becomes IN ('success', 'amount_mismatch', 'abnormal', 'test_supplied'))
    OR (was IN ('amount_mismatch', 'abnormal') AND becomes = 'success')
    OR (was = 'success' AND becomes = 'refund')
    OR (was = 'refund' AND becomes = 'success' AND refund = 'failed')
$$;
CREATE FUNCTION refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'collection % may not go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
-- After the fact and by its condition alone, so that a listed one costs no call and no lock of the trigger's own.
CREATE TRIGGER collection_transition AFTER UPDATE OF status ON collection_order
  FOR EACH ROW WHEN (
    OLD.status IS DISTINCT FROM NEW.status
    AND collection_transition_is_listed(OLD.status, NEW.status, OLD.refund_status) IS NOT TRUE
  ) EXECUTE FUNCTION refuse_transition();

-- Orders that somebody must look at again: an unanswered create, an expiry that could not be confirmed.
CREATE TABLE collection_check (
  order_id bigint PRIMARY KEY,
  reason text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL
);
CREATE INDEX collection_check_due ON collection_check (next_at);

-- Settled but not yet released: left by the release job, order by order.
CREATE TABLE settlement_due (
  order_id bigint PRIMARY KEY,
  settle_at timestamptz NOT NULL
);
CREATE INDEX settlement_due_at ON settlement_due (settle_at, order_id);

CREATE TABLE provider_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint,
  channel_account_id bigint NOT NULL,
  at timestamptz NOT NULL,
  direction text NOT NULL CHECK (direction IN ('out', 'in')),
  operation text NOT NULL,
  http_status integer,
  latency_ms integer,
  outcome text NOT NULL,
  request text NOT NULL,
  response text NOT NULL
);
CREATE INDEX provider_log_order ON provider_log (order_id, id) WHERE order_id IS NOT NULL;
CREATE INDEX provider_log_at ON provider_log USING brin (at);

-- Every notice as it came, also forged ones and those that fit no order.
CREATE TABLE channel_notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_account_id bigint NOT NULL,
  received_at timestamptz NOT NULL,
  raw bytea NOT NULL,
  headers jsonb NOT NULL,
  event_id text,
  order_no text,
  outcome text NOT NULL,
  ip text
);
-- A provider's event takes effect once.
CREATE UNIQUE INDEX channel_notice_once ON channel_notice (channel_account_id, event_id) WHERE outcome = 'accepted';
CREATE INDEX channel_notice_at ON channel_notice USING brin (received_at);

-- Money that fits no order as it stands: mismatches, blocked or late payers, unknown transfers (L250).
CREATE TABLE receipt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_account_id bigint NOT NULL,
  order_id bigint,
  provider_ref text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  received_at timestamptz NOT NULL,
  closed_at timestamptz,
  UNIQUE (channel_account_id, provider_ref)
);

-- Rollups by the order's day or hour of creation, kept in the same commit as the orders they count.
CREATE TABLE collection_day (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  created_count bigint NOT NULL DEFAULT 0,
  created_amount bigint NOT NULL DEFAULT 0,
  success_count bigint NOT NULL DEFAULT 0,
  success_amount bigint NOT NULL DEFAULT 0,
  actual_amount bigint NOT NULL DEFAULT 0,
  accounted_amount bigint NOT NULL DEFAULT 0,
  fee bigint NOT NULL DEFAULT 0,
  endpoint_fee bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, currency)
) WITH (fillfactor = 50);
CREATE INDEX collection_day_customer ON collection_day (customer_id, day);

-- By senior agent, so that two lanes never meet at one row.
CREATE TABLE collection_hour (
  hour timestamptz NOT NULL,
  agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  currency text NOT NULL,
  success_count bigint NOT NULL DEFAULT 0,
  success_amount bigint NOT NULL DEFAULT 0,
  actual_amount bigint NOT NULL DEFAULT 0,
  accounted_amount bigint NOT NULL DEFAULT 0,
  fee bigint NOT NULL DEFAULT 0,
  endpoint_fee bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (hour, agent_id, channel_id, currency)
) WITH (fillfactor = 50);

-- What an order tells the world at this moment; callbacks are built from it, never from a later row.
CREATE FUNCTION collection_news(o collection_order) RETURNS json LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT json_build_object(
    'order_id', o.id::text, 'order_no', o.order_no, 'merchant_order_no', o.merchant_order_no,
    'customer_id', o.customer_id::text, 'agent_id', o.agent_id::text, 'sub_agent_id', o.sub_agent_id::text,
    'status', o.status, 'refund_status', o.refund_status, 'currency', o.currency,
    'amount', o.order_amount::text, 'pay_amount', o.pay_amount::text, 'paid_amount', o.actual_amount::text,
    'fee', o.fee::text, 'credited_amount', o.accounted_amount::text, 'rate', o.exchange_rate::text,
    'method', o.method, 'created_at', o.created_at, 'expires_at', o.expires_at, 'completed_at', o.completed_at,
    'metadata', o.metadata, 'notify_url', o.notify_url, 'api_version', o.api_version,
    -- A simulated payment of a live order moved no money either.
    'test', o.is_test OR o.status = 'test_supplied', 'source', o.source)
$$;

-- What settling changed, and whom it concerns. The rest of the news never changes and is read when it is told on.
CREATE FUNCTION collection_change(o collection_order) RETURNS json LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT json_build_object(
    'order_id', o.id::text, 'customer_id', o.customer_id::text, 'agent_id', o.agent_id::text,
    'sub_agent_id', o.sub_agent_id::text, 'status', o.status, 'paid_amount', o.actual_amount::text,
    'fee', o.fee::text, 'credited_amount', o.accounted_amount::text, 'refund_status', o.refund_status,
    'completed_at', o.completed_at, 'test', o.is_test OR o.status = 'test_supplied')
$$;

-- Creates orders, a batch at a time, once per merchant and merchant order number.
-- Answers per request: the order it stands for, whether it was created now, and the hash of the body that
-- created it, so that the caller tells a replay from a conflict. The row that won a race is read by a second
-- statement, because the first one's snapshot cannot see it.
CREATE FUNCTION create_collections(
  merchant_order_nos text[], customers bigint[], currencies text[], amounts bigint[], methods text[],
  real_names text[], payers jsonb[], last5s text[], product_names text[], ips text[], notify_urls text[],
  return_urls text[], metadatas jsonb[], locales text[], sources text[], api_versions text[], tests boolean[],
  hashes bytea[], lifetimes_s int[], actors bigint[], requests text[]
) RETURNS TABLE (ordinal int, order_id bigint, order_no text, created boolean, request_hash bytea)
LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
ROWS 300 AS $$
DECLARE
  at timestamptz := business_now();
  prefix text := 'C' || to_char(at AT TIME ZONE 'UTC' + interval '8 hours', 'YYMMDD');
  ids bigint[];
  born bigint[];
BEGIN
  SELECT array_agg(nextval('collection_order_id')) INTO ids FROM generate_series(1, cardinality(customers));
  WITH asked AS MATERIALIZED (
    SELECT r.*
    FROM unnest(ids, merchant_order_nos, customers, currencies, amounts, methods, real_names, payers, last5s,
                product_names, ips, notify_urls, return_urls, metadatas, locales, sources, api_versions, tests,
                hashes, lifetimes_s)
           WITH ORDINALITY AS r (id, merchant_order_no, customer_id, currency, amount, method, real_name, payer, last5,
                product_name, ip, notify_url, return_url, metadata, locale, source, api_version, is_test,
                hash, lifetime_s, n)
  ), created AS (
    INSERT INTO collection_order AS o (
      id, order_no, merchant_order_no, customer_id, agent_id, sub_agent_id, middleman_id, currency, order_amount,
      pay_amount, method, real_name, payer, payer_last5, product_name, request_ip, notify_url, return_url,
      metadata, locale, source, api_version, is_test, request_hash, created_at, expires_at)
    SELECT a.id, prefix || lpad(a.id::text, 10, '0'),
           a.merchant_order_no, a.customer_id, u.agent_id, u.sub_agent_id, u.middleman_id, a.currency, a.amount,
           a.amount, a.method, a.real_name, a.payer, a.last5, a.product_name, a.ip, a.notify_url, a.return_url,
           coalesce(a.metadata, '{}'), a.locale, a.source, a.api_version, a.is_test, a.hash, at,
           at + a.lifetime_s * interval '1 second'
    FROM asked a JOIN app_user u ON u.id = a.customer_id
    ORDER BY a.n
    ON CONFLICT ON CONSTRAINT collection_once DO NOTHING
    RETURNING o.id, o.customer_id, o.agent_id, o.sub_agent_id, o.currency, o.order_amount, o.is_test, o.order_no
  ), audited AS (
    INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, to_status, request_id)
    SELECT at, actors[a.n], actors[a.n], 'collection.create', 'collection', c.id::text, 'pending', requests[a.n]
    FROM created c JOIN asked a ON a.id = c.id
  ), told AS (
    INSERT INTO outbox (kind, subject, payload, created_at)
    SELECT 'collection.created', 'collection:' || c.id, json_build_object('order_id', c.id::text), at FROM created c
  ), counted AS (
    INSERT INTO collection_day AS d (day, customer_id, agent_id, sub_agent_id, currency, created_count, created_amount)
    SELECT business_day(at), c.customer_id, c.agent_id, coalesce(c.sub_agent_id, 0), c.currency,
           count(*), sum_minor(c.order_amount)
    FROM created c WHERE NOT c.is_test
    GROUP BY c.customer_id, c.agent_id, coalesce(c.sub_agent_id, 0), c.currency
    ORDER BY c.customer_id
    ON CONFLICT (day, customer_id, agent_id, sub_agent_id, currency) DO UPDATE
      SET created_count = d.created_count + EXCLUDED.created_count,
          created_amount = d.created_amount + EXCLUDED.created_amount
  )
  SELECT array_agg(c.id) INTO born FROM created c;

  IF cardinality(born) = cardinality(ids) THEN
    RETURN QUERY
    SELECT i.n::int, i.id, prefix || lpad(i.id::text, 10, '0'), true, i.hash
    FROM unnest(ids, hashes) WITH ORDINALITY AS i (id, hash, n);
    RETURN;
  END IF;
  RETURN QUERY
  SELECT r.n::int, o.id, o.order_no,
         o.id = ANY (born) AND r.n = min(r.n) OVER (PARTITION BY o.id), o.request_hash
  FROM unnest(merchant_order_nos, customers) WITH ORDINALITY AS r (merchant_order_no, customer_id, n)
  LEFT JOIN collection_order o ON o.customer_id = r.customer_id AND o.merchant_order_no = r.merchant_order_no
  ORDER BY r.n;
END $$;

-- Settles paid orders, a batch at a time: the guarded state change, the stored legs posted, the due release, the
-- rollups, the outbox event and the audit row in one statement's transaction.
-- Answers per request: settled; already (it was settled before, also within this batch); mismatch (paid is not
-- what was asked); or refused (another state, or not yet routed). Only `settled` moved money.
-- `calendar_*` give the release time of each settle rule for an order that succeeds on `calendar_day`; on another
-- day the call fails with SC001 and the caller makes a new calendar.
CREATE FUNCTION settle_collections(
  ids bigint[], paid bigint[], provider_nos text[], late_allowed boolean[], requests text[],
  calendar_day date, calendar_rules text[], calendar_at timestamptz[]
) RETURNS TABLE (ordinal int, order_id bigint, outcome text)
LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
ROWS 300 AS $$
DECLARE
  at timestamptz := business_now();
  entries journal_entry[];
  befores text[];
  journals bigint[];
  settled_ns bigint[];
BEGIN
  IF business_day(at) <> calendar_day THEN
    RAISE EXCEPTION 'the settle calendar is of another day' USING ERRCODE = 'SC001';
  END IF;

  -- A locked row answers its newest version, so what is read of it here is what stands until the end.
  WITH locked AS MATERIALIZED (
    SELECT o.id, o.status, o.pay_amount, o.customer_id FROM collection_order o
    WHERE o.id = ANY (ids) ORDER BY o.id FOR NO KEY UPDATE
  ), ready AS MATERIALIZED (
    SELECT DISTINCT ON (o.id) o.id, r.ordinality AS n, r.paid, r.provider_no, r.request, o.status AS before,
           due.immediate, CASE WHEN due.immediate THEN at ELSE c.settle_at END AS settle_at,
           CASE WHEN due.immediate THEN p.leg_accounts_immediate ELSE p.leg_accounts END AS account_ids, p.leg_amounts,
           p.merchant_fee, p.endpoint_fee, p.credited, p.claws_back
    FROM unnest(ids, paid, provider_nos, late_allowed, requests) WITH ORDINALITY AS r (id, paid, provider_no, late, request)
    JOIN locked o ON o.id = r.id
    JOIN collection_plan p ON p.order_id = o.id
    JOIN app_user u ON u.id = o.customer_id
    CROSS JOIN LATERAL (SELECT calendar_at[array_position(calendar_rules, u.settle_rule)] AS settle_at) c
    -- D0, and T0 on a business day: the calendar then names an instant of today that is over.
    CROSS JOIN LATERAL (SELECT u.settle_rule = 'D0' OR coalesce(c.settle_at <= at, false) AS immediate) due
    WHERE (o.status = 'pending' OR (o.status = 'expired' AND r.late))
      AND o.pay_amount = r.paid AND p.leg_amounts IS NOT NULL
    ORDER BY o.id, r.ordinality
  ), settled AS (
    UPDATE collection_order o
    SET status = CASE WHEN o.is_test THEN 'test_supplied' ELSE 'success' END,
        actual_amount = r.paid,
        fee = r.merchant_fee,
        accounted_amount = r.credited,
        provider_order_no = coalesce(r.provider_no, o.provider_order_no),
        completed_at = at,
        settle_at = r.settle_at
    FROM ready r WHERE o.id = r.id
    RETURNING o.id, r.n, r.before, r.request, r.immediate, o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id,
              o.currency, o.is_test, o.created_at, o.channel_id, o.order_amount, o.actual_amount, o.accounted_amount,
              o.fee, r.endpoint_fee, r.claws_back, r.account_ids, r.leg_amounts, o.settle_at, collection_change(o) AS change
  ), due AS (
    INSERT INTO settlement_due (order_id, settle_at)
    SELECT s.id, coalesce(s.settle_at, 'infinity') FROM settled s WHERE NOT s.immediate
  ), by_hour AS (
    INSERT INTO collection_hour AS h (hour, agent_id, channel_id, currency, success_count, success_amount, actual_amount, accounted_amount, fee, endpoint_fee)
    SELECT date_trunc('hour', s.created_at), s.agent_id, s.channel_id, s.currency, count(*), sum_minor(s.order_amount),
           sum_minor(s.actual_amount), sum_minor(s.accounted_amount), sum_minor(s.fee), sum_minor(s.endpoint_fee)
    FROM settled s WHERE NOT s.is_test
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (hour, agent_id, channel_id, currency) DO UPDATE
      SET success_count = h.success_count + EXCLUDED.success_count,
          success_amount = h.success_amount + EXCLUDED.success_amount,
          actual_amount = h.actual_amount + EXCLUDED.actual_amount,
          accounted_amount = h.accounted_amount + EXCLUDED.accounted_amount,
          fee = h.fee + EXCLUDED.fee, endpoint_fee = h.endpoint_fee + EXCLUDED.endpoint_fee
  ), by_day AS (
    INSERT INTO collection_day AS d (day, customer_id, agent_id, sub_agent_id, currency, success_count, success_amount, actual_amount, accounted_amount, fee, endpoint_fee)
    SELECT business_day(s.created_at), s.customer_id, s.agent_id, coalesce(s.sub_agent_id, 0), s.currency, count(*),
           sum_minor(s.order_amount), sum_minor(s.actual_amount), sum_minor(s.accounted_amount), sum_minor(s.fee),
           sum_minor(s.endpoint_fee)
    FROM settled s WHERE NOT s.is_test
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2
    ON CONFLICT (day, customer_id, agent_id, sub_agent_id, currency) DO UPDATE
      SET success_count = d.success_count + EXCLUDED.success_count,
          success_amount = d.success_amount + EXCLUDED.success_amount,
          actual_amount = d.actual_amount + EXCLUDED.actual_amount,
          accounted_amount = d.accounted_amount + EXCLUDED.accounted_amount,
          fee = d.fee + EXCLUDED.fee, endpoint_fee = d.endpoint_fee + EXCLUDED.endpoint_fee
  ), told AS (
    INSERT INTO outbox (kind, subject, payload, created_at)
    SELECT 'collection.succeeded', 'collection:' || s.id, s.change, at FROM settled s ORDER BY s.n
  )
  SELECT array_agg(s.n ORDER BY s.n), array_agg(s.before ORDER BY s.n),
         array_agg(ROW('collection.settle', s.id, 0, CASE WHEN s.is_test THEN 'test' ELSE 'main' END, s.currency,
           s.customer_id, s.agent_id, s.sub_agent_id, s.middleman_id, s.claws_back, NULL, NULL, NULL, s.request,
           s.account_ids, s.leg_amounts)::journal_entry ORDER BY s.n)
  INTO settled_ns, befores, entries
  FROM settled s;

  IF settled_ns IS NOT NULL THEN
    SELECT array_agg(p.journal_id ORDER BY p.ordinal) INTO journals FROM ledger_post(entries) p;
    INSERT INTO audit_log (at, act, object_kind, object_id, from_status, to_status, journal_id, request_id)
    SELECT at, 'collection.settle', 'collection', e.ref_id::text, befores[e.ordinality],
           CASE WHEN e.book = 'test' THEN 'test_supplied' ELSE 'success' END, journals[e.ordinality], e.request_id
    FROM unnest(entries) WITH ORDINALITY AS e;
  END IF;

  IF cardinality(settled_ns) = cardinality(ids) THEN
    RETURN QUERY SELECT r.n::int, r.id, 'settled'::text FROM unnest(ids) WITH ORDINALITY AS r (id, n);
    RETURN;
  END IF;
  RETURN QUERY
  SELECT r.n::int, r.id,
         CASE
           WHEN r.n = ANY (settled_ns) THEN 'settled'
           WHEN p.leg_amounts IS NULL OR o.status NOT IN ('pending', 'expired', 'success', 'test_supplied', 'refund') THEN 'refused'
           WHEN o.pay_amount <> r.paid THEN 'mismatch'
           WHEN o.status IN ('success', 'test_supplied', 'refund') THEN 'already'
           ELSE 'refused'
         END
  FROM unnest(ids, paid) WITH ORDINALITY AS r (id, paid, n)
  LEFT JOIN collection_order o ON o.id = r.id
  LEFT JOIN collection_plan p ON p.order_id = r.id
  ORDER BY r.n;
END $$;

-- Releases settled money whose day has come, oldest first and order by order: what stood in deferred accounts
-- goes to the immediate ones (L210 to L200 or L240). Answers how many orders were released; idempotent by order.
CREATE FUNCTION release_settlements(most int) RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  entries journal_entry[];
  journals bigint[];
BEGIN
  WITH taken AS (
    DELETE FROM settlement_due d
    WHERE d.order_id IN (
      SELECT s.order_id FROM settlement_due s WHERE s.settle_at <= at
      ORDER BY s.settle_at, s.order_id LIMIT most FOR UPDATE SKIP LOCKED)
    RETURNING d.order_id
  ), due AS MATERIALIZED (
    SELECT o.id, o.is_test, o.currency, o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id,
           p.leg_accounts, p.leg_accounts_immediate, p.leg_amounts, row_number() OVER (ORDER BY o.id)::int AS j
    FROM taken t JOIN collection_order o ON o.id = t.order_id JOIN collection_plan p ON p.order_id = t.order_id
  ), moved AS (
    SELECT d.j, l.account, sum_minor(l.amount) AS amount
    FROM due d, LATERAL (
      SELECT x.deferred AS account, -x.amount AS amount
      FROM unnest(d.leg_accounts, d.leg_accounts_immediate, d.leg_amounts) AS x (deferred, immediate, amount)
      WHERE x.deferred <> x.immediate
      UNION ALL
      SELECT x.immediate, x.amount
      FROM unnest(d.leg_accounts, d.leg_accounts_immediate, d.leg_amounts) AS x (deferred, immediate, amount)
      WHERE x.deferred <> x.immediate
    ) l
    GROUP BY d.j, l.account HAVING sum_minor(l.amount) <> 0
  )
  SELECT array_agg(ROW('collection.release', d.id, 0, CASE WHEN d.is_test THEN 'test' ELSE 'main' END, d.currency,
           d.customer_id, d.agent_id, d.sub_agent_id, d.middleman_id, false, NULL, NULL, NULL, NULL,
           l.account_ids, l.amounts)::journal_entry ORDER BY d.j)
  INTO entries
  FROM due d
  JOIN (
    SELECT m.j, array_agg(m.account ORDER BY m.amount, m.account) AS account_ids,
           array_agg(m.amount ORDER BY m.amount, m.account) AS amounts
    FROM moved m GROUP BY m.j
  ) l ON l.j = d.j;

  IF entries IS NULL THEN
    RETURN 0;
  END IF;
  SELECT array_agg(p.journal_id ORDER BY p.ordinal) INTO journals FROM ledger_post(entries) p;
  INSERT INTO audit_log (at, act, object_kind, object_id, journal_id)
  SELECT at, 'collection.release', 'collection', e.ref_id::text, journals[e.ordinality]
  FROM unnest(entries) WITH ORDINALITY AS e;
  RETURN cardinality(entries);
END $$;

-- Ends unpaid orders whose time is over; the caller has asked the provider before. Answers those that it ended.
CREATE FUNCTION expire_collections(ids bigint[], request text) RETURNS SETOF bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
BEGIN
  PERFORM 1 FROM collection_order o WHERE o.id = ANY (ids) ORDER BY o.id FOR NO KEY UPDATE;
  RETURN QUERY
  WITH ended AS (
    UPDATE collection_order o SET status = 'expired', completed_at = at
    WHERE o.id = ANY (ids) AND o.status = 'pending' AND o.expires_at <= at
    RETURNING o.*
  ), told AS (
    INSERT INTO outbox (kind, subject, payload, created_at)
    SELECT 'collection.expired', 'collection:' || e.id, collection_news(e), at FROM ended e ORDER BY e.id
  ), audited AS (
    INSERT INTO audit_log (at, act, object_kind, object_id, from_status, to_status, request_id)
    SELECT at, 'collection.expire', 'collection', e.id::text, 'pending', 'expired', request FROM ended e
  )
  SELECT e.id FROM ended e;
END $$;
