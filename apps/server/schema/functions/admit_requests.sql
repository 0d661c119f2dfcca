-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels
-- Lets signed requests in, a batch at a time: burns the nonce, then counts the minute of the key.
-- Answers one verdict per request: ok, nonce_reused or rate_limited.

CREATE FUNCTION admit_requests(keys bigint[], nonces text[], limits integer[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  burnt_keys bigint[];
  burnt_nonces text[];
  counted_keys bigint[];
  counted_calls int[];
BEGIN
  -- Not waited for: the log is written in order, so whatever a request then does durably makes its nonce durable too,
  -- and one that did nothing may come again after a crash.
  PERFORM set_config('synchronous_commit', 'off', true);

  -- A nonce that comes twice in a batch meets itself and is burnt once.
  WITH burnt AS (
    INSERT INTO merchant_nonce (api_key_id, nonce)
    SELECT r.key, r.nonce FROM unnest(keys, nonces) AS r (key, nonce) ORDER BY r.key, r.nonce
    ON CONFLICT DO NOTHING
    RETURNING api_key_id, nonce
  )
  SELECT array_agg(b.api_key_id), array_agg(b.nonce) INTO burnt_keys, burnt_nonces FROM burnt b;

  WITH counted AS (
    INSERT INTO api_usage AS u (api_key_id, minute, calls)
    SELECT b.key, date_trunc('minute', now()), count(*)::int FROM unnest(burnt_keys) AS b (key) GROUP BY b.key ORDER BY b.key
    ON CONFLICT (api_key_id, minute) DO UPDATE SET calls = u.calls + EXCLUDED.calls
    RETURNING u.api_key_id, u.calls
  )
  SELECT array_agg(c.api_key_id), array_agg(c.calls) INTO counted_keys, counted_calls FROM counted c;

  -- Nearly always all are let in; who is not is looked for only when somebody is not.
  IF cardinality(burnt_keys) = cardinality(keys) AND NOT EXISTS (
    SELECT FROM unnest(keys, limits) AS r (key, per_minute)
    JOIN unnest(counted_keys, counted_calls) AS c (key, calls) ON c.key = r.key
    WHERE c.calls > r.per_minute
  ) THEN
    RETURN QUERY SELECT 'ok'::text FROM generate_series(1, cardinality(keys));
    RETURN;
  END IF;

  -- The first of those that share a nonce is the one that burnt it; the minute is filled in the order of the requests.
  RETURN QUERY
  WITH asked AS (
    SELECT r.key, r.per_minute, r.n, b.nonce IS NOT NULL AND r.turn = 1 AS fresh
    FROM (
      SELECT q.key, q.nonce, q.per_minute, q.n, row_number() OVER (PARTITION BY q.key, q.nonce ORDER BY q.n) AS turn
      FROM unnest(keys, nonces, limits) WITH ORDINALITY AS q (key, nonce, per_minute, n)
    ) r
    LEFT JOIN unnest(burnt_keys, burnt_nonces) AS b (key, nonce) ON b.key = r.key AND b.nonce = r.nonce
  ), placed AS (
    SELECT a.n, a.key, a.per_minute, a.fresh, count(*) FILTER (WHERE a.fresh) OVER (PARTITION BY a.key ORDER BY a.n) AS place,
           count(*) FILTER (WHERE a.fresh) OVER (PARTITION BY a.key) AS here
    FROM asked a
  )
  SELECT CASE
           WHEN NOT p.fresh THEN 'nonce_reused'
           WHEN c.calls - p.here + p.place > p.per_minute THEN 'rate_limited'
           ELSE 'ok'
         END
  FROM placed p
  LEFT JOIN unnest(counted_keys, counted_calls) AS c (key, calls) ON c.key = p.key
  ORDER BY p.n;
END $function$
;
