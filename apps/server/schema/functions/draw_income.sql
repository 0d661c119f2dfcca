-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income
-- The owners draw of the income (J18), two persons of the platform together. Answers the journal. Refuses (LG402) more than can
-- be drawn and LG403 without the approval of exactly this, but where a second person was switched off.

CREATE FUNCTION draw_income(currency text, amount bigint, payee text, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  checker bigint;
  drawable bigint;
  d income_drawing;
  entry journal_entry;
BEGIN
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'income.draw' AND a.maker_id = maker
      AND a.reason = draw_income.reason AND a.payload ->> 'currency' = draw_income.currency
      AND a.payload ->> 'amount' = draw_income.amount::text AND a.payload ->> 'payee' = draw_income.payee);
  IF stands_over(maker, NULL) IS NOT TRUE OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this drawing' USING ERRCODE = 'LG403';
  END IF;
  -- Drawings of one currency follow each other, so that no two are covered by the same income.
  PERFORM pg_advisory_xact_lock(hashtextextended('income.draw ' || currency, 0));
  drawable := drawable_income(currency);
  IF amount > drawable THEN
    RAISE EXCEPTION 'so much of the income cannot be drawn' USING ERRCODE = 'LG402';
  END IF;
  INSERT INTO income_drawing AS n (currency, amount, payee, drawable, maker_id, checker_id, approval_id, reason, created_at)
  VALUES (draw_income.currency, draw_income.amount, draw_income.payee, drawable, maker, checker, agreed,
    draw_income.reason, at) RETURNING n.* INTO d;
  entry.event := 'income.draw';
  entry.ref_id := d.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := d.currency;
  entry.actor_id := maker;
  entry.note := d.reason;
  entry.request_id := request;
  entry.account_ids := ledger_open_accounts(ARRAY['Q900', 'A110'], ARRAY[NULL, NULL]::bigint[], ARRAY[NULL, NULL]::bigint[],
    ARRAY[d.currency, d.currency], ARRAY['main', 'main']);
  entry.amounts := ARRAY[-d.amount, d.amount];
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $function$
;
