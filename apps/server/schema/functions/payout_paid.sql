-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100300_payout_paid
-- Payouts that their provider paid, a batch at a time: state, postings, proof of payment, news and audit rows in ONE
-- statement (docs/adr/0016). Answers per request:
--   paid      now; only this moved money
--   already   paid before
--   mismatch  what the provider paid is not what was ordered
--   late      its hold was given back: payout_paid_late books it
--   refused   never sent, sent to another account than the one that paid, or of another state
-- A payment that paid something before violates paid_proof_once and fails the batch; a balance that is missing (LG404) and
-- a debit without cover (23514) do too. Nobody waits for a held row longer than the lock_timeout below (55P03).
--
-- 20261205080000_payouts_paid_noted_once
-- Payouts that their provider paid, a batch at a time: state, postings, proof of payment, news, audit rows and the note for the sums of
-- days in ONE statement. It alone takes a payout from `processing` to `paid`. Answers and errors as in 20261122100300.

CREATE FUNCTION payout_paid(wanted bigint[], paid bigint[], channel_accounts bigint[], provider_refs text[], requests text[])
 RETURNS TABLE(ordinal integer, order_id bigint, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 300
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET lock_timeout TO '250ms'
AS $function$
#variable_conflict use_column
DECLARE
  at timestamptz := business_now();
  done int[];
  is_whole boolean;
BEGIN
  WITH settled AS (
    -- Guard and lock in one, in ascending id.
    UPDATE payout_order o
    SET status = 'paid', stage = NULL, stage_since = at, completed_at = at, provider_order_no = r.ref
    FROM (
      SELECT r.* FROM unnest(wanted, paid, channel_accounts, provider_refs, requests)
        WITH ORDINALITY AS r (id, paid, account, ref, request, n)
      WHERE r.ref IS NOT NULL ORDER BY r.id, r.n
    ) r
    WHERE o.id = r.id AND o.status = 'processing' AND o.stage IN ('submitted', 'unknown', 'claimed') AND o.amount = r.paid
      AND o.channel_account_id = r.account
    -- What the next steps need, and no more: each copies what it passes on.
    RETURNING o.id, o.order_no, o.merchant_order_no, o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id, o.currency, o.amount,
      o.merchant_fee, o.endpoint_fee, o.sub_agent_fee, o.middleman_fee, o.system_fee, o.takes_system_fee, o.chain_id, o.channel_id,
      o.channel_account_id, o.attempt_no, o.created_at, o.metadata, o.notify_url, o.api_version, o.source, o.is_test, r.n, r.request, r.ref
  ), leg AS MATERIALIZED (
    SELECT s.n AS entry, l.n, l.account, l.amount, l.held, l.claws
    FROM settled s JOIN payout_chain c ON c.id = s.chain_id
    CROSS JOIN LATERAL (VALUES
      (1, c.reserved, -(s.amount + s.merchant_fee), true, false),
      (2, c.sub_agent_income, s.sub_agent_fee, true, false),
      (3, c.middleman_income, s.middleman_fee, true, false),
      (4, c.agent_income, s.merchant_fee - s.endpoint_fee - s.sub_agent_fee - s.middleman_fee, true, false),
      (5, c.agent_income, CASE WHEN s.takes_system_fee THEN -s.system_fee ELSE 0 END, true, true),
      (6, c.clearing, s.amount, false, false),
      (7, c.endpoint, s.endpoint_fee, false, false),
      (8, c.agent_owes, -s.system_fee, false, false),
      (9, c.system_income, s.system_fee, false, false),
      (10, c.agent_owes, CASE WHEN s.takes_system_fee THEN s.system_fee ELSE 0 END, false, false)
    ) AS l (n, account, amount, held, claws)
    WHERE l.amount <> 0
  ), moved AS (
    UPDATE balance b SET balance = b.balance + x.amount, version = b.version + x.legs
    FROM (
      SELECT leg.account, sum_minor(leg.amount) AS amount, count(*) AS legs FROM leg WHERE leg.held
      GROUP BY leg.account ORDER BY leg.account
    ) x
    WHERE b.account_id = x.account
    RETURNING b.account_id, b.balance - x.amount AS balance, b.version - x.legs AS version
  ), numbered AS MATERIALIZED (
    SELECT q.entry, array_agg(q.account ORDER BY q.n) AS account_ids, array_agg(q.amount ORDER BY q.n) AS amounts,
           array_agg(q.after ORDER BY q.n) FILTER (WHERE q.held) AS afters,
           array_agg(q.version ORDER BY q.n) FILTER (WHERE q.held) AS versions,
           array_agg(q.place::smallint ORDER BY q.n) FILTER (WHERE q.claws) AS claw_back,
           bool_and(NOT q.held OR q.version IS NOT NULL) AS is_whole
    FROM (
      SELECT leg.*, row_number() OVER (PARTITION BY leg.entry ORDER BY leg.n) AS place,
             CASE WHEN leg.held THEN m.balance + sum_minor(leg.amount) OVER running END AS after,
             CASE WHEN leg.held THEN m.version + row_number() OVER running END AS version
      FROM leg LEFT JOIN moved m ON leg.held AND m.account_id = leg.account
      WINDOW running AS (PARTITION BY leg.held, leg.account ORDER BY leg.entry, leg.n)
    ) q
    GROUP BY q.entry ORDER BY q.entry
  ), entry AS MATERIALIZED (
    -- Ids are drawn after the balances are locked, so that an account's journals are numbered in their order.
    SELECT nextval('journal_id') AS journal_id, g.account_ids, g.amounts, g.afters, g.versions, g.claw_back, g.is_whole,
           s.n, s.id, s.is_test, s.currency, s.customer_id, s.agent_id, s.sub_agent_id, s.middleman_id, s.request, s.ref
    FROM numbered g JOIN settled s ON s.n = g.entry
  ), posted AS (
    INSERT INTO journal (id, event, ref_id, book, currency, posted_at, customer_id, agent_id, sub_agent_id, middleman_id,
      claw_back, request_id, account_ids, amounts, balances_after, versions)
    SELECT e.journal_id, 'payout.paid', e.id, CASE WHEN e.is_test THEN 'test' ELSE 'main' END, e.currency, at, e.customer_id,
           e.agent_id, e.sub_agent_id, e.middleman_id, e.claw_back, e.request, e.account_ids, e.amounts, e.afters, e.versions
    FROM entry e
  ), proven AS (
    INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
    SELECT s.channel_account_id, s.ref, 'payout', s.id, s.amount, at FROM settled s
  ), ended AS (
    UPDATE payout_attempt a SET outcome = 'paid', asking_until = NULL FROM settled s
    WHERE a.order_id = s.id AND a.n = s.attempt_no
  ), over AS (
    DELETE FROM payout_work w USING settled s WHERE w.order_id = s.id
  ), audited AS (
    INSERT INTO audit_log (at, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
    SELECT at, 'payout.paid', 'payout', e.id::text, 'processing', 'paid', e.journal_id,
           jsonb_build_object('provider_order_no', e.ref), e.request
    FROM entry e
  ), noted AS (
    -- One that is paid neither failed before nor had ended.
    INSERT INTO payout_delta (order_ids, was_states, was_failures, was_channels, was_accounts, was_ends, now_states, now_failures,
      now_channels, now_accounts, now_ends)
    SELECT n.ids, array_fill('processing'::text, n.size), array_fill(NULL::text, n.size), n.channels, n.accounts,
           array_fill(NULL::timestamptz, n.size), array_fill('paid'::text, n.size), array_fill(NULL::text, n.size), n.channels,
           n.accounts, array_fill(at, n.size)
    FROM (SELECT array_agg(s.id) AS ids, array_agg(s.channel_id) AS channels, array_agg(s.channel_account_id) AS accounts,
                 ARRAY[count(*)::int] AS size
          FROM settled s WHERE NOT s.is_test HAVING count(*) > 0) n
  ), told AS (
    INSERT INTO outbox_batch (kind, ids, payload, created_at)
    SELECT 'payout.paid', array_agg(nextval('outbox_id_seq')), json_build_object(
      'order_id', array_agg(s.id::text), 'order_no', array_agg(s.order_no), 'merchant_order_no', array_agg(s.merchant_order_no),
      'customer_id', array_agg(s.customer_id::text), 'agent_id', array_agg(s.agent_id::text),
      'sub_agent_id', array_agg(s.sub_agent_id::text), 'status', 'paid', 'stage', NULL, 'failure', NULL,
      'currency', array_agg(s.currency), 'amount', array_agg(s.amount::text), 'fee', array_agg(s.merchant_fee::text),
      'created_at', array_agg(s.created_at), 'completed_at', at, 'metadata', array_agg(s.metadata),
      'notify_url', array_agg(s.notify_url), 'api_version', array_agg(s.api_version), 'test', array_agg(s.is_test),
      'source', array_agg(s.source)), at
    FROM settled s HAVING count(*) > 0
  )
  SELECT array_agg(e.n), bool_and(e.is_whole) INTO done, is_whole FROM entry e;
  IF NOT is_whole THEN
    RAISE EXCEPTION 'an account of these payouts has no balance' USING ERRCODE = 'LG404';
  END IF;

  RETURN QUERY
  SELECT r.n::int, r.id,
         CASE
           WHEN r.n = ANY (coalesce(done, '{}')) THEN 'paid'
           WHEN o.status IN ('paid', 'rejected_reversed') THEN 'already'
           WHEN o.amount <> r.paid THEN 'mismatch'
           WHEN o.status = 'rejected' AND EXISTS (
             SELECT FROM payout_attempt a WHERE a.order_id = o.id AND a.channel_account_id = r.account) THEN 'late'
           ELSE 'refused'
         END
  FROM unnest(wanted, paid, channel_accounts) WITH ORDINALITY AS r (id, paid, account, n)
  LEFT JOIN payout_order o ON o.id = r.id AND r.n <> ALL (coalesce(done, '{}'))
  ORDER BY r.n;
END $function$
;
