-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- Exchanges these shares of one order, whose lock and balances the caller holds, and repays first what its merchant owes in the
-- currency that comes. What is so little that it comes to nothing stays.

CREATE FUNCTION exchange_collection(o collection_order, shares exchange_share[], actor bigint, request text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
