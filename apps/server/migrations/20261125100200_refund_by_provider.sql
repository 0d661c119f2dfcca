-- Up Migration
-- Refunds that the provider itself pays back. Whoever sends one has it asked by our number for that try, which is kept before the
-- call; a provider that does not answer clearly is asked what became of it and never to pay again. What it says decides the refund,
-- as two persons do where it cannot.

CREATE TABLE refund_attempt (
  refund_id bigint NOT NULL REFERENCES refund,
  -- Which try of the refund: one that failed is tried anew under another number.
  n smallint NOT NULL CHECK (n > 0),
  -- Our number of it at the provider.
  request_no text NOT NULL UNIQUE,
  asked_at timestamptz NOT NULL,
  -- What the provider said last; null while nothing may be concluded.
  outcome text CHECK (outcome IN ('accepted', 'paid', 'failed')),
  provider_refund_no text,
  -- How often it was asked what became of it, and how often it knew nothing, one after the other.
  asks integer NOT NULL DEFAULT 0,
  unknown_asks integer NOT NULL DEFAULT 0,
  -- Wall time of the next question; null once it is over.
  next_at timestamptz,
  PRIMARY KEY (refund_id, n),
  CHECK ((outcome = 'paid') IS NOT TRUE OR provider_refund_no IS NOT NULL),
  CHECK ((next_at IS NULL) = coalesce(outcome IN ('paid', 'failed'), false))
);
CREATE INDEX refund_attempt_due ON refund_attempt (next_at) WHERE next_at IS NOT NULL;

-- A refund is paid back (J14, done); by nobody where the provider itself said so. Its door has looked at its state and its right.
CREATE FUNCTION finish_refund(r refund, ref text, person bigint, why text, request text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  wanted bigint := r.id;
  o collection_order;
  f record;
  accounts bigint[];
  amounts bigint[];
  journal bigint;
BEGIN
  SELECT * INTO STRICT o FROM collection_order c WHERE c.id = r.order_id;
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (r.channel_account_id, ref, 'refund', r.id, r.amount, at);
  r.completes := came_for(o) = r.amount + coalesce((
    SELECT sum(x.amount) FROM refund x WHERE x.order_id = o.id AND x.status = 'success' AND x.won_at IS NULL), 0);
  accounts := ledger_open_accounts(ARRAY['L232', 'A100', 'L200'], ARRAY[o.customer_id, NULL, o.customer_id],
    ARRAY[NULL, r.channel_account_id, NULL], ARRAY[o.currency, o.currency, o.currency], ARRAY['main', 'main', 'main']);
  amounts := ARRAY[-r.amount, r.amount, 0];
  IF r.completes THEN
    SELECT * INTO f FROM return_fees(o);
    accounts := accounts || f.accounts;
    amounts := ARRAY[-r.amount, r.amount, f.returned] || f.amounts;
    IF o.rate_id IS NOT NULL THEN
      PERFORM FROM balance b
      WHERE b.account_id = ANY (accounts) OR b.account_id IN (SELECT exchange_accounts(ARRAY[o.id]))
      ORDER BY b.account_id FOR NO KEY UPDATE;
      PERFORM exchange_back_fees(o, f.accounts, f.amounts, person, request);
    END IF;
    IF f.taken IS NOT NULL THEN
      PERFORM take_waiting(o, f.taken);
      r.taken := ARRAY(SELECT coalesce(t.mine, 0) + t.fees FROM unnest(r.taken, f.taken) WITH ORDINALITY AS t (mine, fees, n) ORDER BY t.n);
    END IF;
  END IF;
  journal := refund_entry(o, 'collection.refund.done', r.seq, accounts, amounts, r.reason, person, request);
  IF o.rate_id IS NOT NULL THEN
    PERFORM exchange_brought(o, journal);
  END IF;
  UPDATE refund SET status = 'success', completes = r.completes, taken = r.taken, provider_ref = ref, decided_by = person,
    completed_at = at WHERE id = wanted RETURNING * INTO r;
  UPDATE collection_order c SET refund_status = 'success' WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.confirm', o, NULL, jsonb_build_object('reason', why,
    'provider_order_no', ref), person, request, journal);
  PERFORM tell_refund(o, r);
END $$;

-- A refund definitely is not: what was reserved goes back (J14, failed). The same of its door.
CREATE FUNCTION undo_refund(r refund, person bigint, why text, request text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  wanted bigint := r.id;
  o collection_order;
  own bigint := coalesce((SELECT sum_minor(t) FROM unnest(r.taken) AS t), 0);
  -- Where the order's own part lay, and where it goes.
  leg record;
  accounts bigint[];
  journal bigint;
BEGIN
  SELECT * INTO STRICT o FROM collection_order c WHERE c.id = r.order_id;
  accounts := ledger_open_accounts(ARRAY['L200', 'L232'], ARRAY[o.customer_id, o.customer_id], ARRAY[NULL, NULL]::bigint[],
    ARRAY[o.currency, o.currency], ARRAY['main', 'main']);
  SELECT w.account_id, w.kind INTO leg FROM waiting_leg(o) w;
  PERFORM FROM balance b
  WHERE b.account_id = ANY (accounts) OR b.account_id = leg.account_id OR b.account_id IN (SELECT exchange_accounts(ARRAY[o.id]))
  ORDER BY b.account_id FOR NO KEY UPDATE;
  IF own > 0 THEN
    PERFORM take_waiting(o, ARRAY(SELECT -t.amount FROM unnest(r.taken) WITH ORDINALITY AS t (amount, n) ORDER BY t.n));
    IF leg.kind = 'L202' AND r.early_days[1] > at THEN
      INSERT INTO early_settlement AS e (account_id, settle_at, amount) VALUES (leg.account_id, r.early_days[1], own)
      ON CONFLICT (account_id, settle_at) DO UPDATE SET amount = e.amount + EXCLUDED.amount;
    ELSIF leg.kind = 'L202' THEN
      leg.account_id := accounts[1];
    END IF;
  END IF;
  journal := refund_entry(o, 'collection.refund.failed', r.seq, ARRAY[coalesce(leg.account_id, accounts[1])] || accounts,
    ARRAY[own, r.amount - own, -r.amount], why, person, request);
  IF r.exchanged > 0 THEN
    PERFORM exchange_collection(o, ARRAY[ROW('L200', o.customer_id, r.exchanged)::exchange_share], person, request);
  END IF;
  UPDATE refund SET status = 'failed', failure = why, taken = NULL, exchanged = 0, early_days = '{}', early_amounts = '{}', decided_by = person,
    completed_at = at WHERE id = wanted RETURNING * INTO r;
  UPDATE collection_order c SET refund_status = 'failed' WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.fail', o, NULL, jsonb_build_object('reason', why), person, request, journal);
  PERFORM tell_refund(o, r);
  -- Its day came while it was under way.
  IF o.settle_at <= at AND own > 0 THEN
    PERFORM release_collections(ARRAY[o.id], NULL, request);
  END IF;
END $$;

-- Whether the provider has been asked to pay it back and has not said that it did not: nobody gives its money back meanwhile. One
-- that the provider knows nothing of, three times, two persons decide.
CREATE FUNCTION is_with_provider(r refund) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM refund_attempt a WHERE a.refund_id = r.id AND a.n = r.attempts AND a.next_at IS NOT NULL
    AND a.unknown_asks < 3)
$$;

-- A person has the provider itself pay it back: the attempt is kept before anybody is asked. Answers our number of it, or null in
-- any other state; refuses (LG403) who may not.
CREATE FUNCTION refund_begin(wanted bigint, actor bigint, why text, request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r refund := lock_refund(wanted);
  number text;
BEGIN
  IF NOT refund_send(wanted, actor, why, request) THEN
    RETURN NULL;
  END IF;
  INSERT INTO refund_attempt AS a (refund_id, n, request_no, asked_at, next_at)
  VALUES (r.id, r.attempts, r.no || '-' || r.attempts, business_now(), now())
  RETURNING a.request_no INTO number;
  RETURN number;
END $$;

-- Takes what is due in hand for a minute, and counts that it is asked: who was asked once is never asked to pay again.
CREATE FUNCTION take_refund_attempts(most int) RETURNS SETOF refund_attempt
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE refund_attempt a SET asks = a.asks + 1, next_at = now() + interval '1 minute'
  WHERE (a.refund_id, a.n) IN (
    SELECT t.refund_id, t.n FROM refund_attempt t WHERE t.next_at <= now() ORDER BY t.next_at LIMIT most FOR UPDATE SKIP LOCKED)
  RETURNING a.*
$$;

-- What the provider said of an attempt: `accepted`, `paid` with its number and the sum, `failed`, `notFound`, or `unknown`. The
-- next question comes after so many seconds. Answers what the refund is then. A payment of another sum than was asked for, or
-- of what is over already, changes nothing here: people have to look at it.
CREATE FUNCTION refund_heard(wanted bigint, try smallint, said text, ref text, amount bigint, again_s int, request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r refund := lock_refund(wanted);
  a refund_attempt;
BEGIN
  SELECT * INTO a FROM refund_attempt t WHERE t.refund_id = wanted AND t.n = try FOR NO KEY UPDATE;
  IF a.refund_id IS NULL OR a.next_at IS NULL THEN
    RETURN r.status;
  END IF;
  IF said = 'paid' AND ref IS NOT NULL AND refund_heard.amount = r.amount AND r.status = 'refunding' AND r.attempts = try THEN
    PERFORM finish_refund(r, ref, NULL, 'provider', request);
    UPDATE refund_attempt SET outcome = 'paid', provider_refund_no = ref, next_at = NULL
    WHERE refund_id = wanted AND n = try;
    RETURN 'success';
  ELSIF said = 'failed' AND r.status = 'refunding' AND r.attempts = try THEN
    UPDATE refund_attempt SET outcome = 'failed', next_at = NULL WHERE refund_id = wanted AND n = try;
    PERFORM undo_refund(r, NULL, 'provider', request);
    RETURN 'failed';
  END IF;
  UPDATE refund_attempt SET
    outcome = CASE WHEN said = 'accepted' THEN 'accepted' ELSE outcome END,
    provider_refund_no = CASE WHEN said = 'accepted' THEN ref ELSE provider_refund_no END,
    unknown_asks = CASE WHEN said = 'notFound' THEN unknown_asks + 1 WHEN said = 'unknown' THEN unknown_asks ELSE 0 END,
    next_at = now() + again_s * interval '1 second'
  WHERE refund_id = wanted AND n = try;
  RETURN r.status;
END $$;

REVOKE ALL ON FUNCTION finish_refund, undo_refund, refund_begin, refund_heard, take_refund_attempts FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON refund_attempt TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON refund_attempt FROM suanpan_app;
    GRANT EXECUTE ON FUNCTION refund_begin, refund_heard, take_refund_attempts TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON refund_attempt TO suanpan_report;
  END IF;
END $$;
