-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090420_collection_create
-- Creates orders, a batch at a time, once per merchant and merchant order number.
-- Answers per request: the order it stands for, whether it was created now, and the hash of the body that
-- created it, so that the caller tells a replay from a conflict. The row that won a race is read by a second
-- statement, because the first one's snapshot cannot see it.

CREATE FUNCTION create_collections(merchant_order_nos text[], customers bigint[], currencies text[], amounts bigint[], methods text[], real_names text[], payers jsonb[], last5s text[], product_names text[], ips text[], notify_urls text[], return_urls text[], metadatas jsonb[], locales text[], sources text[], api_versions text[], tests boolean[], hashes bytea[], lifetimes_s integer[], actors bigint[], requests text[])
 RETURNS TABLE(ordinal integer, order_id bigint, order_no text, created boolean, request_hash bytea)
 LANGUAGE plpgsql
 ROWS 300
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  at timestamptz := business_now();
  prefix text := 'C' || to_char(at AT TIME ZONE 'UTC' + interval '8 hours', 'YYMMDD');
  -- One id a request, in their order; those of repeated requests are left unused.
  ids bigint[] := ARRAY(SELECT nextval('collection_order_id') FROM generate_series(1, cardinality(customers)));
  born bigint[];
BEGIN
  WITH created AS (
    INSERT INTO collection_order AS o (
      id, order_no, merchant_order_no, customer_id, agent_id, sub_agent_id, middleman_id, currency, order_amount,
      pay_amount, method, real_name, payer, payer_last5, product_name, request_ip, notify_url, return_url,
      metadata, locale, source, api_version, is_test, request_hash, created_at, expires_at, exchange_rate, rate_id)
    SELECT a.id, prefix || lpad(a.id::text, 10, '0'),
           a.merchant_order_no, a.customer_id, u.agent_id, u.sub_agent_id, u.middleman_id, a.currency, a.amount,
           a.amount, a.method, a.real_name, a.payer, a.last5, a.product_name, a.ip, a.notify_url, a.return_url,
           coalesce(a.metadata, '{}'), a.locale, a.source, a.api_version, a.is_test, a.hash, at,
           at + a.lifetime_s * interval '1 second',
           CASE WHEN (x.found).base = a.currency THEN (x.found).collection_rate ELSE (x.found).payment_rate END, (x.found).id
    FROM unnest(ids, merchant_order_nos, customers, currencies, amounts, methods, real_names, payers, last5s,
                product_names, ips, notify_urls, return_urls, metadatas, locales, sources, api_versions, tests,
                hashes, lifetimes_s)
           AS a (id, merchant_order_no, customer_id, currency, amount, method, real_name, payer, last5,
                product_name, ip, notify_url, return_url, metadata, locale, source, api_version, is_test,
                hash, lifetime_s)
    JOIN app_user u ON u.id = a.customer_id
    -- Most orders are in their merchant's own currency and look for none: a function that is not called costs nothing.
    CROSS JOIN LATERAL (
      SELECT CASE WHEN a.currency <> u.currency THEN rate_at(u.agent_id, a.currency, u.currency, at) END AS found
    ) x
    ON CONFLICT ON CONSTRAINT collection_once DO NOTHING
    RETURNING o.id, collection_origin(o) AS origin
  ), audited AS (
    -- One row for the batch (created_orders).
    INSERT INTO audit_log (at, act, object_kind, object_id, to_status, after)
    SELECT at, 'collection.create', 'collection', min(c.id)::text, 'pending', jsonb_build_object('orders', array_agg(c.origin),
      'actors', array_agg(actors[r.n]::text), 'requests', array_agg(requests[r.n]))
    FROM created c CROSS JOIN LATERAL (SELECT array_position(ids, c.id) AS n) r HAVING count(*) > 0
  ), told AS (
    INSERT INTO outbox_batch (kind, ids, payload, created_at)
    SELECT 'collection.created', array_agg(nextval('outbox_id_seq')), json_build_object('order_id', array_agg(c.id::text)), at
    FROM created c HAVING count(*) > 0
  ), counted AS (
    INSERT INTO collection_delta (kind, order_ids)
    SELECT 'created', array_agg(c.id) FROM created c HAVING count(*) > 0
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
END $function$
;
