-- Up Migration
-- What the platform lets stand still: the whole house for maintenance, or collections or payouts alone, of everybody, of one
-- senior agent's tree or by one provider. Both tables are empty nearly always, so whoever asks them on his way pays nothing.

CREATE TABLE maintenance (
  -- One row: what stands, and who may overwrite what he saw.
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version int NOT NULL DEFAULT 1,
  -- Business time. Without an end it lasts until somebody ends it.
  starts_at timestamptz,
  ends_at timestamptz CHECK (ends_at > starts_at),
  text_tw text CHECK (text_tw <> ''),
  text_cn text CHECK (text_cn <> ''),
  text_en text CHECK (text_en <> ''),
  CHECK (num_nulls(starts_at, text_tw, text_cn, text_en) IN (0, 4)),
  CHECK (ends_at IS NULL OR starts_at IS NOT NULL)
);
INSERT INTO maintenance DEFAULT VALUES;

CREATE TABLE money_pause (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  direction text NOT NULL CHECK (direction IN ('collection', 'payout')),
  -- Neither: everybody's.
  agent_id bigint REFERENCES app_user,
  provider_id bigint REFERENCES provider CHECK (provider_id IS NULL OR agent_id IS NULL),
  -- Business time; null until somebody lifts it.
  until timestamptz,
  reason text NOT NULL CHECK (reason <> ''),
  paused_by bigint NOT NULL REFERENCES app_user,
  paused_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (direction, agent_id, provider_id)
);

-- Whether a tree's orders of one direction stand still at a provider.
CREATE FUNCTION is_paused(of_direction text, tree bigint, provider bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM money_pause z
    WHERE z.direction = of_direction AND coalesce(z.agent_id, tree) = tree
      AND (z.provider_id IS NULL OR z.provider_id = provider) AND (z.until IS NULL OR z.until > business_now()))
$$;

-- The number of the lock that whoever sends payouts shares, and whoever pauses them has to himself: once a pause has been
-- answered nothing is on its way to a provider any more that was not told to it before.
CREATE FUNCTION pause_lock() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT 5741650150::bigint $$;

-- The door of sending: what is paused stays where it is, and everything else goes through `payout_send`.
CREATE FUNCTION payout_send_open(wanted bigint[], lease_ms int) RETURNS SETOF payout_attempt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '250ms' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pause_lock());
  IF EXISTS (SELECT FROM money_pause z WHERE z.direction = 'payout') THEN
    wanted := ARRAY(
      SELECT o.id FROM payout_order o JOIN channel_account a ON a.id = o.channel_account_id
      WHERE o.id = ANY (wanted) AND NOT is_paused('payout', o.agent_id, a.provider_id));
  END IF;
  RETURN QUERY SELECT * FROM payout_send(wanted, lease_ms);
END $$;

-- Payouts that stood still are looked at again at once.
CREATE FUNCTION wake_payouts() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE payout_work w SET next_at = now(), looks = 0
  FROM payout_order o WHERE o.id = w.order_id AND o.stage = 'queued' AND o.wait_reason IS NULL AND w.next_at > now()
$$;

REVOKE ALL ON FUNCTION payout_send_open, wake_payouts FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, UPDATE ON maintenance TO suanpan_app;
    GRANT SELECT, INSERT, DELETE ON money_pause TO suanpan_app;
    GRANT EXECUTE ON FUNCTION payout_send_open, wake_payouts TO suanpan_app;
    REVOKE EXECUTE ON FUNCTION payout_send FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON maintenance, money_pause TO suanpan_report;
  END IF;
END $$;
