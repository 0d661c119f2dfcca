-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger
-- Posts journals in the order given, all or none. Called by the doors of the money events alone, which have locked the
-- subject, looked at its state and found the accounts from its chain; the application may not call it.
--   A journal that exists already (event, ref, seq) is answered with its id when its legs are the same, and
--   refused (LG409) when they differ. A debit without cover violates journal_is_sound (23514). A leg on an account
--   that should have a running balance and has none is refused (LG404), and so is one that no rule allows (LG403).
--   Balances are locked in ascending account id, and are the last locks of a transaction.

CREATE FUNCTION ledger_post(entries journal_entry[])
 RETURNS TABLE(ordinal integer, journal_id bigint, replayed boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 300
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
END $function$
;
