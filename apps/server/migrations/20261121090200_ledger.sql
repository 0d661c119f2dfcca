-- Up Migration
-- Double entry. A journal is one row in one currency; its legs are parallel arrays (docs/adr/0010).
-- Amounts are bigint minor units at ledger scale, credit positive for every kind of account.

CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  owner_id bigint REFERENCES app_user,
  channel_account_id bigint,
  currency text NOT NULL,
  book text NOT NULL DEFAULT 'main' CHECK (book IN ('main', 'test')),
  UNIQUE NULLS NOT DISTINCT (kind, owner_id, channel_account_id, currency, book)
);
CREATE INDEX account_owner ON account (owner_id);

-- Only accounts of external owners carry a running balance; platform and clearing accounts would be hot rows.
CREATE TABLE balance (
  account_id bigint PRIMARY KEY REFERENCES account,
  balance bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  may_go_negative boolean NOT NULL DEFAULT false,
  CONSTRAINT balance_is_covered CHECK (balance >= 0 OR may_go_negative)
) WITH (fillfactor = 40);

-- Σ = 0, and no debit takes an account below zero unless the journal claws back.
CREATE FUNCTION legs_are_sound(amounts bigint[], balances_after bigint[], claws_back boolean)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  total bigint := 0;
  amount bigint;
BEGIN
  FOREACH amount IN ARRAY amounts LOOP
    total := total + amount;
  END LOOP;
  IF total <> 0 THEN
    RETURN false;
  END IF;
  IF claws_back OR (0 > ANY (balances_after)) IS NOT TRUE THEN
    RETURN true;
  END IF;
  RETURN NOT EXISTS (
    SELECT FROM unnest(amounts, balances_after) AS leg (amount, balance_after)
    WHERE leg.amount < 0 AND leg.balance_after < 0);
END $$;

CREATE TABLE journal (
  -- Given by ledger_post, in posting order.
  id bigint PRIMARY KEY,
  event text NOT NULL,
  ref_id bigint NOT NULL,
  seq smallint NOT NULL DEFAULT 0,
  book text NOT NULL,
  currency text NOT NULL,
  posted_at timestamptz NOT NULL,
  -- The chain whose money moves: scope and lists go by these, never by the arrays.
  customer_id bigint,
  agent_id bigint,
  sub_agent_id bigint,
  middleman_id bigint,
  account_ids bigint[] NOT NULL,
  amounts bigint[] NOT NULL,
  -- Null for accounts without a running balance.
  balances_after bigint[] NOT NULL,
  versions bigint[] NOT NULL,
  claws_back boolean NOT NULL DEFAULT false,
  reverses bigint UNIQUE REFERENCES journal,
  actor_id bigint,
  note text,
  request_id text,
  CONSTRAINT journal_once UNIQUE (event, ref_id, seq),
  CONSTRAINT journal_legs_pair CHECK (
    cardinality(account_ids) >= 2
    AND cardinality(account_ids) = cardinality(amounts)
    AND cardinality(amounts) = cardinality(balances_after)
    AND cardinality(amounts) = cardinality(versions)
  ),
  CONSTRAINT journal_is_sound CHECK (legs_are_sound(amounts, balances_after, claws_back))
);
CREATE SEQUENCE journal_id OWNED BY journal.id;
CREATE INDEX journal_customer ON journal (customer_id, id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX journal_agent ON journal (agent_id, id DESC) WHERE agent_id IS NOT NULL;
CREATE INDEX journal_sub_agent ON journal (sub_agent_id, id DESC) WHERE sub_agent_id IS NOT NULL;
CREATE INDEX journal_middleman ON journal (middleman_id, id DESC) WHERE middleman_id IS NOT NULL;
CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The ledger as a purist reads it: one row a leg.
CREATE VIEW posting AS
  SELECT j.id AS journal_id, leg.ordinality AS leg_no, j.event, j.ref_id, j.seq, j.book, j.currency, j.posted_at,
         leg.account_id, leg.amount, leg.balance_after, leg.version
  FROM journal j,
       unnest(j.account_ids, j.amounts, j.balances_after, j.versions)
         WITH ORDINALITY AS leg (account_id, amount, balance_after, version, ordinality);

-- A journal as it is asked for; what the journal's row holds beside it is found out while posting.
CREATE TYPE journal_entry AS (
  event text, ref_id bigint, seq smallint, book text, currency text,
  customer_id bigint, agent_id bigint, sub_agent_id bigint, middleman_id bigint,
  claws_back boolean, reverses bigint, actor_id bigint, note text, request_id text,
  account_ids bigint[], amounts bigint[]
);

-- The only way into the books. Posts journals in the order given, all or none.
--   A journal that exists already (event, ref, seq) is answered with its id when its legs are the same, and
--   refused (LG409) when they differ. A debit without cover violates journal_is_sound (23514).
--   Balances are locked in ascending account id. Answers the journal ids in the order given.
CREATE FUNCTION ledger_post(entries journal_entry[]) RETURNS TABLE (ordinal int, journal_id bigint, replayed boolean)
-- Planned once a connection: how many journals and legs come changes nothing of the best plan.
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan ROWS 300 AS $$
DECLARE
  at timestamptz := business_now();
  touched bigint[];
  known int[];
  ids bigint[];
  held bigint[];
  held_balance bigint[];
  held_version bigint[];
BEGIN
  SELECT array_agg(a.id) INTO touched FROM unnest(entries) AS e, unnest(e.account_ids) AS a (id);
  -- A locked row answers its newest version, so what is read here is what stands until the end.
  SELECT array_agg(l.account_id), array_agg(l.balance), array_agg(l.version)
  INTO held, held_balance, held_version
  FROM (
    SELECT b.account_id, b.balance, b.version FROM balance b
    WHERE b.account_id = ANY (touched) ORDER BY b.account_id FOR NO KEY UPDATE
  ) l;
  IF held IS NULL THEN
    -- Accounts of the house alone have no row to wait at: the events themselves are locked.
    PERFORM pg_advisory_xact_lock(h.key)
    FROM (SELECT DISTINCT hashtextextended(format('journal %s %s %s', e.event, e.ref_id, e.seq), 0) AS key
          FROM unnest(entries) AS e ORDER BY 1) h;
  END IF;

  -- Replays are looked up after the locks, so that a rival that posted first is seen.
  SELECT array_agg(e.ordinality) INTO known
  FROM unnest(entries) WITH ORDINALITY AS e
  JOIN journal j ON j.event = e.event AND j.ref_id = e.ref_id AND j.seq = e.seq;
  IF known IS NOT NULL AND EXISTS (
    SELECT FROM unnest(entries) AS e
    JOIN journal j ON j.event = e.event AND j.ref_id = e.ref_id AND j.seq = e.seq
    WHERE j.account_ids IS DISTINCT FROM e.account_ids OR j.amounts IS DISTINCT FROM e.amounts
  ) THEN
    RAISE EXCEPTION 'a journal of this event exists with other legs' USING ERRCODE = 'LG409';
  END IF;

  SELECT array_agg(nextval('journal_id')) INTO ids FROM generate_series(1, cardinality(entries));
  WITH entry AS MATERIALIZED (
    SELECT e.*
    FROM unnest(entries) WITH ORDINALITY AS e
    WHERE known IS NULL OR e.ordinality <> ALL (known)
  ), leg AS MATERIALIZED (
    SELECT e.ordinality AS entry, l.n, l.account, l.amount,
           h.balance + sum_minor(l.amount) OVER running AS balance_after,
           h.version + row_number() OVER running AS version
    FROM entry e CROSS JOIN LATERAL unnest(e.account_ids, e.amounts) WITH ORDINALITY AS l (account, amount, n)
    LEFT JOIN unnest(held, held_balance, held_version) AS h (account, balance, version) ON h.account = l.account
    WINDOW running AS (PARTITION BY l.account ORDER BY e.ordinality, l.n)
  ), posted AS (
    INSERT INTO journal (
      id, event, ref_id, seq, book, currency, posted_at, customer_id, agent_id, sub_agent_id, middleman_id,
      claws_back, reverses, actor_id, note, request_id, account_ids, amounts, balances_after, versions)
    SELECT ids[e.ordinality], e.event, e.ref_id, e.seq, e.book, e.currency, at, e.customer_id, e.agent_id, e.sub_agent_id,
           e.middleman_id, e.claws_back, e.reverses, e.actor_id, e.note, e.request_id, e.account_ids, e.amounts,
           g.afters, g.versions
    FROM entry e
    JOIN (
      SELECT leg.entry, array_agg(leg.balance_after ORDER BY leg.n) AS afters,
             array_agg(leg.version ORDER BY leg.n) AS versions
      FROM leg GROUP BY leg.entry
    ) g ON g.entry = e.ordinality
    ORDER BY e.ordinality
  )
  UPDATE balance b SET balance = b.balance + s.amount, version = b.version + s.legs
  FROM (SELECT leg.account, sum_minor(leg.amount) AS amount, count(*) AS legs FROM leg GROUP BY leg.account) s
  WHERE b.account_id = s.account;

  IF known IS NULL THEN
    RETURN QUERY SELECT i.n::int, i.id, false FROM unnest(ids) WITH ORDINALITY AS i (id, n);
  ELSE
    RETURN QUERY
    SELECT e.ordinality::int, coalesce(j.id, ids[e.ordinality]), j.id IS NOT NULL
    FROM unnest(entries) WITH ORDINALITY AS e
    LEFT JOIN journal j ON e.ordinality = ANY (known) AND j.event = e.event AND j.ref_id = e.ref_id AND j.seq = e.seq
    ORDER BY e.ordinality;
  END IF;
END $$;

-- Opens accounts on first use and answers their ids in the order asked. Accounts are never deleted.
CREATE FUNCTION ledger_open_accounts(
  kinds text[], owners bigint[], channel_accounts bigint[], currencies text[], books text[],
  external boolean[], negatives boolean[]
) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  found bigint[];
BEGIN
  -- Twice at most: nearly always all of them exist, and writing nothing takes no lock.
  FOR attempt IN 1 .. 2 LOOP
    SELECT array_agg(a.id ORDER BY w.n) INTO found
    FROM unnest(kinds, owners, channel_accounts, currencies, books)
           WITH ORDINALITY AS w (kind, owner, channel_account, currency, book, n)
    LEFT JOIN account a ON a.kind = w.kind AND a.owner_id IS NOT DISTINCT FROM w.owner
      AND a.channel_account_id IS NOT DISTINCT FROM w.channel_account AND a.currency = w.currency AND a.book = w.book;
    IF array_position(found, NULL) IS NULL THEN
      RETURN found;
    END IF;

    INSERT INTO account (kind, owner_id, channel_account_id, currency, book)
    SELECT DISTINCT w.kind, w.owner, w.channel_account, w.currency, w.book
    FROM unnest(kinds, owners, channel_accounts, currencies, books) AS w (kind, owner, channel_account, currency, book)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT DO NOTHING;

    INSERT INTO balance (account_id, may_go_negative)
    SELECT a.id, bool_or(w.negative)
    FROM unnest(kinds, owners, channel_accounts, currencies, books, external, negatives)
           AS w (kind, owner, channel_account, currency, book, external, negative)
    JOIN account a ON a.kind = w.kind AND a.owner_id IS NOT DISTINCT FROM w.owner
      AND a.channel_account_id IS NOT DISTINCT FROM w.channel_account AND a.currency = w.currency AND a.book = w.book
    WHERE w.external
    GROUP BY a.id ORDER BY a.id
    ON CONFLICT DO NOTHING;
  END LOOP;
  RAISE EXCEPTION 'accounts could not be opened';
END $$;

-- Each run of the checks of the books, kept as evidence.
CREATE TABLE proof_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  passed boolean NOT NULL,
  started_by bigint,
  result jsonb NOT NULL
);
