-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090425_create_admitted
-- `keys`, `nonces` and `limits` are those of admit_requests; a request without a key was not signed and needs no
-- admission. The rest are those of create_collections. Answers per request, in order: its verdict, and for those that
-- are ok what create_collections says. One that is refused burns its nonce and leaves its neighbours as they are.

CREATE FUNCTION create_admitted(keys bigint[], nonces text[], limits integer[], merchant_order_nos text[], customers bigint[], currencies text[], amounts bigint[], methods text[], real_names text[], payers jsonb[], last5s text[], product_names text[], ips text[], notify_urls text[], return_urls text[], metadatas jsonb[], locales text[], sources text[], api_versions text[], tests boolean[], hashes bytea[], lifetimes_s integer[], actors bigint[], requests text[])
 RETURNS TABLE(verdict text, order_id bigint, order_no text, created boolean, request_hash bytea)
 LANGUAGE plpgsql
 ROWS 300
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  durability text := current_setting('synchronous_commit');
  signed int[] := ARRAY(SELECT k.n FROM unnest(keys) WITH ORDINALITY AS k (key, n) WHERE k.key IS NOT NULL ORDER BY k.n);
  verdicts text[];
  admitted int[];
BEGIN
  IF cardinality(signed) = cardinality(keys) THEN
    verdicts := ARRAY(SELECT admit_requests(keys, nonces, limits));
  ELSIF signed <> '{}' THEN
    verdicts := ARRAY(SELECT admit_requests(pick(keys, signed), pick(nonces, signed), pick(limits, signed)));
  END IF;
  -- An admission alone may be lost in a crash, an order that was answered may not.
  PERFORM set_config('synchronous_commit', durability, true);

  IF 'ok' = ALL (coalesce(verdicts, '{}')) THEN
    RETURN QUERY
    SELECT 'ok'::text, c.order_id, c.order_no, c.created, c.request_hash
    FROM create_collections(merchant_order_nos, customers, currencies, amounts, methods, real_names, payers, last5s,
      product_names, ips, notify_urls, return_urls, metadatas, locales, sources, api_versions, tests, hashes,
      lifetimes_s, actors, requests) c
    ORDER BY c.ordinal;
    RETURN;
  END IF;

  admitted := ARRAY(
    SELECT r.n FROM unnest(keys) WITH ORDINALITY AS r (key, n)
    WHERE r.key IS NULL OR verdicts[array_position(signed, r.n::int)] = 'ok' ORDER BY r.n);
  IF admitted = '{}' THEN
    RETURN QUERY SELECT v.verdict, NULL::bigint, NULL::text, NULL::boolean, NULL::bytea FROM unnest(verdicts) AS v (verdict);
    RETURN;
  END IF;
  RETURN QUERY
  SELECT coalesce(verdicts[array_position(signed, r.n::int)], 'ok'), c.order_id, c.order_no, c.created, c.request_hash
  FROM unnest(keys) WITH ORDINALITY AS r (key, n)
  LEFT JOIN create_collections(
    pick(merchant_order_nos, admitted), pick(customers, admitted), pick(currencies, admitted), pick(amounts, admitted),
    pick(methods, admitted), pick(real_names, admitted), pick(payers, admitted), pick(last5s, admitted),
    pick(product_names, admitted), pick(ips, admitted), pick(notify_urls, admitted), pick(return_urls, admitted),
    pick(metadatas, admitted), pick(locales, admitted), pick(sources, admitted), pick(api_versions, admitted),
    pick(tests, admitted), pick(hashes, admitted), pick(lifetimes_s, admitted), pick(actors, admitted),
    pick(requests, admitted)) c ON admitted[c.ordinal] = r.n
  ORDER BY r.n;
END $function$
;
