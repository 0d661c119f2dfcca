-- Up Migration
-- Payouts by day, merchant, channel and outcome, and by bank and hour: what the data screens are made of. As with collections two
-- days count one: that of its making, and that on which it ended, with what was charged and earned. Whoever makes a payout or
-- changes how it stands notes from where to where it moves, in the same commit.

LOCK TABLE payout_order IN SHARE ROW EXCLUSIVE MODE;

-- Zero stands for no general agent and no channel, an empty text for no failure.
CREATE TABLE payout_channel_day (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  failure text NOT NULL,
  -- By the day of its making. Amounts in minor units.
  made_count bigint NOT NULL,
  made_amount numeric NOT NULL,
  made_fee numeric NOT NULL,
  -- By the day on which it came to this.
  ended_count bigint NOT NULL,
  ended_amount numeric NOT NULL,
  fee numeric NOT NULL,
  -- By the business day of the posting: of `paid` what was earned, of `rejected_reversed` what was given back.
  endpoint_fee numeric NOT NULL,
  sub_agent_fee numeric NOT NULL,
  middleman_fee numeric NOT NULL,
  system_fee numeric NOT NULL,
  -- The same of payouts that were paid and stand alone, by the day on which they ended, as the merchant's fee of them counts, so
  -- that fee and shares of a day come out.
  kept_endpoint_fee numeric NOT NULL,
  kept_sub_agent_fee numeric NOT NULL,
  kept_middleman_fee numeric NOT NULL,
  kept_system_fee numeric NOT NULL,
  PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure)
) WITH (fillfactor = 50);
CREATE INDEX payout_channel_day_customer ON payout_channel_day (customer_id, day);
CREATE INDEX payout_channel_day_agent ON payout_channel_day (agent_id, day);

-- The same by what never changes of a payout: the payee's bank, and the hour of its making.
CREATE TABLE payout_facet_day (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL,
  currency text NOT NULL,
  facet text NOT NULL CHECK (facet IN ('bank', 'hour')),
  value text NOT NULL,
  status text NOT NULL,
  made_count bigint NOT NULL,
  made_amount numeric NOT NULL,
  made_fee numeric NOT NULL,
  PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, currency, facet, value, status)
) WITH (fillfactor = 50);

-- How payouts stand from now on, and how they did; `was_states` is null where they are new.
CREATE TABLE payout_delta (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_ids bigint[] NOT NULL,
  was_states text[],
  was_failures text[],
  was_channels bigint[],
  was_accounts bigint[],
  was_ends timestamptz[],
  now_states text[] NOT NULL,
  now_failures text[] NOT NULL,
  now_channels bigint[] NOT NULL,
  now_accounts bigint[] NOT NULL,
  now_ends timestamptz[] NOT NULL
);

-- One payout at a place, or gone from it.
CREATE TYPE payout_move AS (
  id bigint, state text, why text, channel bigint, account bigint, ended_at timestamptz, counts int, earns boolean
);
CREATE FUNCTION payout_moves(deltas payout_delta[]) RETURNS SETOF payout_move
LANGUAGE sql STABLE ROWS 1000 AS $$
  SELECT n.id, n.state, n.why, n.channel, n.account, n.ended_at, 1,
         -- Paid after it was given up, it earns nobody anything (J21).
         n.state = 'rejected_reversed' OR (n.state = 'paid' AND n.was IS DISTINCT FROM 'rejected')
  FROM unnest(deltas) AS d, unnest(d.order_ids, d.now_states, d.now_failures, d.now_channels, d.now_accounts, d.now_ends, d.was_states)
    AS n (id, state, why, channel, account, ended_at, was)
  UNION ALL
  SELECT n.id, n.state, n.why, n.channel, n.account, n.ended_at, -1, false
  FROM unnest(deltas) AS d, unnest(d.order_ids, d.was_states, d.was_failures, d.was_channels, d.was_accounts, d.was_ends)
    AS n (id, state, why, channel, account, ended_at)
  WHERE d.was_states IS NOT NULL
$$;

-- What one payout adds where it stands so, or takes: on the day of its making, and on that of its end. What its chain earns is
-- posted, and what is posted stands: it counts when it is paid, and once more when it comes back, and is never taken away.
CREATE FUNCTION payout_by_channel(o payout_order, m payout_move) RETURNS TABLE (
  day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint,
  currency text, status text, failure text, made_count bigint, made_amount bigint, made_fee bigint, ended_count bigint,
  ended_amount bigint, fee bigint, endpoint_fee bigint, sub_agent_fee bigint, middleman_fee bigint, system_fee bigint,
  kept_endpoint_fee bigint, kept_sub_agent_fee bigint, kept_middleman_fee bigint, kept_system_fee bigint)
LANGUAGE sql STABLE ROWS 2 AS $$
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(m.channel, 0),
         coalesce(m.account, 0), o.currency, m.state, coalesce(m.why, ''), m.counts, m.counts * o.amount,
         m.counts * o.merchant_fee, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  UNION ALL
  SELECT business_day(m.ended_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(m.channel, 0),
         coalesce(m.account, 0), o.currency, m.state, coalesce(m.why, ''), 0, 0, 0, m.counts, m.counts * o.amount,
         CASE WHEN m.state = 'paid' THEN m.counts * o.merchant_fee ELSE 0 END,
         CASE WHEN m.earns THEN o.endpoint_fee ELSE 0 END, CASE WHEN m.earns THEN o.sub_agent_fee ELSE 0 END,
         CASE WHEN m.earns THEN o.middleman_fee ELSE 0 END, CASE WHEN m.earns THEN o.system_fee ELSE 0 END,
         k.kept * o.endpoint_fee, k.kept * o.sub_agent_fee, k.kept * o.middleman_fee, k.kept * o.system_fee
  FROM (SELECT CASE WHEN m.state = 'paid' THEN m.counts ELSE 0 END AS kept) k
  WHERE m.ended_at IS NOT NULL
$$;

CREATE FUNCTION payouts_by_channel(deltas payout_delta[]) RETURNS TABLE (
  day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, channel_id bigint, channel_account_id bigint,
  currency text, status text, failure text, made_count bigint, made_amount bigint, made_fee bigint, ended_count bigint,
  ended_amount bigint, fee bigint, endpoint_fee bigint, sub_agent_fee bigint, middleman_fee bigint, system_fee bigint,
  kept_endpoint_fee bigint, kept_sub_agent_fee bigint, kept_middleman_fee bigint, kept_system_fee bigint)
LANGUAGE sql STABLE ROWS 1000 AS $$
  SELECT c.* FROM payout_moves(deltas) m JOIN payout_order o ON o.id = m.id
  CROSS JOIN LATERAL payout_by_channel(o, m) c
  WHERE NOT o.is_test
$$;

CREATE FUNCTION payouts_by_facet(deltas payout_delta[]) RETURNS TABLE (
  day date, customer_id bigint, agent_id bigint, sub_agent_id bigint, currency text, facet text, value text, status text,
  made_count bigint, made_amount bigint, made_fee bigint)
LANGUAGE sql STABLE ROWS 1000 AS $$
  SELECT business_day(o.created_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), o.currency, f.facet, f.value, m.state,
         m.counts, m.counts * o.amount, m.counts * o.merchant_fee
  FROM payout_moves(deltas) m JOIN payout_order o ON o.id = m.id
  CROSS JOIN LATERAL (VALUES
    ('bank', o.bank_code), ('hour', to_char(o.created_at AT TIME ZONE 'UTC' + interval '8 hours', 'HH24'))) AS f (facet, value)
  WHERE NOT o.is_test
$$;

-- Exact to the commit: what is folded, and what is not.
CREATE VIEW payout_channel_day_now AS
  SELECT day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure,
         sum(made_count)::bigint AS made_count, sum(made_amount) AS made_amount, sum(made_fee) AS made_fee,
         sum(ended_count)::bigint AS ended_count, sum(ended_amount) AS ended_amount, sum(fee) AS fee,
         sum(endpoint_fee) AS endpoint_fee, sum(sub_agent_fee) AS sub_agent_fee, sum(middleman_fee) AS middleman_fee,
         sum(system_fee) AS system_fee,
         sum(kept_endpoint_fee) AS kept_endpoint_fee, sum(kept_sub_agent_fee) AS kept_sub_agent_fee,
         sum(kept_middleman_fee) AS kept_middleman_fee, sum(kept_system_fee) AS kept_system_fee
  FROM (
    SELECT * FROM payout_channel_day
    UNION ALL
    SELECT * FROM payouts_by_channel(ARRAY(SELECT d FROM payout_delta d))
  ) both_parts
  GROUP BY day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure;
CREATE VIEW payout_facet_day_now AS
  SELECT day, customer_id, agent_id, sub_agent_id, currency, facet, value, status, sum(made_count)::bigint AS made_count,
         sum(made_amount) AS made_amount, sum(made_fee) AS made_fee
  FROM (
    SELECT * FROM payout_facet_day
    UNION ALL
    SELECT * FROM payouts_by_facet(ARRAY(SELECT d FROM payout_delta d))
  ) both_parts
  GROUP BY day, customer_id, agent_id, sub_agent_id, currency, facet, value, status;

-- Folds up to `most` notes into the sums and answers how many; zero also while somebody else folds. Nothing else writes them.
CREATE FUNCTION fold_payouts(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  taken payout_delta[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('payouts.fold', 0)) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM payout_delta d WHERE d.id IN (SELECT c.id FROM payout_delta c ORDER BY c.id LIMIT most) RETURNING d
  )
  SELECT array_agg(g.d) INTO taken FROM gone g;
  IF taken IS NULL THEN
    RETURN 0;
  END IF;
  INSERT INTO payout_channel_day AS t
  SELECT c.day, c.customer_id, c.agent_id, c.sub_agent_id, c.channel_id, c.channel_account_id, c.currency, c.status, c.failure,
         sum(c.made_count), sum(c.made_amount), sum(c.made_fee), sum(c.ended_count), sum(c.ended_amount), sum(c.fee),
         sum(c.endpoint_fee), sum(c.sub_agent_fee), sum(c.middleman_fee), sum(c.system_fee),
         sum(c.kept_endpoint_fee), sum(c.kept_sub_agent_fee), sum(c.kept_middleman_fee), sum(c.kept_system_fee)
  FROM payouts_by_channel(taken) c
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  ON CONFLICT (day, customer_id, agent_id, sub_agent_id, channel_id, channel_account_id, currency, status, failure) DO UPDATE
    SET made_count = t.made_count + EXCLUDED.made_count, made_amount = t.made_amount + EXCLUDED.made_amount,
        made_fee = t.made_fee + EXCLUDED.made_fee, ended_count = t.ended_count + EXCLUDED.ended_count,
        ended_amount = t.ended_amount + EXCLUDED.ended_amount, fee = t.fee + EXCLUDED.fee,
        endpoint_fee = t.endpoint_fee + EXCLUDED.endpoint_fee, sub_agent_fee = t.sub_agent_fee + EXCLUDED.sub_agent_fee,
        middleman_fee = t.middleman_fee + EXCLUDED.middleman_fee, system_fee = t.system_fee + EXCLUDED.system_fee,
        kept_endpoint_fee = t.kept_endpoint_fee + EXCLUDED.kept_endpoint_fee,
        kept_sub_agent_fee = t.kept_sub_agent_fee + EXCLUDED.kept_sub_agent_fee,
        kept_middleman_fee = t.kept_middleman_fee + EXCLUDED.kept_middleman_fee,
        kept_system_fee = t.kept_system_fee + EXCLUDED.kept_system_fee;
  INSERT INTO payout_facet_day AS t
  SELECT c.day, c.customer_id, c.agent_id, c.sub_agent_id, c.currency, c.facet, c.value, c.status, sum(c.made_count),
         sum(c.made_amount), sum(c.made_fee)
  FROM payouts_by_facet(taken) c
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (day, customer_id, agent_id, sub_agent_id, currency, facet, value, status) DO UPDATE
    SET made_count = t.made_count + EXCLUDED.made_count, made_amount = t.made_amount + EXCLUDED.made_amount,
        made_fee = t.made_fee + EXCLUDED.made_fee;
  RETURN cardinality(taken);
END $$;

-- Why one ended unpaid, by a name of the catalogue; why one came back is told in somebody's words, and counts for nothing.
CREATE FUNCTION payout_why(o payout_order) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN o.status NOT IN ('processing', 'paid', 'rejected_reversed') THEN o.failure END
$$;

-- One note for all payouts that one statement makes.
CREATE FUNCTION note_payouts_made() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO payout_delta (order_ids, now_states, now_failures, now_channels, now_accounts, now_ends)
  SELECT array_agg(m.id), array_agg(m.status), array_agg(payout_why(m::payout_order)), array_agg(m.channel_id), array_agg(m.channel_account_id),
         array_agg(m.completed_at)
  FROM made m WHERE NOT m.is_test HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER payout_made AFTER INSERT ON payout_order REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_payouts_made();

CREATE FUNCTION note_payout_move() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO payout_delta (order_ids, was_states, was_failures, was_channels, was_accounts, was_ends, now_states, now_failures,
    now_channels, now_accounts, now_ends)
  SELECT ARRAY[NEW.id], ARRAY[OLD.status], ARRAY[payout_why(OLD)], ARRAY[OLD.channel_id], ARRAY[OLD.channel_account_id],
         ARRAY[OLD.completed_at], ARRAY[NEW.status], ARRAY[payout_why(NEW)], ARRAY[NEW.channel_id], ARRAY[NEW.channel_account_id],
         ARRAY[NEW.completed_at]
  WHERE NOT NEW.is_test;
  RETURN NULL;
END $$;
CREATE TRIGGER payout_move AFTER UPDATE OF status, channel_id ON payout_order
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.channel_id IS DISTINCT FROM NEW.channel_id)
  EXECUTE FUNCTION note_payout_move();

INSERT INTO payout_delta (order_ids, now_states, now_failures, now_channels, now_accounts, now_ends)
SELECT array_agg(o.id), array_agg(o.status), array_agg(payout_why(o)), array_agg(o.channel_id), array_agg(o.channel_account_id),
       array_agg(o.completed_at)
FROM payout_order o WHERE NOT o.is_test GROUP BY o.id / 10000;
-- Of those that came back, the day on which they were paid is told by their journal alone.
INSERT INTO payout_channel_day
SELECT business_day(j.posted_at), o.customer_id, o.agent_id, coalesce(o.sub_agent_id, 0), coalesce(o.channel_id, 0),
       coalesce(o.channel_account_id, 0), o.currency, 'paid', '', 0, 0, 0, 0, 0, 0, sum(o.endpoint_fee), sum(o.sub_agent_fee),
       sum(o.middleman_fee), sum(o.system_fee), 0, 0, 0, 0
FROM payout_order o JOIN journal j ON j.event = 'payout.paid' AND j.ref_id = o.id
WHERE o.status = 'rejected_reversed' AND NOT o.is_test GROUP BY 1, 2, 3, 4, 5, 6, 7;
DO $$
BEGIN
  WHILE fold_payouts(10) > 0 LOOP
  END LOOP;
END $$;

REVOKE ALL ON FUNCTION fold_payouts FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON payout_channel_day, payout_facet_day, payout_delta TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON payout_channel_day, payout_facet_day, payout_delta FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION fold_payouts TO suanpan_app;
    GRANT SELECT ON payout_channel_day_now, payout_facet_day_now TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON payout_channel_day, payout_facet_day, payout_delta, payout_channel_day_now, payout_facet_day_now
      TO suanpan_report;
  END IF;
END $$;
