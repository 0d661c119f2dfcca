-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090450_collection_release

CREATE FUNCTION release_collections(wanted bigint[], actor bigint, request text)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET lock_timeout TO '250ms'
AS $function$
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
END $function$
;
