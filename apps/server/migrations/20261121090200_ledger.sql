-- Up Migration
-- Double entry. A journal is one row in one currency; its legs are parallel arrays (docs/adr/0010).
-- Amounts are bigint minor units at ledger scale, credit positive for every kind of account.

-- The chart of accounts (packages/domain/src/accounts.ts; a test holds the two against each other).
CREATE TABLE account_kind (
  kind text PRIMARY KEY,
  -- Money of an external owner: kept with a running balance. The others are the sum of their entries.
  external boolean NOT NULL,
  -- A leg may take it below zero, where the rule of its event says so (journal_rule).
  may_go_negative boolean NOT NULL
);
INSERT INTO account_kind (kind, external, may_go_negative) VALUES
  ('A100', false, false), ('A110', false, false), ('A120', false, false), ('A130', false, false), ('A190', false, false),
  ('L200', true, true), ('L201', true, false), ('L202', true, false), ('L210', true, false), ('L220', true, false),
  ('L230', true, false), ('L231', true, false), ('L232', true, false), ('L240', true, true), ('L250', false, false),
  ('L260', false, false), ('F300', false, false), ('R400', false, false), ('R410', false, false), ('R420', false, false),
  ('E500', false, false), ('E510', false, false), ('Q900', false, false);

-- Which legs a money event may have (packages/domain/src/journals/journal-rules.ts; a test holds the two against each
-- other). Whoever posts names a kind and a role; the account is found from the subject's own chain, never named.
CREATE TABLE journal_rule (
  event text NOT NULL,
  kind text NOT NULL REFERENCES account_kind,
  role text NOT NULL CHECK (role IN ('platform', 'channelAccount', 'customer', 'agent', 'subAgent', 'middleman')),
  debit boolean NOT NULL,
  -- A claw-back: this leg may take its account below zero.
  may_go_negative boolean NOT NULL DEFAULT false,
  PRIMARY KEY (event, kind, role, debit)
);
INSERT INTO journal_rule (event, kind, role, debit, may_go_negative)
SELECT e.event, e.kind, r.role, e.debit, e.negative
FROM (VALUES
  ('collection.settle', 'A100', ARRAY['channelAccount'], true, false),
  ('collection.settle', 'L210', ARRAY['customer', 'subAgent', 'middleman', 'agent'], false, false),
  ('collection.settle', 'L202', ARRAY['customer'], false, false),
  ('collection.settle', 'L200', ARRAY['customer'], false, false),
  ('collection.settle', 'L240', ARRAY['subAgent', 'middleman', 'agent'], false, false),
  ('collection.settle', 'L260', ARRAY['channelAccount'], false, false),
  ('collection.settle', 'A120', ARRAY['agent'], true, false),
  ('collection.settle', 'A120', ARRAY['agent'], false, false),
  ('collection.settle', 'R400', ARRAY['platform'], false, false),
  ('collection.settle', 'L210', ARRAY['agent'], true, false),
  ('collection.settle', 'L240', ARRAY['agent'], true, true),
  ('collection.release', 'L210', ARRAY['customer', 'subAgent', 'middleman', 'agent'], true, false),
  ('collection.release', 'L200', ARRAY['customer'], false, false),
  ('collection.release', 'L240', ARRAY['subAgent', 'middleman', 'agent'], false, false),
  ('early.release', 'L202', ARRAY['customer'], true, false),
  ('early.release', 'L200', ARRAY['customer'], false, false),
  ('receipt.arrive', 'A100', ARRAY['channelAccount'], true, false),
  ('receipt.arrive', 'L250', ARRAY['platform'], false, false),
  ('balance.freeze', 'L200', ARRAY['customer'], true, false),
  ('balance.freeze', 'L210', ARRAY['customer'], true, false),
  ('balance.freeze', 'L220', ARRAY['customer'], false, false),
  ('balance.unfreeze', 'L220', ARRAY['customer'], true, false),
  ('balance.unfreeze', 'L200', ARRAY['customer'], false, false),
  ('balance.unfreeze', 'L210', ARRAY['customer'], false, false),
  ('settleable.edit', 'L201', ARRAY['customer'], true, false),
  ('settleable.edit', 'L201', ARRAY['customer'], false, false),
  ('settleable.edit', 'L200', ARRAY['customer'], true, false),
  ('settleable.edit', 'L200', ARRAY['customer'], false, false)
) AS e (event, kind, roles, debit, negative), unnest(e.roles) AS r (role);

CREATE FUNCTION account_key(kind text, owner bigint, channel_account bigint, currency text, book text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT kind || ' ' || coalesce(owner::text, '-') || ' ' || coalesce(channel_account::text, '-') || ' ' || currency || ' ' || book
$$;

CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL REFERENCES account_kind,
  owner_id bigint REFERENCES app_user,
  channel_account_id bigint,
  currency text NOT NULL,
  book text NOT NULL DEFAULT 'main' CHECK (book IN ('main', 'test')),
  -- All of it in one value, so that an account of many is found by one look, also where it has no owner.
  key text NOT NULL GENERATED ALWAYS AS (account_key(kind, owner_id, channel_account_id, currency, book)) STORED UNIQUE
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

-- The long form of journal_is_sound: Σ = 0, and no debit leaves its account below zero but a leg that may claw back.
CREATE FUNCTION legs_are_sound(amounts bigint[], balances_after bigint[], claw_back smallint[])
RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (
    SELECT sum(l.amount) = 0
      AND bool_and(l.amount >= 0 OR coalesce(l.balance_after, 0) >= 0 OR l.n = ANY (coalesce(claw_back, '{}')))
    FROM unnest(amounts, balances_after) WITH ORDINALITY AS l (amount, balance_after, n));
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
  -- The legs on accounts with a running balance stand first; what follows them has neither balance nor version.
  account_ids bigint[] NOT NULL,
  amounts bigint[] NOT NULL,
  balances_after bigint[] NOT NULL,
  versions bigint[] NOT NULL,
  -- The places of the legs that may take their account below zero, by journal_rule; mostly there is none.
  claw_back smallint[],
  -- Held by ledger_post: a foreign key would queue a trigger for every journal, and few reverse anything.
  reverses bigint,
  -- The person who caused it; null when the system did.
  actor_id bigint,
  note text,
  request_id text,
  CONSTRAINT journal_once UNIQUE (event, ref_id, seq),
  CONSTRAINT journal_legs_pair CHECK (
    cardinality(account_ids) >= 2
    AND cardinality(account_ids) = cardinality(amounts)
    AND cardinality(balances_after) <= cardinality(amounts)
    AND cardinality(balances_after) = cardinality(versions)
  ),
  -- Calling a function for each row costs ten times as much as adding up, so up to sixteen legs are added here.
  CONSTRAINT journal_is_sound CHECK (
    CASE WHEN cardinality(amounts) <= 16 AND (0 > ANY (balances_after)) IS NOT TRUE
      THEN amounts[1] + amounts[2] + coalesce(amounts[3], 0) + coalesce(amounts[4], 0)
         + coalesce(amounts[5], 0) + coalesce(amounts[6], 0) + coalesce(amounts[7], 0) + coalesce(amounts[8], 0)
         + coalesce(amounts[9], 0) + coalesce(amounts[10], 0) + coalesce(amounts[11], 0) + coalesce(amounts[12], 0)
         + coalesce(amounts[13], 0) + coalesce(amounts[14], 0) + coalesce(amounts[15], 0) + coalesce(amounts[16], 0) = 0
      ELSE legs_are_sound(amounts, balances_after, claw_back) END)
);
CREATE SEQUENCE journal_id OWNED BY journal.id;
CREATE INDEX journal_customer ON journal (customer_id, id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX journal_agent ON journal (agent_id, id DESC) WHERE agent_id IS NOT NULL;
CREATE UNIQUE INDEX journal_reverses_key ON journal (reverses) WHERE reverses IS NOT NULL;
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
  reverses bigint, actor_id bigint, note text, request_id text,
  account_ids bigint[], amounts bigint[]
);

CREATE FUNCTION refuse_leg(event text) RETURNS bigint[] LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'no rule of % allows such a leg', event USING ERRCODE = 'LG403';
END $$;

-- Posts journals in the order given, all or none. Called by the doors of the money events alone, which have locked the
-- subject, looked at its state and found the accounts from its chain; the application may not call it.
--   A journal that exists already (event, ref, seq) is answered with its id when its legs are the same, and
--   refused (LG409) when they differ. A debit without cover violates journal_is_sound (23514). A leg on an account
--   that should have a running balance and has none is refused (LG404), and so is one that no rule allows (LG403).
--   Balances are locked in ascending account id, and are the last locks of a transaction.
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
  IF EXISTS (
    SELECT FROM unnest(touched) AS t (id) LEFT JOIN account a ON a.id = t.id LEFT JOIN account_kind k ON k.kind = a.kind
    WHERE k.external IS DISTINCT FROM (t.id = ANY (coalesce(held, '{}')))
  ) THEN
    RAISE EXCEPTION 'a leg stands on an account that does not exist or has no balance' USING ERRCODE = 'LG404';
  END IF;
  IF EXISTS (SELECT FROM unnest(entries) AS e WHERE e.reverses IS NOT NULL
               AND NOT EXISTS (SELECT FROM journal j WHERE j.id = e.reverses)) THEN
    RAISE EXCEPTION 'the journal to reverse does not exist' USING ERRCODE = 'LG404';
  END IF;

  -- Replays are looked up after the locks, so that a rival that posted first is seen. Their legs are compared as they
  -- are kept: those with a running balance first.
  SELECT array_agg(e.ordinality) INTO known
  FROM unnest(entries) WITH ORDINALITY AS e
  JOIN journal j ON j.event = e.event AND j.ref_id = e.ref_id AND j.seq = e.seq;
  IF known IS NOT NULL AND EXISTS (
    SELECT FROM unnest(entries) AS e
    JOIN journal j ON j.event = e.event AND j.ref_id = e.ref_id AND j.seq = e.seq
    CROSS JOIN LATERAL (
      SELECT array_agg(l.account ORDER BY l.account = ANY (coalesce(held, '{}')) DESC, l.n) AS account_ids,
             array_agg(l.amount ORDER BY l.account = ANY (coalesce(held, '{}')) DESC, l.n) AS amounts
      FROM unnest(e.account_ids, e.amounts) WITH ORDINALITY AS l (account, amount, n)
    ) kept
    WHERE j.account_ids IS DISTINCT FROM kept.account_ids OR j.amounts IS DISTINCT FROM kept.amounts
  ) THEN
    RAISE EXCEPTION 'a journal of this event exists with other legs' USING ERRCODE = 'LG409';
  END IF;

  SELECT array_agg(nextval('journal_id')) INTO ids FROM generate_series(1, cardinality(entries));
  WITH entry AS MATERIALIZED (
    SELECT e.* FROM unnest(entries) WITH ORDINALITY AS e WHERE known IS NULL OR e.ordinality <> ALL (known)
  ), leg AS MATERIALIZED (
    SELECT e.ordinality AS entry, l.account, l.amount, h.account IS NOT NULL AS is_held, r.may_go_negative,
           row_number() OVER (PARTITION BY e.ordinality ORDER BY h.account IS NULL, l.n) AS n,
           h.balance + sum_minor(l.amount) OVER running AS balance_after,
           h.version + row_number() OVER running AS version
    FROM entry e CROSS JOIN LATERAL unnest(e.account_ids, e.amounts) WITH ORDINALITY AS l (account, amount, n)
    JOIN account a ON a.id = l.account
    LEFT JOIN LATERAL (
      -- Null where no rule knows such a leg.
      SELECT bool_or(r.may_go_negative) AS may_go_negative FROM journal_rule r
      WHERE r.event = e.event AND r.kind = a.kind AND r.debit = (l.amount < 0)
    ) r ON true
    LEFT JOIN unnest(held, held_balance, held_version) AS h (account, balance, version) ON h.account = l.account
    WINDOW running AS (PARTITION BY l.account ORDER BY e.ordinality, l.n)
  ), kept AS (
    SELECT leg.entry, array_agg(leg.account ORDER BY leg.n) AS account_ids, array_agg(leg.amount ORDER BY leg.n) AS amounts,
           coalesce(array_agg(leg.balance_after ORDER BY leg.n) FILTER (WHERE leg.is_held), '{}') AS afters,
           coalesce(array_agg(leg.version ORDER BY leg.n) FILTER (WHERE leg.is_held), '{}') AS versions,
           array_agg(leg.n::smallint ORDER BY leg.n) FILTER (WHERE leg.may_go_negative) AS claw_back,
           bool_and(leg.may_go_negative IS NOT NULL) AS is_ruled
    FROM leg GROUP BY leg.entry
  ), posted AS (
    INSERT INTO journal (
      id, event, ref_id, seq, book, currency, posted_at, customer_id, agent_id, sub_agent_id, middleman_id,
      claw_back, reverses, actor_id, note, request_id, account_ids, amounts, balances_after, versions)
    SELECT ids[e.ordinality], e.event, e.ref_id, e.seq, e.book, e.currency, at, e.customer_id, e.agent_id, e.sub_agent_id,
           e.middleman_id, k.claw_back, e.reverses, e.actor_id, e.note, e.request_id,
           CASE WHEN k.is_ruled THEN k.account_ids ELSE refuse_leg(e.event) END, k.amounts, k.afters, k.versions
    FROM entry e JOIN kept k ON k.entry = e.ordinality
    ORDER BY e.ordinality
  )
  UPDATE balance b SET balance = b.balance + s.amount, version = b.version + s.legs
  FROM (SELECT leg.account, sum_minor(leg.amount) AS amount, count(*) AS legs FROM leg WHERE leg.is_held GROUP BY leg.account) s
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

-- Answers the ids of accounts in the order asked and opens those used for the first time, with a balance of zero where
-- their kind has one. Accounts are unique and never deleted, so it may be repeated and raced.
CREATE FUNCTION ledger_open_accounts(
  kinds text[], owners bigint[], channel_accounts bigint[], currencies text[], books text[]
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
    LEFT JOIN account a ON a.key = account_key(w.kind, w.owner, w.channel_account, w.currency, w.book);
    IF array_position(found, NULL) IS NULL THEN
      RETURN found;
    END IF;

    INSERT INTO account (kind, owner_id, channel_account_id, currency, book)
    SELECT DISTINCT w.kind, w.owner, w.channel_account, w.currency, w.book
    FROM unnest(kinds, owners, channel_accounts, currencies, books) AS w (kind, owner, channel_account, currency, book)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT DO NOTHING;

    INSERT INTO balance (account_id, may_go_negative)
    SELECT DISTINCT a.id, k.may_go_negative
    FROM unnest(kinds, owners, channel_accounts, currencies, books) AS w (kind, owner, channel_account, currency, book)
    JOIN account a ON a.key = account_key(w.kind, w.owner, w.channel_account, w.currency, w.book)
    JOIN account_kind k ON k.kind = a.kind
    WHERE k.external
    ORDER BY 1
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
