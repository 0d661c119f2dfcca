-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126180000_house_exchange
-- Keeps what the house exchanged and posts a journal of either currency; answers that of the quote. Two persons of the platform
-- together. Refuses (LG403) without the approval of exactly this, but where a second person was switched off.
--
-- 20261130110000_exchanges_said_in_the_log
-- As before, and its row in the log has the fingerprint.

CREATE FUNCTION exchange_house(base text, quote text, base_amount bigint, quote_amount bigint, counterparty text, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  checker bigint;
  x house_exchange;
  entry journal_entry;
  other journal_entry;
  journals bigint[];
BEGIN
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'income.exchange' AND a.maker_id = maker AND a.reason = exchange_house.reason
      AND a.payload ->> 'base' = exchange_house.base AND a.payload ->> 'quote' = exchange_house.quote
      AND a.payload ->> 'base_amount' = exchange_house.base_amount::text
      AND a.payload ->> 'quote_amount' = exchange_house.quote_amount::text
      AND a.payload ->> 'counterparty' = exchange_house.counterparty);
  IF stands_over(maker, NULL) IS NOT TRUE OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this exchange' USING ERRCODE = 'LG403';
  END IF;
  -- Exchanges of one pair follow each other, so that no two close the same position.
  PERFORM pg_advisory_xact_lock(hashtextextended('income.exchange ' || base || ' ' || quote, 0));
  SELECT p.held, p.cost INTO x.held, x.cost FROM house_position(base, quote) p;
  INSERT INTO house_exchange AS n (base, quote, base_amount, quote_amount, held, cost, result, counterparty, maker_id, checker_id,
    approval_id, reason, created_at)
  VALUES (exchange_house.base, exchange_house.quote, exchange_house.base_amount, exchange_house.quote_amount, x.held, x.cost,
    house_result(x.held, x.cost, exchange_house.base_amount, exchange_house.quote_amount), exchange_house.counterparty, maker, checker,
    agreed, exchange_house.reason, business_now()) RETURNING n.* INTO x;
  entry.event := 'income.exchange';
  entry.ref_id := x.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := x.base;
  entry.actor_id := maker;
  entry.note := x.reason;
  entry.request_id := request;
  entry.account_ids := ledger_open_accounts(ARRAY['A110', 'F300'], ARRAY[NULL, NULL]::bigint[], ARRAY[NULL, NULL]::bigint[],
    ARRAY[x.base, x.base], ARRAY['main', 'main']);
  entry.amounts := ARRAY[-x.base_amount, x.base_amount];
  other := entry;
  other.seq := 1;
  other.currency := x.quote;
  SELECT array_agg(k.id), array_agg(k.amount) INTO other.account_ids, other.amounts
  FROM unnest(ledger_open_accounts(ARRAY['A110', 'F300', 'R420'], ARRAY[NULL, NULL, NULL]::bigint[],
      ARRAY[NULL, NULL, NULL]::bigint[], ARRAY[x.quote, x.quote, x.quote], ARRAY['main', 'main', 'main']),
    ARRAY[-x.quote_amount, x.quote_amount - x.result, x.result]) AS k (id, amount)
  WHERE k.amount <> 0;
  SELECT array_agg(p.journal_id ORDER BY p.ordinal) INTO journals FROM ledger_post(ARRAY[entry, other]) p;
  -- Whoever carries out the act tells of the journal that is answered.
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id, after, request_id)
  VALUES (x.created_at, maker, maker, 'accounting.systemIncome.exchange', 'houseExchange', x.id::text, journals[1],
    jsonb_build_object('amount_minor', abs(x.base_amount)::text, 'currency', x.base, 'counterparty', x.counterparty,
      'print', house_exchange_print(x)), request);
  RETURN journals[2];
END $function$
;
