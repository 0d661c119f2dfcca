-- Up Migration
-- Releases settled money: what stands in the deferred accounts of an order goes to the immediate ones (L210 to L200 or
-- L240). All of the orders or none; a caller whose call fails tries them in parts, and sets aside the one that fails
-- alone. Answers the orders that were released; one that is not due any more is left out, and one that is not due yet
-- unless a person releases it.
CREATE FUNCTION release_collections(wanted bigint[], actor bigint, request text) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan SET lock_timeout = '250ms' AS $$
DECLARE
  at timestamptz := business_now();
  entries journal_entry[];
  released bigint[];
  journals bigint[];
BEGIN
  WITH held AS MATERIALIZED (
    SELECT o.id, o.settle_at FROM collection_order o WHERE o.id = ANY (wanted) ORDER BY o.id FOR NO KEY UPDATE
  ), taken AS (
    DELETE FROM settlement_due d USING held h
    WHERE d.settle_at = coalesce(h.settle_at, 'infinity') AND d.order_id = h.id
      AND (d.settle_at <= at OR actor IS NOT NULL)
    RETURNING d.order_id, d.remaining
  ), moved AS (
    -- Each leg that waits, less what was taken from it: out of its deferred account, into its immediate one. The leg
    -- of money that may pay others before its day is released with its day's pool (release_early).
    SELECT t.order_id, m.account, sum_minor(m.amount) AS amount
    FROM taken t JOIN collection_plan p ON p.order_id = t.order_id
    CROSS JOIN LATERAL unnest(p.leg_accounts, p.leg_accounts_immediate, coalesce(t.remaining, p.leg_amounts))
      WITH ORDINALITY AS l (deferred, immediate, amount, place)
    CROSS JOIN LATERAL (VALUES (l.deferred, -l.amount), (l.immediate, l.amount)) AS m (account, amount)
    WHERE l.deferred <> l.immediate AND l.place IS DISTINCT FROM p.early_leg
    GROUP BY t.order_id, m.account HAVING sum_minor(m.amount) <> 0
  )
  SELECT (SELECT array_agg(t.order_id ORDER BY t.order_id) FROM taken t),
         array_agg(ROW('collection.release', o.id, 0, CASE WHEN o.is_test THEN 'test' ELSE 'main' END, o.currency,
           o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id, NULL, actor, NULL, request,
           l.account_ids, l.amounts)::journal_entry ORDER BY o.id)
  INTO released, entries
  FROM (
    SELECT m.order_id, array_agg(m.account ORDER BY m.amount, m.account) AS account_ids,
           array_agg(m.amount ORDER BY m.amount, m.account) AS amounts
    FROM moved m GROUP BY m.order_id
  ) l JOIN collection_order o ON o.id = l.order_id;

  IF released IS NULL THEN
    RETURN;
  END IF;
  IF entries IS NOT NULL THEN
    SELECT array_agg(p.journal_id ORDER BY p.ordinal) INTO journals FROM ledger_post(entries) p;
  END IF;
  -- An order of which nothing was left is released too, and says so without a journal.
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id, request_id)
  SELECT at, actor, actor, CASE WHEN j.id IS NULL THEN 'collection.releaseEmpty' ELSE 'collection.release' END, 'collection',
         r.id::text, j.id, request
  FROM unnest(released) AS r (id)
  LEFT JOIN unnest(entries, journals) AS j (event, ref_id, seq, book, currency, customer_id, agent_id, sub_agent_id,
    middleman_id, reverses, actor_id, note, request_id, account_ids, amounts, id) ON j.ref_id = r.id;
  RETURN QUERY SELECT unnest(released);
END $$;

-- Puts one order's release aside: it stays due, is left alone by the nightly work, and waits for a person.
CREATE FUNCTION set_release_aside(wanted bigint, reason text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
BEGIN
  WITH aside AS (
    UPDATE settlement_due d SET set_aside_at = at, set_aside_reason = reason
    FROM collection_order o
    WHERE o.id = wanted AND d.settle_at = coalesce(o.settle_at, 'infinity') AND d.order_id = o.id
    RETURNING o.id
  ), told AS (
    INSERT INTO outbox (kind, subject, payload, created_at)
    SELECT 'collection.flagged', 'collection:' || a.id, json_build_object('order_id', a.id::text, 'reason', 'releaseFailed'), at
    FROM aside a
  )
  INSERT INTO audit_log (at, act, object_kind, object_id, outcome, after)
  SELECT at, 'collection.releaseAside', 'collection', a.id::text, 'failed', json_build_object('reason', reason) FROM aside a;
END $$;

-- Releases what is left of money that could pay others before its day (L202 to L200), account by account; answers how
-- many of the pool's rows were released.
CREATE FUNCTION release_early(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  entries journal_entry[];
  journals bigint[];
  released bigint[];
BEGIN
  -- The balances first, both of each owner, in ascending account: a row of the pool is only touched under them.
  PERFORM FROM balance b
  WHERE b.account_id IN (
    SELECT x.id FROM (SELECT account_id FROM early_settlement WHERE settle_at <= at ORDER BY settle_at, id LIMIT most) e
    JOIN account early ON early.id = e.account_id
    JOIN account x ON x.key IN (early.key, account_key('L200', early.owner_id, NULL, early.currency, early.book)))
  ORDER BY b.account_id FOR NO KEY UPDATE;
  WITH gone AS (
    DELETE FROM early_settlement e
    WHERE e.id IN (SELECT id FROM early_settlement WHERE settle_at <= at ORDER BY settle_at, id LIMIT most)
    RETURNING e.id, e.account_id, e.amount
  )
  SELECT array_agg(g.id),
         array_agg(ROW('early.release', g.id, 0, a.book, a.currency, a.owner_id, u.agent_id, u.sub_agent_id, u.middleman_id,
           NULL, NULL, NULL, NULL, ARRAY[a.id, s.id], ARRAY[-g.amount, g.amount])::journal_entry ORDER BY g.id)
           FILTER (WHERE g.amount > 0)
  INTO released, entries
  FROM gone g JOIN account a ON a.id = g.account_id JOIN app_user u ON u.id = a.owner_id
  JOIN account s ON s.key = account_key('L200', a.owner_id, NULL, a.currency, a.book);
  IF entries IS NOT NULL THEN
    SELECT array_agg(p.journal_id ORDER BY p.ordinal) INTO journals FROM ledger_post(entries) p;
    INSERT INTO audit_log (at, act, object_kind, object_id, journal_id)
    SELECT at, 'early.release', 'user', e.customer_id::text, journals[e.ordinality]
    FROM unnest(entries) WITH ORDINALITY AS e;
  END IF;
  RETURN coalesce(cardinality(released), 0);
END $$;
