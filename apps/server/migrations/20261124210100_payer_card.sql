-- Up Migration
-- The cards from which a payout channel pays. Each has limits of its own for a business day; they hold under the lock where a
-- payout is sent by that channel, and a channel that has cards sends by none of them beyond them. Of a card only what finds and
-- shows it is kept: nobody pays from here by its number.

CREATE TABLE payer_card (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id bigint NOT NULL REFERENCES channel,
  bank_code text NOT NULL,
  account_name text NOT NULL,
  card_hash text NOT NULL,
  card_shown text NOT NULL,
  -- On a business day; 0 is no limit.
  limit_count int NOT NULL CHECK (limit_count >= 0),
  limit_amount bigint NOT NULL CHECK (limit_amount >= 0),
  enabled boolean NOT NULL,
  version int NOT NULL DEFAULT 1,
  -- From when on its uses count again: somebody cleared them. Wall time, as the sending of payouts is.
  cleared_at timestamptz,
  made_by bigint NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE UNIQUE INDEX payer_card_once ON payer_card (channel_id, card_hash) WHERE removed_at IS NULL;

ALTER TABLE payout_attempt
  -- From which card it is paid, and on which business day that counts; null where its channel has no cards.
  ADD COLUMN payer_card_id bigint REFERENCES payer_card,
  ADD COLUMN payer_day date,
  ADD CONSTRAINT payout_attempt_payer CHECK ((payer_card_id IS NULL) = (payer_day IS NULL));
CREATE INDEX payout_attempt_payer_card ON payout_attempt (payer_card_id, payer_day) WHERE payer_card_id IS NOT NULL;

-- How often and how much a card paid on a day since it was cleared. What a provider surely did not take, or will never pay, does
-- not count.
CREATE FUNCTION payer_card_use(card payer_card, day date) RETURNS TABLE (count bigint, amount bigint, last_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT count(*), coalesce(sum_minor(o.amount), 0), max(o.stage_since)
  FROM payout_attempt p JOIN payout_order o ON o.id = p.order_id
  WHERE p.payer_card_id = card.id AND p.payer_day = day AND (card.cleared_at IS NULL OR p.sent_at > card.cleared_at)
    AND (p.outcome IS NULL OR p.outcome NOT IN ('refused', 'failed'))
$$;

-- Whether a channel by which a payout could be sent has cards, and none that takes this amount today.
CREATE FUNCTION payout_lacks_card(wanted bigint, by_channel bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT count(*) > 0 AND NOT coalesce(bool_or(c.enabled AND (c.limit_count = 0 OR u.count < c.limit_count)
    AND (c.limit_amount = 0 OR u.amount + o.amount <= c.limit_amount)), false)
  FROM payout_order o JOIN payer_card c ON c.channel_id = by_channel AND c.removed_at IS NULL
  CROSS JOIN LATERAL payer_card_use(c, business_day(business_now())) u
  WHERE o.id = wanted
$$;

-- As before, and where its channel has cards of its own each goes by the one that was used least, within its limits; what none of
-- them takes is left out.
CREATE OR REPLACE FUNCTION payout_send(wanted bigint[], lease_ms int) RETURNS SETOF payout_attempt
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

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE ON payer_card TO suanpan_app;
    REVOKE DELETE ON payer_card FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON payer_card, payout_attempt TO suanpan_report;
  END IF;
END $$;
