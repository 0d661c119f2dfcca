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
