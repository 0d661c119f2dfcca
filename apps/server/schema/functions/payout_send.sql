-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100200_payout_send
-- Gives payouts that may go to their provider's account: an attempt each, in the hand of the caller for `lease_ms`.
-- Answers those that were given; one that waits for a person, whose merchant owes, who or whose senior agent is switched off,
-- whose payee stands on a list by now, or that somebody took, is left out.
-- Where its channel has cards of its own each goes by the one that was used least, within its limits; what none of them takes is
-- left out.

CREATE FUNCTION payout_send(wanted bigint[], lease_ms integer)
 RETURNS SETOF payout_attempt
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET lock_timeout TO '250ms'
AS $function$
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
END $function$
;
