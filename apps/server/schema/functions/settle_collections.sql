-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090440_collection_settle
-- Settles paid orders, a batch at a time: state, postings, due release, sums, news, confirmation and audit rows in ONE
-- statement, because starting the executor costs more than the work of an order (docs/adr/0016).
-- Answers per request:
--   settled   now; only this moved money
--   already   settled before with this amount, also earlier in this batch
--   mismatch  what was paid is not what was asked
--   refused   another state, not routed, paid on another account than it goes by, without the provider's reference, or
--             with a plan of another sum
-- A payment that was booked before, for whatever order, violates confirmation_once and fails the batch; so does an
-- account without a balance (LG404) and a debit without cover (23514). Nobody waits for a held row longer than the
-- lock_timeout below (55P03): the lane puts it aside and goes on.

CREATE FUNCTION settle_collections(ids bigint[], paid bigint[], channel_accounts bigint[], provider_refs text[], late_allowed boolean[], requests text[])
 RETURNS TABLE(ordinal integer, order_id bigint, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 300
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET lock_timeout TO '250ms'
AS $function$
DECLARE
  at timestamptz := business_now();
  today date := business_day(at);
  todo boolean[];
  done boolean[] := array_fill(false, ARRAY[cardinality(ids)]);
  settled_now bigint[];
  is_whole boolean;
  exchanged_ids bigint[];
  exchanged_by bigint[];
BEGIN
  LOOP
    WITH settled AS (
      -- Guard and lock in one, in ascending id, as everybody takes orders. Who had to wait for a rival meets the rival's
      -- row but its own older view of `was` and `plan`: the comparisons let such an order drop out, and it is looked
      -- at again below.
      UPDATE collection_order o
      SET actual_amount = r.paid,
          accounted_amount = plan.credited,
          fee = plan.merchant_fee,
          provider_order_no = coalesce(r.ref, o.provider_order_no),
          completed_at = at,
          settle_at = nullif(greatest(c.release_at, at), 'infinity'),
          status = CASE WHEN o.is_test THEN 'test_supplied' ELSE 'success' END
      FROM (
        SELECT r.* FROM unnest(ids, paid, channel_accounts, provider_refs, late_allowed, requests)
          WITH ORDINALITY AS r (id, paid, account, ref, late, request, n)
        WHERE todo IS NULL OR todo[r.n] ORDER BY r.id, r.n
      ) r
      JOIN collection_order was ON was.id = r.id
      JOIN collection_plan plan ON plan.order_id = r.id
      JOIN app_user u ON u.id = was.customer_id
      JOIN settle_calendar c ON c.day = today AND c.rule = u.settle_rule
      WHERE o.id = r.id AND o.status = was.status AND o.plan_no = plan.plan_no AND o.pay_amount = r.paid
        AND plan.credited + plan.merchant_fee = r.paid AND o.channel_account_id = r.account
        AND (was.status = 'pending' OR (was.status = 'expired' AND r.late))
        AND plan.leg_amounts IS NOT NULL AND coalesce(r.ref, o.provider_order_no) IS NOT NULL
      RETURNING o.id, r.n, was.status AS before, o.status, r.request, o.settle_at, o.settle_at <= at AS immediate, o.rate_id,
                o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id, o.currency, o.is_test, o.channel_account_id,
                o.provider_order_no, o.actual_amount, o.accounted_amount, o.fee, plan.leg_amounts, plan.legs_held,
                CASE WHEN o.settle_at <= at THEN plan.leg_accounts_immediate ELSE plan.leg_accounts END AS account_ids,
                CASE WHEN o.settle_at <= at THEN plan.claw_back_immediate ELSE plan.claw_back END AS claw_back,
                CASE WHEN o.settle_at <= at THEN NULL ELSE plan.early_leg END AS early_leg
    ), leg AS MATERIALIZED (
      -- Only the legs with a running balance are numbered; they stand first.
      SELECT s.n AS entry, l.n, l.account, l.amount
      FROM settled s, unnest(s.account_ids[1:s.legs_held], s.leg_amounts[1:s.legs_held])
        WITH ORDINALITY AS l (account, amount, n)
    ), moved AS (
      -- Locks, reads and writes each balance once, in ascending account; answers what stood before.
      UPDATE balance b SET balance = b.balance + x.amount, version = b.version + x.legs
      FROM (
        SELECT leg.account, sum_minor(leg.amount) AS amount, count(*) AS legs
        FROM leg GROUP BY leg.account ORDER BY leg.account
      ) x
      WHERE b.account_id = x.account
      RETURNING b.account_id, b.balance - x.amount AS balance, b.version - x.legs AS version
    ), numbered AS (
      SELECT q.entry, array_agg(q.after ORDER BY q.n) AS afters, array_agg(q.version ORDER BY q.n) AS versions
      FROM (
        SELECT leg.entry, leg.n, m.balance + sum_minor(leg.amount) OVER running AS after,
               m.version + row_number() OVER running AS version
        FROM leg JOIN moved m ON m.account_id = leg.account
        WINDOW running AS (PARTITION BY leg.account ORDER BY leg.entry, leg.n)
      ) q
      GROUP BY q.entry ORDER BY q.entry
    ), entry AS MATERIALIZED (
      -- Ids are drawn after the balances are locked, so that an account's journals are numbered in their order.
      SELECT nextval('journal_id') AS journal_id, s.*, coalesce(g.afters, '{}') AS afters, coalesce(g.versions, '{}') AS versions
      FROM numbered g RIGHT JOIN settled s ON s.n = g.entry
    ), posted AS (
      INSERT INTO journal (
        id, event, ref_id, book, currency, posted_at, customer_id, agent_id, sub_agent_id, middleman_id,
        claw_back, request_id, account_ids, amounts, balances_after, versions)
      SELECT e.journal_id, 'collection.settle', e.id, CASE WHEN e.is_test THEN 'test' ELSE 'main' END, e.currency, at,
             e.customer_id, e.agent_id, e.sub_agent_id, e.middleman_id, e.claw_back, e.request, e.account_ids, e.leg_amounts,
             e.afters, e.versions
      FROM entry e
    ), audited AS (
      -- The log, which is sealed, names the payment too: a reference that is altered later is told.
      INSERT INTO audit_log (at, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
      SELECT at, 'collection.settle', 'collection', e.id::text, e.before, e.status, e.journal_id,
             jsonb_build_object('provider_order_no', e.provider_order_no), e.request
      FROM entry e
    ), confirmed AS (
      INSERT INTO provider_confirmation (channel_account_id, provider_ref, order_id, amount, confirmed_at)
      SELECT s.channel_account_id, s.provider_order_no, s.id, s.actual_amount, at FROM settled s
    ), due AS (
      INSERT INTO settlement_due (settle_at, order_id)
      SELECT coalesce(s.settle_at, 'infinity'), s.id FROM settled s WHERE s.immediate IS NOT TRUE
    ), pooled AS (
      INSERT INTO early_settlement AS e (account_id, settle_at, amount)
      SELECT m.account_id, coalesce(s.settle_at, 'infinity'), sum_minor(s.leg_amounts[s.early_leg])
      FROM settled s JOIN moved m ON m.account_id = s.account_ids[s.early_leg]
      WHERE s.early_leg IS NOT NULL GROUP BY 1, 2
      ON CONFLICT (account_id, settle_at) DO UPDATE SET amount = e.amount + EXCLUDED.amount
    ), counted AS (
      INSERT INTO collection_delta (kind, order_ids) SELECT 'settled', array_agg(s.id) FROM settled s HAVING count(*) > 0
    ), told AS (
      -- One row for the news of the whole batch, a list a field.
      INSERT INTO outbox_batch (kind, ids, payload, created_at)
      SELECT 'collection.succeeded', array_agg(nextval('outbox_id_seq')), json_build_object(
        'order_id', array_agg(s.id::text), 'customer_id', array_agg(s.customer_id::text),
        'agent_id', array_agg(s.agent_id::text), 'sub_agent_id', array_agg(s.sub_agent_id::text),
        'status', array_agg(s.status), 'paid_amount', array_agg(s.actual_amount::text), 'fee', array_agg(s.fee::text),
        'credited_amount', array_agg(s.accounted_amount::text), 'refund_status', NULL, 'completed_at', at,
        'test', array_agg(s.is_test)), at
      FROM settled s HAVING count(*) > 0
    )
    -- A leg whose balance is missing was not numbered.
    SELECT array_agg(e.n), bool_and(cardinality(e.versions) = e.legs_held),
           array_agg(e.id ORDER BY e.n) FILTER (WHERE e.immediate AND e.rate_id IS NOT NULL),
           array_agg(e.journal_id ORDER BY e.n) FILTER (WHERE e.immediate AND e.rate_id IS NOT NULL)
    INTO settled_now, is_whole, exchanged_ids, exchanged_by FROM entry e;

    IF NOT is_whole THEN
      RAISE EXCEPTION 'an account of these orders has no balance' USING ERRCODE = 'LG404';
    END IF;
    IF exchanged_ids IS NOT NULL THEN
      PERFORM exchange_orders(exchanged_ids, exchanged_by);
    END IF;
    IF cardinality(settled_now) = cardinality(ids) THEN
      RETURN QUERY SELECT r.n::int, r.id, 'settled'::text FROM unnest(ids) WITH ORDINALITY AS r (id, n);
      RETURN;
    END IF;
    IF NOT EXISTS (SELECT FROM settle_calendar c WHERE c.day = today) THEN
      RAISE EXCEPTION 'there is no settle calendar of %', today USING ERRCODE = 'SC001';
    END IF;
    FOR n IN 1 .. coalesce(cardinality(settled_now), 0) LOOP
      done[settled_now[n]] := true;
    END LOOP;

    -- Whatever may be settled still had dropped out of a race. One whose merchant, or whose merchant's rule in the calendar,
    -- is not there never comes through, and is refused.
    SELECT array_agg(coalesce(w.again, false) ORDER BY r.n) INTO todo
    FROM unnest(ids, paid, channel_accounts, provider_refs, late_allowed, done)
      WITH ORDINALITY AS r (id, paid, account, ref, late, done, n)
    LEFT JOIN LATERAL (
      SELECT NOT r.done AND o.pay_amount = r.paid AND plan.credited + plan.merchant_fee = r.paid AND o.channel_account_id = r.account AND plan.leg_amounts IS NOT NULL
        AND (o.status = 'pending' OR (o.status = 'expired' AND r.late))
        AND coalesce(r.ref, o.provider_order_no) IS NOT NULL AS again
      FROM collection_order o JOIN collection_plan plan ON plan.order_id = o.id AND plan.plan_no = o.plan_no
      JOIN app_user u ON u.id = o.customer_id JOIN settle_calendar c ON c.day = today AND c.rule = u.settle_rule
      WHERE o.id = r.id
    ) w ON true;
    EXIT WHEN (true = ANY (todo)) IS NOT TRUE;
  END LOOP;

  RETURN QUERY
  SELECT r.n::int, r.id,
         CASE
           WHEN r.done THEN 'settled'
           WHEN plan.leg_amounts IS NULL OR o.status NOT IN ('pending', 'expired', 'success', 'test_supplied', 'refund') THEN 'refused'
           WHEN o.pay_amount <> r.paid THEN 'mismatch'
           WHEN o.status IN ('success', 'test_supplied', 'refund') THEN 'already'
           ELSE 'refused'
         END
  FROM unnest(ids, paid, done) WITH ORDINALITY AS r (id, paid, done, n)
  LEFT JOIN collection_order o ON o.id = r.id
  LEFT JOIN collection_plan plan ON plan.order_id = r.id
  ORDER BY r.n;
END $function$
;
