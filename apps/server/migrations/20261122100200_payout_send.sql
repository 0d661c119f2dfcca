-- Up Migration
-- The way of a payout to its provider. Every step is committed before anybody outside hears of it.

-- Notes what changed in the log, which is sealed.
CREATE FUNCTION note_payout(
  act text, wanted bigint, was text, becomes text, facts jsonb, actor bigint, request text, journal bigint DEFAULT NULL
) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
  VALUES (business_now(), actor, actor, act, 'payout', wanted::text, was, becomes, journal, facts, request)
$$;

-- Gives payouts that may go to their provider's account: an attempt each, in the hand of the caller for `lease_ms`.
-- Answers those that were given; one that waits for a person, whose merchant owes, who or whose senior agent is switched off,
-- whose payee stands on a list by now, or that somebody took, is left out.
-- Where its channel has cards of its own each goes by the one that was used least, within its limits; what none of them takes is
-- left out.
CREATE FUNCTION payout_send(wanted bigint[], lease_ms int) RETURNS SETOF payout_attempt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan SET lock_timeout = '250ms' AS $$
DECLARE
  at timestamptz := business_now();
  due record;
  known bigint[];
  cards bigint[];
  channels bigint[];
  most_counts int[];
  most_amounts bigint[];
  counts bigint[];
  amounts bigint[];
  best int;
  carded bigint[] := '{}';
  by_card bigint[] := '{}';
  lacking bigint[] := '{}';
BEGIN
  IF EXISTS (SELECT FROM payout_order p JOIN payer_card c ON c.channel_id = p.channel_id AND c.removed_at IS NULL
      WHERE p.id = ANY (wanted)) THEN
    PERFORM FROM payout_order p WHERE p.id = ANY (wanted) AND p.stage = 'queued' AND p.wait_reason IS NULL
    ORDER BY p.id FOR NO KEY UPDATE SKIP LOCKED;
    known := ARRAY(SELECT c.channel_id FROM payer_card c
      WHERE c.removed_at IS NULL AND c.channel_id IN (SELECT p.channel_id FROM payout_order p WHERE p.id = ANY (wanted))
      ORDER BY c.id FOR NO KEY UPDATE);
    SELECT array_agg(c.id ORDER BY c.id), array_agg(c.channel_id ORDER BY c.id), array_agg(c.limit_count ORDER BY c.id),
           array_agg(c.limit_amount ORDER BY c.id), array_agg(u.count ORDER BY c.id), array_agg(u.amount ORDER BY c.id)
    INTO cards, channels, most_counts, most_amounts, counts, amounts
    FROM payer_card c CROSS JOIN LATERAL payer_card_use(c, business_day(at)) u
    WHERE c.removed_at IS NULL AND c.enabled AND c.channel_id = ANY (known);
    FOR due IN
      SELECT p.id, p.channel_id, p.amount FROM payout_order p
      WHERE p.id = ANY (wanted) AND p.stage = 'queued' AND p.wait_reason IS NULL AND p.channel_id = ANY (known)
      ORDER BY p.id FOR NO KEY UPDATE SKIP LOCKED
    LOOP
      best := NULL;
      FOR i IN 1 .. coalesce(cardinality(cards), 0) LOOP
        IF channels[i] = due.channel_id AND (most_counts[i] = 0 OR counts[i] < most_counts[i])
           AND (most_amounts[i] = 0 OR amounts[i] + due.amount <= most_amounts[i]) AND (best IS NULL OR counts[i] < counts[best]) THEN
          best := i;
        END IF;
      END LOOP;
      IF best IS NULL THEN
        lacking := lacking || due.id;
      ELSE
        carded := carded || due.id;
        by_card := by_card || cards[best];
        counts[best] := counts[best] + 1;
        amounts[best] := amounts[best] + due.amount;
      END IF;
    END LOOP;
  END IF;
  RETURN QUERY
  WITH free AS (
    SELECT o.* FROM payout_order o
    WHERE o.id = ANY (wanted) AND NOT o.id = ANY (lacking) AND o.stage = 'queued' AND o.wait_reason IS NULL
    ORDER BY o.id FOR NO KEY UPDATE SKIP LOCKED
  ), given AS (
    INSERT INTO payout_attempt (order_id, n, channel_id, channel_account_id, request_no, sent_at, asking_until, payer_card_id, payer_day)
    SELECT f.id, coalesce(f.attempt_no, 0) + 1, f.channel_id, f.channel_account_id,
           CASE WHEN f.attempt_no IS NULL THEN f.order_no ELSE f.order_no || 'R' || f.attempt_no + 1 END, now(),
           date_trunc('milliseconds', now() + lease_ms * interval '1 millisecond'),
           k.card_id, CASE WHEN k.card_id IS NOT NULL THEN business_day(at) END
    FROM free f
    JOIN app_user u ON u.id = f.customer_id AND u.status = 'active'
    JOIN app_user agent ON agent.id = f.agent_id AND agent.status = 'active'
    JOIN payout_chain c ON c.id = f.chain_id JOIN balance owed ON owed.account_id = c.owed AND owed.balance >= 0
    JOIN channel_account a ON a.id = f.channel_account_id AND a.enabled
    LEFT JOIN unnest(carded, by_card) AS k (order_id, card_id) ON k.order_id = f.id
    WHERE NOT EXISTS (SELECT FROM block_entry b WHERE b.kind IN ('name', 'card') AND b.value IN (f.name_mark, f.card_mark)
      AND (b.agent_id IS NULL OR b.agent_id = f.agent_id))
    RETURNING *
  ), sent AS (
    UPDATE payout_order o SET stage = 'submitted', stage_since = at, attempt_no = g.n FROM given g WHERE o.id = g.order_id
  ), later AS (
    UPDATE payout_work w SET next_at = g.asking_until, looks = 0 FROM given g WHERE w.order_id = g.order_id
  ), audited AS (
    INSERT INTO audit_log (at, act, object_kind, object_id, after)
    SELECT at, 'payout.send', 'payout', g.order_id::text,
           jsonb_build_object('request_no', g.request_no, 'channel_account', g.channel_account_id::text) FROM given g
  )
  SELECT g.* FROM given g;
END $$;

-- Takes an attempt whose end is open in hand, to ask about it; nobody where another process has it.
CREATE FUNCTION payout_take(wanted bigint, attempt smallint, lease_ms int) RETURNS SETOF payout_attempt
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE payout_attempt SET asking_until = date_trunc('milliseconds', now() + lease_ms * interval '1 millisecond')
  WHERE order_id = wanted AND n = attempt AND (outcome IS NULL OR outcome = 'accepted')
    AND (asking_until IS NULL OR asking_until <= now())
  RETURNING *
$$;

-- Keeps what a provider said of an attempt. `refused` counts while it was asked once and no more; `failed` is its final
-- word. Null: nobody knows, which makes the payout `unknown`. Answers whether it was kept.
CREATE FUNCTION payout_heard(
  wanted bigint, attempt smallint, asked smallint, heard text, ref text, again_at timestamptz, request text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
  t payout_attempt;
BEGIN
  IF heard NOT IN ('accepted', 'refused', 'failed') THEN
    RAISE EXCEPTION 'no attempt of a payout is % on hearing', heard USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  SELECT * INTO t FROM payout_attempt a WHERE a.order_id = wanted AND a.n = attempt;
  IF t.order_id IS NULL OR t.outcome IN ('refused', 'failed', 'paid')
     OR (heard = 'refused' AND (t.asks <> 1 OR asked IS DISTINCT FROM 1))
     OR (heard = 'refused' AND t.outcome = 'accepted') THEN
    RETURN false;
  END IF;
  UPDATE payout_attempt SET outcome = coalesce(heard, outcome), asking_until = NULL WHERE order_id = wanted AND n = attempt;
  IF o.status = 'processing' AND o.attempt_no = attempt THEN
    UPDATE payout_order SET provider_order_no = coalesce(ref, provider_order_no),
      stage = CASE WHEN coalesce(heard, t.outcome) IS NULL THEN 'unknown' ELSE 'submitted' END,
      stage_since = CASE WHEN stage = CASE WHEN coalesce(heard, t.outcome) IS NULL THEN 'unknown' ELSE 'submitted' END
        THEN stage_since ELSE business_now() END
    WHERE id = wanted;
    UPDATE payout_work SET next_at = coalesce(again_at, now()), looks = looks + 1 WHERE order_id = wanted;
  END IF;
  IF heard IS DISTINCT FROM t.outcome OR (heard IS NULL AND o.stage <> 'unknown') THEN
    PERFORM note_payout(CASE WHEN heard IS NULL THEN 'payout.unknown' ELSE 'payout.attempt' END, wanted, NULL, NULL,
      jsonb_build_object('request_no', t.request_no, 'outcome', coalesce(heard, 'unknown')), NULL, request);
  END IF;
  RETURN true;
END $$;

-- Counts that a provider does not know the number, where that says something; answers how often it did.
CREATE FUNCTION payout_not_found(wanted bigint, attempt smallint, min_delay_ms int, pause_minutes int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  times int;
BEGIN
  UPDATE payout_attempt SET not_found = not_found + 1, not_found_at = now()
  WHERE order_id = wanted AND n = attempt AND sent_at + min_delay_ms * interval '1 millisecond' <= now()
    AND (not_found_at IS NULL OR not_found_at + pause_minutes * interval '1 minute' <= now())
  RETURNING not_found INTO times;
  RETURN coalesce(times, (SELECT a.not_found FROM payout_attempt a WHERE a.order_id = wanted AND a.n = attempt));
END $$;
CREATE FUNCTION payout_found(wanted bigint, attempt smallint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE payout_attempt SET not_found = 0, not_found_at = NULL WHERE order_id = wanted AND n = attempt AND not_found > 0
$$;

-- Whether no provider can have a payout any more: each of its attempts ended in a definite no.
CREATE FUNCTION payout_is_free(wanted bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT NOT EXISTS (
    SELECT FROM payout_attempt a
    WHERE a.order_id = wanted AND (a.outcome IS NULL OR a.outcome NOT IN ('refused', 'failed')))
$$;

-- Lets a payout go another way, as long as no provider can have it: by a refusal, or because a person of the platform or of
-- the house whose channels it goes by wishes it. What its merchant is charged stands; what the others get of it is priced
-- anew, and a channel that leaves the senior agent less than nothing, or does not take such an amount, is refused (LG404).
CREATE FUNCTION payout_reroute(wanted bigint, to_channel bigint, to_route jsonb, actor bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
  way record;
  chain bigint;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.status IS DISTINCT FROM 'processing' OR NOT payout_is_free(wanted) THEN
    RETURN false;
  END IF;
  IF actor IS NOT NULL AND NOT stands_over(actor, o.agent_id) THEN
    RAISE EXCEPTION 'user % may not send payout % another way', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  SELECT p.* INTO way FROM (
    SELECT c.channel_account_id, fee_of(o.amount, c.endpoint_pct, c.endpoint_per_item) AS endpoint,
           CASE WHEN o.sub_agent_id IS NULL THEN 0 ELSE fee_of(o.amount, m.sub_agent_pct, m.sub_agent_per_item) END AS sub_agent,
           CASE WHEN o.middleman_id IS NULL THEN 0 ELSE fee_of(o.amount, m.middleman_pct, m.middleman_per_item) END AS middleman,
           fee_of(o.amount, g.system_pct, g.system_per_item) AS system
    FROM channel c
    JOIN channel_account a ON a.id = c.channel_account_id AND a.enabled AND a.direction = 'payout'
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = o.agent_id AND g.enabled
    JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = o.customer_id AND m.alias = o.method AND m.enabled
    WHERE c.id = to_channel AND c.enabled AND c.direction = 'payout' AND c.currency = o.currency
      AND o.amount >= greatest(c.min_amount, m.min_amount)
      AND (c.max_amount = 0 OR o.amount <= c.max_amount) AND (m.max_amount = 0 OR o.amount <= m.max_amount)
      AND (NOT c.integer_only OR o.amount % CASE o.currency WHEN 'USDT' THEN 1000000 ELSE 10000 END = 0)
  ) p WHERE o.merchant_fee >= p.endpoint + p.sub_agent + p.middleman + p.system;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'channel % does not serve payout %', to_channel, wanted USING ERRCODE = 'LG404';
  END IF;
  PERFORM open_payout_chains(ARRAY[o.customer_id], ARRAY[o.agent_id], ARRAY[coalesce(o.sub_agent_id, 0)],
    ARRAY[coalesce(o.middleman_id, 0)], ARRAY[way.channel_account_id], ARRAY[o.currency],
    ARRAY[CASE WHEN o.is_test THEN 'test' ELSE 'main' END]);
  SELECT c.id INTO STRICT chain FROM payout_chain c
  WHERE c.customer_id = o.customer_id AND c.channel_account_id = way.channel_account_id AND c.agent_id = o.agent_id
    AND c.sub_agent_id = coalesce(o.sub_agent_id, 0) AND c.middleman_id = coalesce(o.middleman_id, 0)
    AND c.currency = o.currency AND c.book = CASE WHEN o.is_test THEN 'test' ELSE 'main' END;
  UPDATE payout_order SET channel_id = to_channel, channel_account_id = way.channel_account_id, chain_id = chain,
    route = coalesce(to_route, route), endpoint_fee = way.endpoint, sub_agent_fee = way.sub_agent,
    middleman_fee = way.middleman, system_fee = way.system, provider_order_no = NULL,
    stage = CASE WHEN stage IN ('submitted', 'unknown') THEN 'queued' ELSE stage END, stage_since = business_now()
  WHERE id = wanted;
  INSERT INTO payout_work (order_id, next_at) VALUES (wanted, now())
  ON CONFLICT (order_id) DO UPDATE SET next_at = now(), looks = 0;
  PERFORM note_payout('payout.reroute', wanted, NULL, NULL, jsonb_build_object('channel', to_channel::text), actor, request);
  RETURN true;
END $$;

-- The merchant's own server said yes: the payout may go, or waits for its person.
CREATE FUNCTION payout_verified(wanted bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
BEGIN
  UPDATE payout_order SET stage = 'queued', stage_since = business_now(), check_result = 'accepted'
  WHERE id = wanted AND stage = 'verifying' RETURNING * INTO o;
  IF o.id IS NULL THEN
    RETURN false;
  END IF;
  IF o.wait_reason IS NULL THEN
    UPDATE payout_work SET next_at = now(), looks = 0 WHERE order_id = wanted;
  ELSE
    DELETE FROM payout_work WHERE order_id = wanted;
  END IF;
  PERFORM note_payout('payout.verified', wanted, NULL, NULL, NULL, NULL, request);
  RETURN true;
END $$;

-- A person of the platform, or of the house whose channels it goes by, lets a waiting payout go. Two persons, as for every
-- approval (keep_two_persons): never who submitted it or whose money it is, nor an account that may be his or that he has his
-- hand in, nor one that was made or reset lately. What waited for a second person, and what waits in a cool-down, is the
-- platform's to decide.
CREATE FUNCTION payout_dispatch(wanted bigint, actor bigint, reason text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  o payout_order;
  makers bigint[];
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.stage IS NULL OR o.stage NOT IN ('verifying', 'queued') OR o.wait_reason IS NULL THEN
    RETURN false;
  END IF;
  makers := hands_on(o.customer_id, rights => false) || coalesce(hands_on(o.submitted_by, rights => false), '{}');
  IF NOT stands_over(actor, CASE WHEN o.wait_reason NOT IN ('approval', 'coolDown') THEN o.agent_id END)
     OR persons_behind(actor) && makers OR hands_on(actor) && makers OR NOT is_seasoned(actor) THEN
    RAISE EXCEPTION 'user % may not let payout % go', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE payout_order SET wait_reason = NULL WHERE id = wanted;
  -- Whoever has its work in hand and saw it wait lets it be: the time is another one now.
  INSERT INTO payout_work (order_id, next_at) VALUES (wanted, now())
  ON CONFLICT (order_id) DO UPDATE SET next_at = now(), looks = 0;
  PERFORM note_payout('payout.dispatch', wanted, NULL, NULL, jsonb_build_object('reason', o.wait_reason, 'note', reason), actor, request);
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION note_payout, payout_send, payout_take, payout_heard, payout_not_found, payout_found, payout_reroute,
  payout_verified, payout_dispatch FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION payout_send, payout_take, payout_heard, payout_not_found, payout_found, payout_reroute,
      payout_verified, payout_dispatch TO suanpan_app;
  END IF;
END $$;
