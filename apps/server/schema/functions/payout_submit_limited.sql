-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124140000_channel_usage
-- Submits as payout_submit does, and reserves what each payout takes of its channel's limits with it: none of them is
-- submitted where one does not fit (LM001, whose message is the limit), and the caller sends it another way.

CREATE FUNCTION payout_submit_limited(merchant_order_nos text[], customers bigint[], currencies text[], amounts bigint[], account_names text[], bank_codes text[], branches text[], cards_sealed text[], card_hashes text[], cards_shown text[], name_marks text[], card_marks text[], memos text[], metadatas jsonb[], notify_urls text[], locales text[], sources text[], api_versions text[], keys bigint[], people bigint[], tests boolean[], hashes bytea[], ips text[], channels bigint[], methods text[], routes jsonb[], agreed boolean[], duplicates_known boolean[], requests text[], limited_methods bigint[])
 RETURNS TABLE(ordinal integer, outcome text, order_id bigint, order_no text, stage text, wait_reason text, merchant_fee bigint, at timestamp with time zone)
 LANGUAGE plpgsql
 ROWS 300
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
