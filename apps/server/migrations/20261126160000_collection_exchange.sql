-- Up Migration
-- What an order in another currency than its merchant's own brought is exchanged when it becomes its owners' to spend (J9), by the
-- rate that the order carries since it was made; until then it waits in the currency in which it may have to go back (ADR 0030).
-- What goes back afterwards is exchanged back first, by that same rate. Each time a journal of either currency, between which the
-- house's position stands (F300); what the platform's own rate gives more is the senior agent's, and what it gives less he pays.

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative)
SELECT 'collection.exchange', e.kind, r.role, e.debit, e.negative
FROM (VALUES
  ('L200', ARRAY['customer'], true, false),
  ('L200', ARRAY['customer'], false, false),
  ('L201', ARRAY['customer'], true, false),
  ('L201', ARRAY['customer'], false, false),
  ('A130', ARRAY['customer'], true, true),
  ('A130', ARRAY['customer'], false, false),
  ('L240', ARRAY['subAgent', 'middleman', 'agent'], true, true),
  ('L240', ARRAY['subAgent', 'middleman', 'agent'], false, false),
  ('F300', ARRAY['platform'], true, false),
  ('F300', ARRAY['platform'], false, false)
) AS e (kind, roles, debit, negative), unnest(e.roles) AS r (role);

-- So much of one account, in minor units of the order's currency: over zero to the merchant's own, below zero back.
CREATE TYPE exchange_share AS (kind text, owner_id bigint, amount bigint);

-- Decimals of a currency's minor unit (packages/money/src/currency.ts; a test holds the two against each other).
CREATE FUNCTION ledger_scale(currency text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE currency WHEN 'USDT' THEN 6 ELSE 4 END
$$;

-- Minor units of one currency for so many of another's, as a fraction of whole numbers. The rate is quote units for one of the base.
CREATE FUNCTION exchange_ratio(given text, wanted text, base text, rate numeric, OUT wanted_units numeric, OUT given_units numeric)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT power(10::numeric, ledger_scale(wanted)) * CASE WHEN given = base THEN rate * 100000000 ELSE 100000000 END,
         power(10::numeric, ledger_scale(given)) * CASE WHEN given = base THEN 100000000 ELSE rate * 100000000 END
$$;

-- A quotient of whole numbers, a half rounded up and away from zero below it. Not by rounding: a quotient is cut off before it is.
CREATE FUNCTION half_up(dividend numeric, divisor numeric) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (sign(dividend) * div(2 * abs(dividend) + divisor, 2 * divisor))::bigint
$$;

-- What an amount comes to in another currency.
CREATE FUNCTION exchanged(amount bigint, given text, wanted text, base text, rate numeric) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT half_up(amount * x.wanted_units, x.given_units)
  FROM exchange_ratio(given, wanted, base, rate) x
$$;

-- By what an order is exchanged: into which currency, and by which rates of the order and of the platform itself, which are one
-- where no senior agent set his own: another one that was being set while the order was made is none of it.
CREATE TYPE exchange_terms AS (own text, base text, rate numeric, house_rate numeric);
CREATE FUNCTION exchange_terms_of(o collection_order) RETURNS exchange_terms LANGUAGE sql STABLE AS $$
  SELECT ROW(own.currency, r.base, o.exchange_rate,
    coalesce(CASE WHEN r.agent_id IS NULL THEN NULL WHEN r.base = o.currency THEN (h.house).collection_rate
             ELSE (h.house).payment_rate END, o.exchange_rate))::exchange_terms
  FROM exchange_rate r
  CROSS JOIN LATERAL (SELECT CASE r.base WHEN o.currency THEN r.quote ELSE r.base END AS currency) own
  CROSS JOIN LATERAL (SELECT rate_at(NULL, o.currency, own.currency, o.created_at) AS house) h
  WHERE r.id = o.rate_id
$$;

-- The balances between which these orders are exchanged, of all their owners and of either currency; none of an order that carries
-- no rate. Whoever exchanges holds them first, with whatever else he moves, in ascending account as everybody does.
CREATE FUNCTION exchange_accounts(ids bigint[]) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  SELECT a.id
  FROM collection_order o JOIN exchange_rate r ON r.id = o.rate_id
  CROSS JOIN LATERAL unnest(ARRAY[o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id]) AS w (owner)
  CROSS JOIN LATERAL unnest(ARRAY['L200', 'L201', 'L240', 'A130']) AS k (kind)
  CROSS JOIN LATERAL unnest(ARRAY[r.base, r.quote]) AS c (currency)
  JOIN account a ON a.key = account_key(k.kind, w.owner, NULL, c.currency, CASE WHEN o.is_test THEN 'test' ELSE 'main' END)
  WHERE o.id = ANY (ids)
$$;

-- Exchanges these shares of one order, whose lock and balances the caller holds, and repays first what its merchant owes in the
-- currency that comes. What is so little that it comes to nothing stays.
CREATE FUNCTION exchange_collection(o collection_order, shares exchange_share[], actor bigint, request text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  terms exchange_terms := exchange_terms_of(o);
  entries journal_entry[];
  journals bigint[];
BEGIN
  WITH share AS (
    SELECT s.kind, s.owner_id, s.amount, exchanged(s.amount, o.currency, terms.own, terms.base, terms.rate) AS own,
           exchanged(s.amount, o.currency, terms.own, terms.base, terms.house_rate) AS house
    FROM unnest(shares) AS s WHERE s.amount <> 0
  ), leg AS (
    SELECT 0 AS journal, o.currency, s.kind, s.owner_id, -s.amount AS amount FROM share s WHERE s.own <> 0
    UNION ALL SELECT 0, o.currency, 'F300', NULL, sum_minor(s.amount) FROM share s WHERE s.own <> 0
    UNION ALL SELECT 1, terms.own, s.kind, s.owner_id, s.own FROM share s
    UNION ALL SELECT 1, terms.own, 'L240', o.agent_id, sum_minor(s.house - s.own) FROM share s WHERE s.own <> 0
    UNION ALL SELECT 1, terms.own, 'F300', NULL, -sum_minor(s.house) FROM share s WHERE s.own <> 0
  ), moving AS (
    SELECT row_number() OVER (ORDER BY l.journal, l.kind, l.owner_id, l.amount) AS n, l.* FROM leg l WHERE l.amount <> 0
  ), kept AS (
    SELECT ledger_open_accounts(array_agg(m.kind ORDER BY m.n), array_agg(m.owner_id ORDER BY m.n), array_agg(NULL::bigint ORDER BY m.n),
           array_agg(m.currency ORDER BY m.n), array_agg(CASE WHEN o.is_test THEN 'test' ELSE 'main' END ORDER BY m.n)) AS accounts
    FROM moving m HAVING count(*) > 0
  )
  SELECT array_agg(ROW('collection.exchange', o.id, x.seq + j.journal, CASE WHEN o.is_test THEN 'test' ELSE 'main' END, j.currency,
           o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id, NULL, actor, NULL, request, j.accounts, j.amounts)::journal_entry
           ORDER BY j.journal)
  INTO entries
  FROM (
    SELECT m.journal, m.currency, array_agg(k.accounts[m.n] ORDER BY m.n) AS accounts, array_agg(m.amount ORDER BY m.n) AS amounts
    FROM moving m, kept k GROUP BY m.journal, m.currency
  ) j
  CROSS JOIN LATERAL (
    SELECT coalesce(max(p.seq) + 1, 0) AS seq FROM journal p WHERE p.event = 'collection.exchange' AND p.ref_id = o.id
  ) x;
  IF entries IS NULL THEN
    RETURN;
  END IF;
  SELECT array_agg(p.journal_id ORDER BY p.ordinal) INTO journals FROM ledger_post(entries) p;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id, request_id)
  SELECT business_now(), actor, actor, 'collection.exchange', 'collection', o.id::text, j.id, request FROM unnest(journals) AS j (id);
  PERFORM repay_owed(entries[2:2], journals[2:2], actor, request);
END $$;

-- Exchanges what a journal of this order brought its owners to spend, less what of it repaid a debt at once.
CREATE FUNCTION exchange_brought(o collection_order, brought bigint) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM exchange_collection(o, (
    SELECT array_agg(ROW(a.kind, a.owner_id, least(c.amount, b.balance))::exchange_share ORDER BY a.id)
    FROM (
      SELECT l.id, sum_minor(l.amount) AS amount
      FROM journal j CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (id, amount)
      WHERE j.id = brought OR (j.event = 'receivable.repay' AND j.ref_id = brought)
      GROUP BY l.id
    ) c
    JOIN account a ON a.id = c.id AND (a.kind = 'L240' OR (a.kind = 'L200' AND a.owner_id = o.customer_id))
    JOIN balance b ON b.account_id = a.id
    WHERE least(c.amount, b.balance) > 0), j.actor_id, j.request_id)
  FROM journal j WHERE j.id = brought;
END $$;

-- The same of orders that were just settled or released, each by its journal.
CREATE FUNCTION exchange_orders(ids bigint[], journals bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM balance b WHERE b.account_id IN (SELECT exchange_accounts(ids)) ORDER BY b.account_id FOR NO KEY UPDATE;
  PERFORM exchange_brought(o, x.journal)
  FROM unnest(ids, journals) WITH ORDINALITY AS x (id, journal, n) JOIN collection_order o ON o.id = x.id ORDER BY x.n;
END $$;

-- How much of an order's currency the money of its merchant in this account comes to, at the order's own rate, and the most that
-- comes to no more than is there; nothing of an order that carries none.
CREATE FUNCTION exchange_reach(o collection_order, kind text, OUT whole bigint, OUT most bigint) LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(div(b.balance * x.given_units, x.wanted_units)), 0)::bigint,
         coalesce(max(div((2 * b.balance + 1) * x.given_units - 1, 2 * x.wanted_units)), 0)::bigint
  FROM exchange_terms_of(o) t CROSS JOIN LATERAL exchange_ratio(o.currency, t.own, t.base, t.rate) x
  JOIN account a ON a.key = account_key(exchange_reach.kind, o.customer_id, NULL, t.own, 'main')
  JOIN balance b ON b.account_id = a.id AND b.balance > 0
$$;

-- Exchanges so much of a merchant's money back, as far as it reaches; answers how much came: nothing where it would come to less
-- than a unit of his.
CREATE FUNCTION exchange_back(o collection_order, kind text, wanted bigint, actor bigint, request text) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  back bigint := (
    SELECT w.back FROM exchange_reach(o, kind) r CROSS JOIN exchange_terms_of(o) t
    CROSS JOIN LATERAL (SELECT CASE WHEN r.most < wanted THEN r.whole ELSE wanted END AS back) w
    WHERE exchanged(w.back, o.currency, t.own, t.base, t.rate) <> 0);
BEGIN
  IF back > 0 THEN
    PERFORM exchange_collection(o, ARRAY[ROW(kind, o.customer_id, -back)::exchange_share], actor, request);
  END IF;
  RETURN coalesce(greatest(back, 0), 0);
END $$;

-- Exchanges back what its earners return of their fee income by these legs, which are posted next.
CREATE FUNCTION exchange_back_fees(o collection_order, accounts bigint[], amounts bigint[], actor bigint, request text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM exchange_collection(o, (
    SELECT array_agg(ROW('L240', c.owner_id, c.amount)::exchange_share ORDER BY c.owner_id)
    FROM (
      SELECT a.owner_id, sum_minor(l.amount) AS amount
      FROM unnest(accounts, amounts) AS l (id, amount) JOIN account a ON a.id = l.id AND a.kind = 'L240' GROUP BY 1
    ) c WHERE c.amount < 0), actor, request);
END $$;

REVOKE ALL ON FUNCTION exchange_collection, exchange_brought, exchange_orders, exchange_back, exchange_back_fees FROM PUBLIC;
