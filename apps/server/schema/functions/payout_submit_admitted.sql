-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127160100_payout_admitted
-- A signed payout in one statement and one commit: the nonce is burnt and the minute counted (admit_requests) with the payout.
-- `counters`, `nonces` and `limits` are those of admit_requests; a request without a counter was not signed and needs no admission. The
-- rest are those of payout_submit_limited; where no channel has a limit, nothing is reserved. Answers per request, in order: its verdict,
-- and for those that are ok what payout_submit says. One that is refused burns its nonce and leaves its neighbours as they are.

CREATE FUNCTION payout_submit_admitted(counters bigint[], nonces text[], limits integer[], merchant_order_nos text[], customers bigint[], currencies text[], amounts bigint[], account_names text[], bank_codes text[], branches text[], cards_sealed text[], card_hashes text[], cards_shown text[], name_marks text[], card_marks text[], memos text[], metadatas jsonb[], notify_urls text[], locales text[], sources text[], api_versions text[], keys bigint[], people bigint[], tests boolean[], hashes bytea[], ips text[], channels bigint[], methods text[], routes jsonb[], agreed boolean[], duplicates_known boolean[], requests text[], limited_methods bigint[])
 RETURNS TABLE(verdict text, outcome text, order_id bigint, order_no text, stage text, wait_reason text, merchant_fee bigint, at timestamp with time zone)
 LANGUAGE plpgsql
 ROWS 300
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  durability text := current_setting('synchronous_commit');
  signed int[] := ARRAY(SELECT c.n FROM unnest(counters) WITH ORDINALITY AS c (counter, n) WHERE c.counter IS NOT NULL ORDER BY c.n);
  verdicts text[] := '{}';
  admitted int[];
BEGIN
  IF cardinality(signed) = cardinality(counters) THEN
    verdicts := ARRAY(SELECT admit_requests(counters, nonces, limits));
  ELSIF signed <> '{}' THEN
    verdicts := ARRAY(SELECT admit_requests(pick(counters, signed), pick(nonces, signed), pick(limits, signed)));
  END IF;
  -- An admission alone may be lost in a crash, a payout that was answered may not.
  PERFORM set_config('synchronous_commit', durability, true);

  IF 'ok' = ALL (verdicts) THEN
    IF array_remove(limited_methods, NULL) = '{}' THEN
      RETURN QUERY
      SELECT 'ok'::text, s.outcome, s.order_id, s.order_no, s.stage, s.wait_reason, s.merchant_fee, s.at
      FROM payout_submit(merchant_order_nos, customers, currencies, amounts, account_names, bank_codes, branches, cards_sealed,
        card_hashes, cards_shown, name_marks, card_marks, memos, metadatas, notify_urls, locales, sources, api_versions, keys, people,
        tests, hashes, ips, channels, methods, routes, agreed, duplicates_known, requests) s ORDER BY s.ordinal;
    ELSE
      RETURN QUERY
      SELECT 'ok'::text, s.outcome, s.order_id, s.order_no, s.stage, s.wait_reason, s.merchant_fee, s.at
      FROM payout_submit_limited(merchant_order_nos, customers, currencies, amounts, account_names, bank_codes, branches, cards_sealed,
        card_hashes, cards_shown, name_marks, card_marks, memos, metadatas, notify_urls, locales, sources, api_versions, keys, people,
        tests, hashes, ips, channels, methods, routes, agreed, duplicates_known, requests, limited_methods) s ORDER BY s.ordinal;
    END IF;
    RETURN;
  END IF;

  admitted := ARRAY(
    SELECT r.n FROM unnest(counters) WITH ORDINALITY AS r (counter, n)
    WHERE r.counter IS NULL OR verdicts[array_position(signed, r.n::int)] = 'ok' ORDER BY r.n);
  IF admitted = '{}' THEN
    RETURN QUERY
    SELECT v.verdict, NULL::text, NULL::bigint, NULL::text, NULL::text, NULL::text, NULL::bigint, NULL::timestamptz
    FROM unnest(verdicts) AS v (verdict);
    RETURN;
  END IF;
  RETURN QUERY
  SELECT coalesce(verdicts[array_position(signed, r.n::int)], 'ok'), s.outcome, s.order_id, s.order_no, s.stage, s.wait_reason,
         s.merchant_fee, s.at
  FROM unnest(counters) WITH ORDINALITY AS r (counter, n)
  LEFT JOIN payout_submit_limited(
    pick(merchant_order_nos, admitted), pick(customers, admitted), pick(currencies, admitted), pick(amounts, admitted),
    pick(account_names, admitted), pick(bank_codes, admitted), pick(branches, admitted), pick(cards_sealed, admitted),
    pick(card_hashes, admitted), pick(cards_shown, admitted), pick(name_marks, admitted), pick(card_marks, admitted),
    pick(memos, admitted), pick(metadatas, admitted), pick(notify_urls, admitted), pick(locales, admitted), pick(sources, admitted),
    pick(api_versions, admitted), pick(keys, admitted), pick(people, admitted), pick(tests, admitted), pick(hashes, admitted),
    pick(ips, admitted), pick(channels, admitted), pick(methods, admitted), pick(routes, admitted), pick(agreed, admitted),
    pick(duplicates_known, admitted), pick(requests, admitted), pick(limited_methods, admitted)) s ON admitted[s.ordinal] = r.n
  ORDER BY r.n;
END $function$
;
