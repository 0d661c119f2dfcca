-- Up Migration
-- The house buys or sells a currency at a bank of its own, so that it no longer owes, or holds, what it exchanged for others (J8, J9).
-- What that brings is realised pro rata against the mean price of the position, and is its exchange result (R420).

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative)
SELECT 'income.exchange', k.kind, 'platform', d.debit, false
FROM unnest(ARRAY['A110', 'F300', 'R420']) AS k (kind), (VALUES (true), (false)) AS d (debit);

CREATE TABLE house_exchange (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  base text NOT NULL,
  quote text NOT NULL,
  -- What came, and below zero what was given, in minor units of each.
  base_amount bigint NOT NULL CHECK (base_amount <> 0),
  quote_amount bigint NOT NULL CHECK (quote_amount <> 0),
  -- What the house held of the base before, below zero what it owed, and what that had cost it in the quote.
  held bigint NOT NULL,
  cost bigint NOT NULL,
  -- What it brought, in minor units of the quote.
  result bigint NOT NULL,
  -- With whom it was exchanged, as its maker wrote it.
  counterparty text NOT NULL,
  maker_id bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (sign(base_amount::numeric) = -sign(quote_amount::numeric)),
  CHECK (array_position(ARRAY['USDT', 'USD', 'CNY', 'TWD'], base) < array_position(ARRAY['USDT', 'USD', 'CNY', 'TWD'], quote)),
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL))
);
CREATE TRIGGER house_exchange_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON house_exchange
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The house's position of a pair, as the journals say: what it holds of the base, below zero what it owes, and what that cost.
CREATE FUNCTION house_position(base text, quote text, OUT held bigint, OUT cost bigint) LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(n.credited - n.debited) FILTER (WHERE n.currency = base), 0)::bigint,
         coalesce(sum(n.debited - n.credited) FILTER (WHERE n.currency = quote), 0)::bigint
  FROM income_day_now n
  WHERE n.kind = 'F300' AND ((n.currency = base AND n.other = quote) OR (n.currency = quote AND n.other = base))
$$;

-- Its position of every pair that it has a rate of, or ever exchanged.
CREATE FUNCTION house_positions() RETURNS TABLE (base text, quote text, held bigint, cost bigint) LANGUAGE sql STABLE AS $$
  SELECT p.base, p.quote, h.held, h.cost
  FROM (
    SELECT r.base, r.quote FROM exchange_rate r WHERE r.agent_id IS NULL
    UNION
    SELECT n.currency, n.other FROM income_day_now n
    WHERE n.kind = 'F300' AND array_position(ARRAY['USDT', 'USD', 'CNY', 'TWD'], n.currency)
      < array_position(ARRAY['USDT', 'USD', 'CNY', 'TWD'], n.other)
  ) p CROSS JOIN LATERAL house_position(p.base, p.quote) h
$$;

-- What an exchange brings: of what it closes of the position, its price less what that part had cost.
CREATE FUNCTION house_result(held bigint, cost bigint, base_amount bigint, quote_amount bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN held = 0 OR (held > 0) = (base_amount > 0) THEN 0
    ELSE half_up(quote_amount * x.part, abs(base_amount)) - half_up(cost * x.part, abs(held)) END
  FROM (SELECT least(abs(held), abs(base_amount))::numeric AS part) x
$$;

-- Keeps what the house exchanged and posts a journal of either currency; answers that of the quote. Two persons of the platform
-- together. Refuses (LG403) without the approval of exactly this, but where a second person was switched off.
CREATE FUNCTION exchange_house(
  base text, quote text, base_amount bigint, quote_amount bigint, counterparty text, maker bigint, agreed bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
    jsonb_build_object('amount_minor', abs(x.base_amount)::text, 'currency', x.base, 'counterparty', x.counterparty), request);
  RETURN journals[2];
END $$;

REVOKE ALL ON FUNCTION exchange_house FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON house_exchange TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON house_exchange FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION exchange_house TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON house_exchange TO suanpan_report;
  END IF;
END $$;
