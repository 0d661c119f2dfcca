-- Up Migration
-- Releases settled money: what stands in the deferred accounts of an order goes to the immediate ones (L210 to L200 or
-- L240). All of the orders or none; a caller whose call fails tries them in parts, and sets aside the one that fails
-- alone. Answers the orders that were released; one that is not due any more is left out, one that is frozen or whose refund is
-- under way, and one that is not due yet unless a person of its tree releases it.

-- What of an order's money that may pay others before its day a person releases: by account and day.
CREATE TYPE early_share AS (account_id bigint, settle_at timestamptz, amount bigint);

-- Moves what was taken out of the pool of early money (L202 to L200), one journal a row of the pool, whose id is the
-- journal's reference. The caller holds the balances of both accounts.
CREATE FUNCTION post_early(taken early_settlement[], actor bigint, request text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  entries journal_entry[];
  journals bigint[];
BEGIN
  SELECT array_agg(ROW('early.release', t.id, 0, a.book, a.currency, a.owner_id, u.agent_id, u.sub_agent_id, u.middleman_id,
           NULL, actor, NULL, request, ARRAY[a.id, s.id], ARRAY[-t.amount, t.amount])::journal_entry ORDER BY t.id)
  INTO entries
  FROM unnest(taken) AS t JOIN account a ON a.id = t.account_id JOIN app_user u ON u.id = a.owner_id
  JOIN account s ON s.key = account_key('L200', a.owner_id, NULL, a.currency, a.book)
  WHERE t.amount > 0;
  IF entries IS NULL THEN
    RETURN;
  END IF;
  SELECT array_agg(p.journal_id ORDER BY p.ordinal) INTO journals FROM ledger_post(entries) p;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id, request_id)
  SELECT at, actor, actor, 'early.release', 'user', e.customer_id::text, journals[e.ordinality], request
  FROM unnest(entries) WITH ORDINALITY AS e;
  PERFORM repay_owed(entries, journals, actor, request);
END $$;

-- Locks the balances between which early money of these accounts moves, in ascending account, as everybody does: a row
-- of the pool is only touched under them.
CREATE FUNCTION lock_early(accounts bigint[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM balance b
  WHERE b.account_id IN (
    SELECT x.id FROM account early
    JOIN account x ON x.key IN (early.key, account_key('L200', early.owner_id, NULL, early.currency, early.book),
      account_key('A130', early.owner_id, NULL, early.currency, early.book))
    WHERE early.id = ANY (accounts))
  ORDER BY b.account_id FOR NO KEY UPDATE;
END $$;

CREATE FUNCTION release_collections(wanted bigint[], actor bigint, request text) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan SET lock_timeout = '250ms' AS $$
DECLARE
  at timestamptz := business_now();
  entries journal_entry[];
  released bigint[];
  journals bigint[];
  early early_share[];
  exchanged_ids bigint[];
BEGIN
  IF actor IS NOT NULL AND EXISTS (
    SELECT FROM (SELECT DISTINCT o.agent_id FROM collection_order o WHERE o.id = ANY (wanted)) t
    WHERE NOT stands_over(actor, t.agent_id)
  ) THEN
    RAISE EXCEPTION 'user % may not release these orders', actor USING ERRCODE = 'LG403';
  END IF;
  WITH held AS MATERIALIZED (
    -- Whoever waits for the lock looks at the state again that the holder left: a refund that began keeps its money here.
    SELECT o.id, o.settle_at FROM collection_order o
    WHERE o.id = ANY (wanted) AND (o.refund_status IN ('preparing', 'refunding')) IS NOT TRUE
    ORDER BY o.id FOR NO KEY UPDATE
  ), taken AS (
    DELETE FROM settlement_due d USING held h
    WHERE d.settle_at = coalesce(h.settle_at, 'infinity') AND d.order_id = h.id
      AND (d.settle_at <= at OR actor IS NOT NULL) AND d.frozen_by IS NULL
    RETURNING d.order_id, d.settle_at, d.remaining
  ), moved AS (
    -- Each leg that waits, less what was taken from it: out of its deferred account, into its immediate one. The leg
    -- of money that may pay others before its day is released with its day's pool: when that day comes (release_early),
    -- or below, when a person does not wait for it. Money of a merchant who is settled by hand has no other way.
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
           l.account_ids, l.amounts)::journal_entry ORDER BY o.id),
         array_agg(o.id ORDER BY o.id) FILTER (WHERE o.rate_id IS NOT NULL),
         (SELECT array_agg(ROW(s.account_id, s.settle_at, s.amount)::early_share) FROM (
            SELECT p.leg_accounts[p.early_leg] AS account_id, t.settle_at,
                   sum_minor((coalesce(t.remaining, p.leg_amounts))[p.early_leg]) AS amount
            FROM taken t JOIN collection_plan p ON p.order_id = t.order_id
            WHERE p.early_leg IS NOT NULL AND t.settle_at > at GROUP BY 1, 2) s)
  INTO released, entries, exchanged_ids, early
  FROM (
    SELECT m.order_id, array_agg(m.account ORDER BY m.amount, m.account) AS account_ids,
           array_agg(m.amount ORDER BY m.amount, m.account) AS amounts
    FROM moved m GROUP BY m.order_id
  ) l JOIN collection_order o ON o.id = l.order_id;

  IF released IS NULL THEN
    RETURN;
  END IF;
  IF entries IS NOT NULL THEN
    PERFORM lock_owed(entries, exchanged_ids);
    SELECT array_agg(p.journal_id ORDER BY p.ordinal) INTO journals FROM ledger_post(entries) p;
    PERFORM repay_owed(entries, journals, actor, request);
    IF exchanged_ids IS NOT NULL THEN
      PERFORM exchange_orders(exchanged_ids, ARRAY(
        SELECT journals[e.n] FROM unnest(entries) WITH ORDINALITY AS e (event, ref_id, seq, book, currency, customer_id, agent_id,
          sub_agent_id, middleman_id, reverses, actor_id, note, request_id, account_ids, amounts, n)
        WHERE e.ref_id = ANY (exchanged_ids) ORDER BY e.ref_id));
    END IF;
  END IF;
  -- An order of which nothing was left is released too, and says so without a journal.
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id, request_id)
  SELECT at, actor, actor, CASE WHEN j.id IS NULL THEN 'collection.releaseEmpty' ELSE 'collection.release' END, 'collection',
         r.id::text, j.id, request
  FROM unnest(released) AS r (id)
  LEFT JOIN unnest(entries, journals) AS j (event, ref_id, seq, book, currency, customer_id, agent_id, sub_agent_id,
    middleman_id, reverses, actor_id, note, request_id, account_ids, amounts, id) ON j.ref_id = r.id;
  IF early IS NOT NULL THEN
    PERFORM release_early_before(early, actor, request);
  END IF;
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

-- Releases these shares of early money before their day, as far as payouts have left of the day's pool. What stays gets an
-- id of its own, because the old one is the reference of this release.
CREATE FUNCTION release_early_before(shares early_share[], actor bigint, request text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  taken early_settlement[];
BEGIN
  PERFORM lock_early(ARRAY(SELECT s.account_id FROM unnest(shares) AS s));
  WITH drawn AS (
    SELECT e.id, e.account_id, e.settle_at, least(e.amount, s.amount) AS amount
    FROM unnest(shares) AS s JOIN early_settlement e ON e.account_id = s.account_id AND e.settle_at = s.settle_at
  ), left_over AS (
    UPDATE early_settlement e SET id = DEFAULT, amount = e.amount - d.amount FROM drawn d WHERE e.id = d.id
  )
  SELECT array_agg(ROW(d.id, d.account_id, d.settle_at, d.amount)::early_settlement) INTO taken FROM drawn d;
  PERFORM post_early(taken, actor, request);
END $$;

-- Releases what is left of money that could pay others before its day (L202 to L200), account by account; answers how
-- many of the pool's rows were released. They are chosen once: others that come meanwhile are not under these locks.
CREATE FUNCTION release_early(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  chosen bigint[] := ARRAY(
    SELECT e.id FROM early_settlement e WHERE e.settle_at <= at ORDER BY e.settle_at, e.id LIMIT most);
  taken early_settlement[];
BEGIN
  PERFORM lock_early(ARRAY(SELECT e.account_id FROM early_settlement e WHERE e.id = ANY (chosen)));
  WITH gone AS (
    DELETE FROM early_settlement e WHERE e.id = ANY (chosen) RETURNING e
  )
  SELECT array_agg(g.e) INTO taken FROM gone g;
  PERFORM post_early(taken, NULL, NULL);
  RETURN coalesce(cardinality(taken), 0);
END $$;
