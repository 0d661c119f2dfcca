-- Up Migration
-- Submits payouts, a batch at a time: price, limits, velocity, funds, hold, order, news and audit rows together. Nothing of
-- the price or of the accounts comes from the caller: he names the channel that routing chose.
-- Answers per request:
--   created     now; `wait_reason` says why a person must let it go
--   replayed    an order of this number, made by the same body, exists
--   conflict    an order of this number, made by another body, exists
--   poor        made now as insufficient_balance: nothing is held, and the number is used up
--   otherwise   a name of the error catalogue: refused, and nothing is kept
-- Requests of one merchant take effect in their order. A rule that cannot be read lets nothing go by itself. Whether a second
-- person has to agree is read here: `agreed` can only ask for him, never do without him.

-- What is known of a request from the tables: its chain, its price, and the rules it goes by.
CREATE TYPE payout_facts AS (
  refusal text, agent_id bigint, sub_agent_id bigint, middleman_id bigint, channel_account_id bigint,
  merchant_fee bigint, endpoint_fee bigint, sub_agent_fee bigint, middleman_fee bigint, system_fee bigint,
  takes_system_fee boolean, chain_id bigint, reserved bigint, top_up bigint, early bigint, settleable bigint, owed bigint,
  daily_amount bigint, daily_count int, card_daily_amount bigint, card_daily_count int, manual_from bigint,
  payee_hour_count int, payee_day_amount bigint, user_hour_count int, key_hour_count int, merchant_peak_factor int,
  key_day_amount bigint, is_cooling boolean, is_verified boolean, approval_from bigint
);

-- What stood when the locks were taken, and with whom a request shares its counters: places count within the batch.
CREATE TYPE payout_standing AS (
  order_id bigint, request_hash bytea, available numeric, owes boolean,
  merchant int, merchant_count bigint, peak bigint, merchant_day_count bigint, merchant_day_amount bigint,
  key int, key_count bigint, key_amount bigint, person int, person_count bigint,
  payee int, payee_count bigint, payee_amount bigint, card int, card_count bigint, card_amount bigint,
  twin int, has_twin boolean, number int,
  -- What was submitted by hand in the last day: by this person, for this merchant, and to this payee.
  human int, human_amount numeric, by_hand_amount numeric, payee_by_hand_amount numeric
);

-- From which sum on a payout that a person submits takes a second one (packages/domain/approvals).
CREATE FUNCTION payout_approval_from(tree bigint, of_currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT p.threshold FROM approval_policy p
     WHERE p.currency = of_currency AND (p.agent_id IS NULL OR p.agent_id = tree)
       AND (p.act IS NULL OR p.act = 'payouts.submit')
     ORDER BY p.agent_id IS NULL, p.act IS NULL LIMIT 1),
    CASE of_currency WHEN 'TWD' THEN 1000000000 ELSE 0 END)
$$;

-- Whether an account may act for this merchant's payouts: he, an active account of his house, or somebody who stands over him.
CREATE FUNCTION pays_out_for(person bigint, customer bigint, tree bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT stands_over(person, tree) OR EXISTS (
    SELECT FROM app_user p WHERE p.id = person AND p.status = 'active'
      AND (p.id = customer OR (p.kind = 'customerSub' AND p.parent_id = customer)))
$$;

-- Opens the accounts of chains that pay out for the first time.
CREATE FUNCTION open_payout_chains(
  customers bigint[], agents bigint[], sub_agents bigint[], middlemen bigint[], channel_accounts bigint[],
  currencies text[], books text[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  chain record;
  ids bigint[];
BEGIN
  FOR chain IN
    SELECT DISTINCT * FROM unnest(customers, agents, sub_agents, middlemen, channel_accounts, currencies, books)
      AS c (customer, agent, sub_agent, middleman, channel_account, currency, book) ORDER BY 1, 2, 3, 4, 5, 6, 7
  LOOP
    SELECT ledger_open_accounts(array_agg(w.kind ORDER BY w.n), array_agg(w.owner ORDER BY w.n),
             array_agg(w.account ORDER BY w.n), array_agg(chain.currency ORDER BY w.n), array_agg(chain.book ORDER BY w.n))
    INTO ids
    FROM (VALUES
      (1, 'L230', chain.customer, NULL::bigint), (2, 'L201', chain.customer, NULL), (3, 'L202', chain.customer, NULL),
      (4, 'L200', chain.customer, NULL), (5, 'A130', chain.customer, NULL), (6, 'L240', chain.agent, NULL),
      (7, 'A120', chain.agent, NULL), (8, 'A100', NULL, chain.channel_account), (9, 'L260', NULL, chain.channel_account),
      (10, 'R400', NULL, NULL), (11, 'A190', NULL, NULL),
      (12, 'L240', nullif(coalesce(nullif(chain.sub_agent, 0), chain.agent), 0), NULL),
      (13, 'L240', nullif(coalesce(nullif(chain.middleman, 0), chain.agent), 0), NULL)
    ) AS w (n, kind, owner, account);
    INSERT INTO payout_chain (customer_id, agent_id, sub_agent_id, middleman_id, channel_account_id, currency, book,
      reserved, top_up, early, settleable, owed, agent_income, agent_owes, clearing, endpoint, system_income, suspense,
      sub_agent_income, middleman_income)
    VALUES (chain.customer, chain.agent, chain.sub_agent, chain.middleman, chain.channel_account, chain.currency, chain.book,
      ids[1], ids[2], ids[3], ids[4], ids[5], ids[6], ids[7], ids[8], ids[9], ids[10], ids[11],
      CASE WHEN chain.sub_agent <> 0 THEN ids[12] END, CASE WHEN chain.middleman <> 0 THEN ids[13] END)
    ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

CREATE FUNCTION payout_submit(
  merchant_order_nos text[], customers bigint[], currencies text[], amounts bigint[], account_names text[],
  bank_codes text[], branches text[], cards_sealed text[], card_hashes text[], cards_shown text[], name_marks text[],
  card_marks text[], memos text[],
  metadatas jsonb[], notify_urls text[], locales text[], sources text[], api_versions text[], keys bigint[],
  people bigint[], tests boolean[], hashes bytea[], ips text[], channels bigint[], methods text[], routes jsonb[],
  agreed boolean[], duplicates_known boolean[], requests text[]
) RETURNS TABLE (
  ordinal int, outcome text, order_id bigint, order_no text, stage text, wait_reason text, merchant_fee bigint, at timestamptz
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan SET lock_timeout = '250ms' ROWS 300 AS $$
#variable_conflict use_column
DECLARE
  now_at timestamptz := business_now();
  today timestamptz := business_day(now_at)::timestamp AT TIME ZONE 'UTC' - interval '8 hours';
  prefix text := 'P' || to_char(now_at AT TIME ZONE 'UTC' + interval '8 hours', 'YYMMDD');
  this_hour timestamptz := date_trunc('hour', now_at);
  -- Part of the hour before that is still within the last sixty minutes.
  hour_left numeric := 1 - extract(epoch FROM now_at - date_trunc('hour', now_at)) / 3600;
  size int := cardinality(customers);
  facts payout_facts[];
  f payout_facts;
  standings payout_standing[];
  s payout_standing;
  -- Running sums of the batch, by the places of the standing.
  spent numeric[] := array_fill(0::numeric, ARRAY[size]);
  merchant_count bigint[] := array_fill(0::bigint, ARRAY[size]);
  merchant_amount bigint[] := array_fill(0::bigint, ARRAY[size]);
  key_count bigint[] := array_fill(0::bigint, ARRAY[size]);
  key_amount bigint[] := array_fill(0::bigint, ARRAY[size]);
  person_count bigint[] := array_fill(0::bigint, ARRAY[size]);
  payee_count bigint[] := array_fill(0::bigint, ARRAY[size]);
  payee_amount bigint[] := array_fill(0::bigint, ARRAY[size]);
  card_count bigint[] := array_fill(0::bigint, ARRAY[size]);
  card_amount bigint[] := array_fill(0::bigint, ARRAY[size]);
  twins boolean[] := array_fill(false, ARRAY[size]);
  human_amount numeric[] := array_fill(0::numeric, ARRAY[size]);
  by_hand_amount numeric[] := array_fill(0::numeric, ARRAY[size]);
  payee_by_hand_amount numeric[] := array_fill(0::numeric, ARRAY[size]);
  -- The first request of the batch with this number.
  first_of int[] := array_fill(NULL::int, ARRAY[size]);
  outcomes text[] := array_fill(NULL::text, ARRAY[size]);
  waits text[] := array_fill(NULL::text, ARRAY[size]);
  begins numeric[] := array_fill(NULL::numeric, ARRAY[size]);
  ids bigint[] := array_fill(NULL::bigint, ARRAY[size]);
  total bigint;
  moved_rows int;
  due_rows int;
BEGIN
  -- What the tables say of each request. Twice where a chain pays out for the first time.
  FOR look IN 1 .. 2 LOOP
    SELECT array_agg(ROW(
      CASE
        WHEN u.status IS DISTINCT FROM 'active' OR agent.status IS DISTINCT FROM 'active' THEN 'merchantDisabled'
        WHEN EXISTS (SELECT FROM block_entry b WHERE b.kind IN ('name', 'card') AND b.value IN (r.name_mark, r.card_mark)
            AND (b.agent_id IS NULL OR b.agent_id = u.agent_id)) THEN 'blockedPayee'
        WHEN price.channel_id IS NULL THEN 'noChannelAvailable'
        WHEN r.key IS NOT NULL AND k.id IS NULL THEN 'forbidden'
        WHEN r.person IS NOT NULL AND NOT pays_out_for(r.person, u.id, u.agent_id) THEN 'forbidden'
        -- The sums of keys and of persons hold nobody who is neither.
        WHEN r.key IS NULL AND r.person IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')
          THEN 'forbidden'
        WHEN r.amount < coalesce(own.min_amount, tree.min_amount, house.min_amount, 0)
          OR (coalesce(own.max_amount, tree.max_amount, house.max_amount, 0) > 0
            AND r.amount > coalesce(own.max_amount, tree.max_amount, house.max_amount)) THEN 'amountOutOfRange'
      END,
      u.agent_id, u.sub_agent_id, u.middleman_id, price.channel_account_id, price.merchant, price.endpoint, price.sub_agent,
      price.middleman, price.system, agent.system_fee_mode = 'realtime', chain.id, chain.reserved, chain.top_up, chain.early,
      chain.settleable, chain.owed,
      coalesce(own.daily_amount, tree.daily_amount, house.daily_amount),
      coalesce(own.daily_count, tree.daily_count, house.daily_count),
      coalesce(own.card_daily_amount, tree.card_daily_amount, house.card_daily_amount),
      coalesce(own.card_daily_count, tree.card_daily_count, house.card_daily_count),
      coalesce(own.manual_from, tree.manual_from, house.manual_from),
      coalesce(own.payee_hour_count, tree.payee_hour_count, house.payee_hour_count),
      coalesce(own.payee_day_amount, tree.payee_day_amount, house.payee_day_amount),
      coalesce(own.user_hour_count, tree.user_hour_count, house.user_hour_count),
      coalesce(own.key_hour_count, tree.key_hour_count, house.key_hour_count),
      coalesce(own.merchant_peak_factor, tree.merchant_peak_factor, house.merchant_peak_factor),
      k.daily_payout_minor,
      -- As payout_reverify asks too.
      EXISTS (SELECT FROM account_change c
              WHERE c.user_id IN (r.customer, r.person) AND c.what NOT IN ('account', 'rights')
                AND c.at > now() - CASE WHEN c.by_id = c.user_id THEN interval '2 hours' ELSE interval '24 hours' END),
      v.user_id IS NOT NULL, CASE WHEN r.person IS NOT NULL THEN payout_approval_from(u.agent_id, r.currency) END
    )::payout_facts ORDER BY r.n)
    INTO facts
    FROM unnest(customers, currencies, amounts, keys, people, tests, channels, methods, name_marks, card_marks)
      WITH ORDINALITY AS r (customer, currency, amount, key, person, is_test, channel, method, name_mark, card_mark, n)
    LEFT JOIN app_user u ON u.id = r.customer AND u.kind = 'customer'
    LEFT JOIN app_user agent ON agent.id = u.agent_id
    LEFT JOIN api_key k ON k.id = r.key AND k.customer_id = r.customer AND k.disabled_at IS NULL AND k.is_test = r.is_test
    LEFT JOIN LATERAL (
      SELECT p.* FROM (
        SELECT c.id AS channel_id, c.channel_account_id,
               fee_of(r.amount, m.merchant_pct, m.merchant_per_item) AS merchant,
               fee_of(r.amount, c.endpoint_pct, c.endpoint_per_item) AS endpoint,
               CASE WHEN u.sub_agent_id IS NULL THEN 0
                 ELSE fee_of(r.amount, m.sub_agent_pct, m.sub_agent_per_item) END AS sub_agent,
               CASE WHEN u.middleman_id IS NULL THEN 0
                 ELSE fee_of(r.amount, m.middleman_pct, m.middleman_per_item) END AS middleman,
               fee_of(r.amount, g.system_pct, g.system_per_item) AS system
        FROM channel c
        JOIN channel_account a ON a.id = c.channel_account_id AND a.enabled AND a.direction = 'payout'
        JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = u.agent_id AND g.enabled
        JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = u.id AND m.alias = r.method AND m.enabled
        WHERE c.id = r.channel AND c.enabled AND c.direction = 'payout' AND c.currency = r.currency
          AND r.amount >= greatest(c.min_amount, m.min_amount)
          AND (c.max_amount = 0 OR r.amount <= c.max_amount) AND (m.max_amount = 0 OR r.amount <= m.max_amount)
          AND (NOT c.integer_only OR r.amount % CASE r.currency WHEN 'USDT' THEN 1000000 ELSE 10000 END = 0)
      ) p WHERE p.merchant >= p.endpoint + p.sub_agent + p.middleman + p.system
    ) price ON true
    LEFT JOIN payout_chain chain ON chain.customer_id = r.customer AND chain.channel_account_id = price.channel_account_id
      AND chain.agent_id = u.agent_id AND chain.sub_agent_id = coalesce(u.sub_agent_id, 0)
      AND chain.middleman_id = coalesce(u.middleman_id, 0) AND chain.currency = r.currency
      AND chain.book = CASE WHEN r.is_test THEN 'test' ELSE 'main' END
    LEFT JOIN payout_setting own ON own.owner_id = r.customer AND own.currency = r.currency
    LEFT JOIN payout_setting tree ON tree.owner_id = u.agent_id AND tree.currency = r.currency
    LEFT JOIN payout_setting house ON house.owner_id = 0 AND house.currency = r.currency
    LEFT JOIN audit_setting v ON v.user_id = r.customer AND v.enabled AND 'payout' = ANY (v.applies);

    EXIT WHEN look = 2 OR NOT EXISTS (SELECT FROM unnest(facts) x WHERE x.refusal IS NULL AND x.chain_id IS NULL);
    PERFORM open_payout_chains(array_agg(customers[x.n]), array_agg(x.agent_id), array_agg(coalesce(x.sub_agent_id, 0)),
      array_agg(coalesce(x.middleman_id, 0)), array_agg(x.channel_account_id), array_agg(currencies[x.n]),
      array_agg(CASE WHEN tests[x.n] THEN 'test' ELSE 'main' END))
    FROM unnest(facts) WITH ORDINALITY AS x (refusal, agent_id, sub_agent_id, middleman_id, channel_account_id, merchant_fee,
      endpoint_fee, sub_agent_fee, middleman_fee, system_fee, takes_system_fee, chain_id, reserved, top_up, early, settleable,
      owed, daily_amount, daily_count, card_daily_amount, card_daily_count, manual_from, payee_hour_count, payee_day_amount,
      user_hour_count, key_hour_count, merchant_peak_factor, key_day_amount, is_cooling, is_verified, approval_from, n)
    WHERE x.refusal IS NULL AND x.chain_id IS NULL;
  END LOOP;

  -- Payees and persons are shared by merchants, so they are locked by name; then the merchants, by their balances. From
  -- here on nobody else submits for any of them, and what is read stands until the end.
  PERFORM pg_advisory_xact_lock(l.key)
  FROM (
    SELECT DISTINCT hashtextextended(w.name, 230) AS key
    FROM (SELECT 'payee ' || h AS name FROM unnest(card_hashes) AS h
          UNION ALL SELECT 'person ' || u.person_id FROM unnest(people) AS p JOIN app_user u ON u.id = p) w ORDER BY 1
  ) l;
  PERFORM FROM balance b
  WHERE b.account_id IN (
    SELECT a.id FROM unnest(facts) x
    CROSS JOIN LATERAL (VALUES (x.reserved), (x.top_up), (x.early), (x.settleable), (x.owed)) AS a (id))
  ORDER BY b.account_id FOR NO KEY UPDATE;

  SELECT array_agg(ROW(
    o.id, o.request_hash, funds.available, funds.owes,
    r.merchant, hour.count + hour.before * hour_left, coalesce(hour.peak, peak.most), day.count, day.amount,
    r.key_place, key_hour.count + key_hour.before * hour_left, key_day.amount,
    r.person_place, person_hour.count + person_hour.before * hour_left,
    r.payee, payee.count, payee.amount, r.card, payee.own_count, payee.own_amount, r.twin, payee.has_twin, r.number,
    r.human, his.amount, by_hand.amount, payee.by_hand_amount
  )::payout_standing ORDER BY r.n)
  INTO standings
  FROM (
    SELECT q.*, dense_rank() OVER (ORDER BY q.customer, q.currency, q.is_test) AS merchant,
           dense_rank() OVER (ORDER BY q.key) AS key_place, dense_rank() OVER (ORDER BY q.person) AS person_place,
           dense_rank() OVER (ORDER BY q.card_hash, q.currency) AS payee,
           dense_rank() OVER (ORDER BY q.customer, q.card_hash, q.currency) AS card,
           dense_rank() OVER (ORDER BY q.customer, q.card_hash, q.currency, q.amount) AS twin,
           dense_rank() OVER (ORDER BY q.customer, q.no) AS number, h.person_id,
           dense_rank() OVER (ORDER BY h.person_id, q.currency) AS human
    FROM unnest(merchant_order_nos, customers, currencies, amounts, card_hashes, keys, people, tests, facts)
      WITH ORDINALITY AS q (no, customer, currency, amount, card_hash, key, person, is_test, refusal, agent_id, sub_agent_id,
        middleman_id, channel_account_id, merchant_fee, endpoint_fee, sub_agent_fee, middleman_fee, system_fee,
        takes_system_fee, chain_id, reserved, top_up, early, settleable, owed, daily_amount, daily_count, card_daily_amount,
        card_daily_count, manual_from, payee_hour_count, payee_day_amount, user_hour_count, key_hour_count,
        merchant_peak_factor, key_day_amount, is_cooling, is_verified, approval_from, n)
    LEFT JOIN app_user h ON h.id = q.person
  ) r
  -- LIMIT keeps it a look-up by the unique key: as a join it is planned as a walk through the whole index.
  LEFT JOIN LATERAL (SELECT p.id, p.request_hash FROM payout_order p
    WHERE p.merchant_order_no = r.no AND p.customer_id = r.customer LIMIT 1) o ON true
  LEFT JOIN LATERAL (
    SELECT sum(greatest(b.balance, 0)) FILTER (WHERE b.account_id <> r.owed) AS available,
           bool_or(b.balance < 0) FILTER (WHERE b.account_id = r.owed) AS owes
    FROM balance b WHERE b.account_id IN (r.top_up, r.early, r.settleable, r.owed)
  ) funds ON true
  -- This hour and the one before stand beside each other.
  LEFT JOIN LATERAL (SELECT coalesce(sum(t.count) FILTER (WHERE t.begins_at = this_hour), 0) AS count,
      coalesce(sum(t.count) FILTER (WHERE t.begins_at < this_hour), 0) AS before, max(t.peak) FILTER (WHERE t.begins_at = this_hour) AS peak
    FROM payout_tally t
    WHERE t.kind = 'merchantHour' AND t.subject_id = r.customer AND t.currency = r.currency
      AND t.begins_at BETWEEN this_hour - interval '1 hour' AND this_hour) hour ON true
  LEFT JOIN LATERAL (SELECT max(t.count) AS most FROM payout_tally t
    WHERE hour.peak IS NULL AND t.kind = 'merchantHour' AND t.subject_id = r.customer AND t.currency = r.currency
      AND t.begins_at > now_at - interval '30 days') peak ON true
  LEFT JOIN LATERAL (SELECT coalesce(sum(t.count), 0) AS count, coalesce(sum(t.amount), 0) AS amount FROM payout_tally t
    WHERE t.kind = 'merchantDay' AND t.subject_id = r.customer AND t.currency = r.currency AND t.begins_at = today) day ON true
  LEFT JOIN LATERAL (SELECT coalesce(sum(t.count) FILTER (WHERE t.begins_at = this_hour), 0) AS count,
      coalesce(sum(t.count) FILTER (WHERE t.begins_at < this_hour), 0) AS before
    FROM payout_tally t
    WHERE t.kind = 'keyHour' AND t.subject_id = r.key AND t.currency = r.currency
      AND t.begins_at BETWEEN this_hour - interval '1 hour' AND this_hour) key_hour ON true
  LEFT JOIN LATERAL (SELECT coalesce(sum(t.amount), 0) AS amount FROM payout_tally t
    WHERE t.kind = 'keyDay' AND t.subject_id = r.key AND t.currency = r.currency AND t.begins_at = today) key_day ON true
  LEFT JOIN LATERAL (SELECT coalesce(sum(t.count) FILTER (WHERE t.begins_at = this_hour), 0) AS count,
      coalesce(sum(t.count) FILTER (WHERE t.begins_at < this_hour), 0) AS before
    FROM payout_tally t
    WHERE t.kind = 'userHour' AND t.subject_id = r.person AND t.currency = r.currency
      AND t.begins_at BETWEEN this_hour - interval '1 hour' AND this_hour) person_hour ON true
  LEFT JOIN LATERAL (SELECT c.cleared_at FROM payout_card_clear c
    WHERE c.customer_id = r.customer AND c.card_hash = r.card_hash AND c.currency = r.currency LIMIT 1) cleared ON true
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE p.created_at > now_at - interval '1 hour') AS count,
           coalesce(sum(p.amount) FILTER (WHERE p.created_at >= today), 0) AS amount,
           count(*) FILTER (WHERE p.customer_id = r.customer AND p.created_at >= today
             AND (cleared.cleared_at IS NULL OR p.created_at > cleared.cleared_at)) AS own_count,
           coalesce(sum(p.amount) FILTER (WHERE p.customer_id = r.customer AND p.created_at >= today
             AND (cleared.cleared_at IS NULL OR p.created_at > cleared.cleared_at)), 0) AS own_amount,
           coalesce(bool_or(p.customer_id = r.customer AND p.amount = r.amount), false) AS has_twin,
           coalesce(sum(p.amount) FILTER (WHERE p.submitted_by IS NOT NULL), 0) AS by_hand_amount
    FROM payout_order p
    WHERE p.card_hash = r.card_hash AND p.created_at > now_at - interval '24 hours' AND p.currency = r.currency
      AND p.status <> 'insufficient_balance'
  ) payee ON true
  -- What this human submitted by any of his accounts, and what anybody submitted for this merchant by hand.
  LEFT JOIN LATERAL (SELECT coalesce(sum(t.amount), 0) AS amount FROM app_user u
    JOIN payout_tally t ON t.kind = 'userHour' AND t.subject_id = u.id AND t.currency = r.currency
      AND t.begins_at > now_at - interval '25 hours'
    WHERE r.person IS NOT NULL AND u.person_id = r.person_id) his ON true
  LEFT JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS amount FROM payout_order p
    WHERE r.person IS NOT NULL AND p.customer_id = r.customer AND p.created_at > now_at - interval '24 hours'
      AND p.submitted_by IS NOT NULL AND p.currency = r.currency AND p.status <> 'insufficient_balance') by_hand ON true;

  FOR n IN 1 .. size LOOP
    f := facts[n];
    s := standings[n];
    total := amounts[n] + f.merchant_fee;
    IF s.order_id IS NOT NULL THEN
      outcomes[n] := CASE WHEN s.request_hash = hashes[n] THEN 'replayed' ELSE 'conflict' END;
      ids[n] := s.order_id;
      CONTINUE;
    ELSIF first_of[s.number] IS NOT NULL THEN
      outcomes[n] := CASE WHEN hashes[first_of[s.number]] = hashes[n] THEN 'replayed' ELSE 'conflict' END;
      ids[n] := ids[first_of[s.number]];
      CONTINUE;
    END IF;
    outcomes[n] := CASE
      WHEN f.refusal IS NOT NULL THEN f.refusal
      WHEN s.owes IS NOT FALSE THEN 'receivableOutstanding'
      WHEN f.daily_amount > 0 AND s.merchant_day_amount + merchant_amount[s.merchant] + amounts[n] > f.daily_amount
        THEN 'dailyAmountReached'
      WHEN f.daily_count > 0 AND s.merchant_day_count + merchant_count[s.merchant] >= f.daily_count THEN 'dailyCountReached'
      WHEN (f.card_daily_count > 0 AND s.card_count + card_count[s.card] >= f.card_daily_count)
        OR (f.card_daily_amount > 0 AND s.card_amount + card_amount[s.card] + amounts[n] > f.card_daily_amount)
        THEN 'cardUsageReached'
      WHEN NOT duplicates_known[n] AND (s.has_twin OR twins[s.twin]) THEN 'duplicatePayout'
      WHEN spent[s.merchant] + total > coalesce(s.available, 0) THEN 'poor'
      ELSE 'created'
    END;
    CONTINUE WHEN outcomes[n] NOT IN ('poor', 'created');
    ids[n] := nextval('payout_order_id');
    first_of[s.number] := n;
    CONTINUE WHEN outcomes[n] = 'poor';

    -- The first reason that holds; a comparison with what is not there holds too.
    waits[n] := CASE
      WHEN agreed[n] IS NOT TRUE OR (people[n] IS NOT NULL AND (amounts[n] + greatest(
          s.human_amount + human_amount[s.human], s.by_hand_amount + by_hand_amount[s.merchant],
          s.payee_by_hand_amount + payee_by_hand_amount[s.payee]) < f.approval_from) IS NOT TRUE)
        THEN 'approval'
      WHEN f.is_cooling THEN 'coolDown'
      WHEN (f.payee_hour_count = 0 OR s.payee_count + payee_count[s.payee] < f.payee_hour_count) IS NOT TRUE
        OR (f.payee_day_amount = 0 OR s.payee_amount + payee_amount[s.payee] + amounts[n] <= f.payee_day_amount) IS NOT TRUE
        OR (f.merchant_peak_factor = 0 OR s.merchant_count + merchant_count[s.merchant]
              < f.merchant_peak_factor * greatest(coalesce(s.peak, 0), 20)) IS NOT TRUE
        OR (keys[n] IS NOT NULL AND (
          (f.key_hour_count = 0 OR s.key_count + key_count[s.key] < f.key_hour_count) IS NOT TRUE
          OR (s.key_amount + key_amount[s.key] + amounts[n] <= f.key_day_amount) IS NOT TRUE))
        OR (people[n] IS NOT NULL
          AND (f.user_hour_count = 0 OR s.person_count + person_count[s.person] < f.user_hour_count) IS NOT TRUE)
        THEN 'velocity'
      WHEN (f.manual_from = 0 OR amounts[n] < f.manual_from) IS NOT TRUE THEN 'manualDispatch'
    END;
    begins[n] := spent[s.merchant];
    spent[s.merchant] := spent[s.merchant] + total;
    merchant_count[s.merchant] := merchant_count[s.merchant] + 1;
    merchant_amount[s.merchant] := merchant_amount[s.merchant] + amounts[n];
    key_count[s.key] := key_count[s.key] + 1;
    key_amount[s.key] := key_amount[s.key] + amounts[n];
    person_count[s.person] := person_count[s.person] + 1;
    payee_count[s.payee] := payee_count[s.payee] + 1;
    payee_amount[s.payee] := payee_amount[s.payee] + amounts[n];
    card_count[s.card] := card_count[s.card] + 1;
    card_amount[s.card] := card_amount[s.card] + amounts[n];
    twins[s.twin] := true;
    CONTINUE WHEN people[n] IS NULL;
    human_amount[s.human] := human_amount[s.human] + amounts[n];
    by_hand_amount[s.merchant] := by_hand_amount[s.merchant] + amounts[n];
    payee_by_hand_amount[s.payee] := payee_by_hand_amount[s.payee] + amounts[n];
  END LOOP;

  WITH wanted AS MATERIALIZED (
    SELECT r.*, ids[r.n] AS id, outcomes[r.n] AS outcome, waits[r.n] AS wait_reason, begins[r.n] AS begins,
           begins[r.n] + r.amount + r.merchant_fee AS ends, (standings[r.n]).merchant AS merchant,
           (standings[r.n]).peak AS peak,
           CASE WHEN outcomes[r.n] = 'created' THEN CASE WHEN r.is_verified THEN 'verifying' ELSE 'queued' END END AS stage
    FROM unnest(merchant_order_nos, customers, currencies, amounts, account_names, bank_codes, branches, cards_sealed,
        card_hashes, cards_shown, name_marks, card_marks, memos, metadatas, notify_urls, locales, sources, api_versions, keys, people, tests, hashes,
        ips, channels, methods, routes, requests, facts)
      WITH ORDINALITY AS r (merchant_order_no, customer_id, currency, amount, account_name, bank_code, branch, card_sealed,
        card_hash, card_shown, name_mark, card_mark, memo, metadata, notify_url, locale, source, api_version, key, person,
        is_test, hash, ip, channel_id, method, route, request, refusal, agent_id, sub_agent_id, middleman_id, channel_account_id, merchant_fee,
        endpoint_fee, sub_agent_fee, middleman_fee, system_fee, takes_system_fee, chain_id, reserved, top_up, early,
        settleable, owed, daily_amount, daily_count, card_daily_amount, card_daily_count, manual_from, payee_hour_count,
        payee_day_amount, user_hour_count, key_hour_count, merchant_peak_factor, key_day_amount, is_cooling, is_verified, approval_from, n)
    WHERE outcomes[r.n] IN ('created', 'poor')
  ), held AS MATERIALIZED (
    -- Only what the money and its sums need: a payout is wide, and each step copies what it passes on.
    SELECT w.n, w.id, w.merchant, w.customer_id, w.agent_id, w.sub_agent_id, w.middleman_id, w.currency, w.amount, w.merchant_fee,
           w.key, w.person, w.is_test, w.request, w.reserved, w.top_up, w.early, w.settleable, w.begins, w.ends, w.peak, w.stage,
           w.wait_reason
    FROM wanted w WHERE w.outcome = 'created'
  ), bucket AS MATERIALIZED (
    -- Each merchant's money in the order in which it is spent: top-ups, early money with the oldest day first, the rest.
    SELECT x.merchant, x.account_id, x.early_id, x.settle_at, x.place,
           sum(x.amount) OVER spending - x.amount AS low, sum(x.amount) OVER spending AS high
    FROM (
      SELECT m.merchant, m.top_up AS account_id, NULL::bigint AS early_id, NULL::timestamptz AS settle_at, 1 AS place, b.balance AS amount
      FROM (SELECT DISTINCT merchant, top_up FROM held) m JOIN balance b ON b.account_id = m.top_up AND b.balance > 0
      UNION ALL
      SELECT m.merchant, m.early, e.id, e.settle_at, 2, e.amount
      FROM (SELECT DISTINCT merchant, early FROM held) m JOIN early_settlement e ON e.account_id = m.early AND e.amount > 0
      UNION ALL
      SELECT m.merchant, m.settleable, NULL, NULL, 3, b.balance
      FROM (SELECT DISTINCT merchant, settleable FROM held) m JOIN balance b ON b.account_id = m.settleable AND b.balance > 0
    ) x
    WINDOW spending AS (PARTITION BY x.merchant ORDER BY x.place, x.settle_at, x.early_id)
  ), taken AS MATERIALIZED (
    SELECT h.n, h.id, b.account_id, b.early_id, b.settle_at, b.place,
           (least(b.high, h.ends) - greatest(b.low, h.begins))::bigint AS amount
    FROM held h JOIN bucket b ON b.merchant = h.merchant AND b.low < h.ends AND b.high > h.begins
  ), leg AS MATERIALIZED (
    SELECT t.n, t.place AS leg, t.account_id AS account, -sum_minor(t.amount) AS amount FROM taken t GROUP BY t.n, t.place, t.account_id
    UNION ALL
    SELECT h.n, 4, h.reserved, h.amount + h.merchant_fee FROM held h
  ), mix AS MATERIALIZED (
    SELECT t.n, array_agg(t.account_id ORDER BY t.place, t.settle_at, t.early_id) FILTER (WHERE t.early_id IS NULL) AS plain_accounts,
           array_agg(t.amount ORDER BY t.place, t.settle_at, t.early_id) FILTER (WHERE t.early_id IS NULL) AS plain_amounts,
           array_agg(t.settle_at ORDER BY t.settle_at, t.early_id) FILTER (WHERE t.early_id IS NOT NULL) AS early_days,
           array_agg(t.amount ORDER BY t.settle_at, t.early_id) FILTER (WHERE t.early_id IS NOT NULL) AS early_amounts
    FROM taken t GROUP BY t.n
  ), moved AS (
    UPDATE balance b SET balance = b.balance + x.amount, version = b.version + x.legs
    FROM (SELECT leg.account, sum_minor(leg.amount) AS amount, count(*) AS legs FROM leg GROUP BY leg.account ORDER BY leg.account) x
    WHERE b.account_id = x.account
    RETURNING b.account_id, b.balance - x.amount AS balance, b.version - x.legs AS version
  ), drawn AS (
    UPDATE early_settlement e SET amount = e.amount - x.amount
    FROM (SELECT t.early_id, sum_minor(t.amount) AS amount FROM taken t WHERE t.early_id IS NOT NULL GROUP BY 1) x
    WHERE e.id = x.early_id
  ), numbered AS MATERIALIZED (
    SELECT q.n, array_agg(q.account ORDER BY q.leg) AS account_ids, array_agg(q.amount ORDER BY q.leg) AS amounts,
           array_agg(q.after ORDER BY q.leg) AS afters, array_agg(q.version ORDER BY q.leg) AS versions
    FROM (
      SELECT leg.*, m.balance + sum_minor(leg.amount) OVER running AS after, m.version + row_number() OVER running AS version
      FROM leg JOIN moved m ON m.account_id = leg.account
      WINDOW running AS (PARTITION BY leg.account ORDER BY leg.n, leg.leg)
    ) q
    GROUP BY q.n ORDER BY q.n
  ), entry AS MATERIALIZED (
    -- Ids are drawn after the balances are locked, so that an account's journals are numbered in their order.
    SELECT nextval('journal_id') AS journal_id, g.account_ids, g.amounts, g.afters, g.versions, h.id, h.customer_id, h.agent_id,
           h.sub_agent_id, h.middleman_id, h.currency, h.person, h.request, h.is_test
    FROM numbered g JOIN held h ON h.n = g.n
  ), posted AS (
    INSERT INTO journal (id, event, ref_id, seq, book, currency, posted_at, customer_id, agent_id, sub_agent_id, middleman_id,
      actor_id, request_id, account_ids, amounts, balances_after, versions)
    SELECT e.journal_id, 'payout.submit', e.id, 1, CASE WHEN e.is_test THEN 'test' ELSE 'main' END, e.currency, now_at,
           e.customer_id, e.agent_id, e.sub_agent_id, e.middleman_id, e.person, e.request, e.account_ids, e.amounts, e.afters,
           e.versions
    FROM entry e
  ), kept AS (
    INSERT INTO payout_hold (order_id, hold_no, account_ids, amounts, early_days, early_amounts)
    SELECT h.id, 1, coalesce(m.plain_accounts, '{}'), coalesce(m.plain_amounts, '{}'), m.early_days, m.early_amounts
    FROM held h JOIN mix m ON m.n = h.n
  ), made AS (
    INSERT INTO payout_order AS o (id, order_no, merchant_order_no, customer_id, agent_id, sub_agent_id, middleman_id, currency,
      amount, account_name, bank_code, branch, card_sealed, card_hash, card_shown, name_mark, card_mark, memo, metadata,
      notify_url, locale, source, api_version, api_key_id, submitted_by, is_test, request_hash, request_ip, created_at, method, merchant_fee, route,
      channel_id, channel_account_id, chain_id, endpoint_fee, sub_agent_fee, middleman_fee, system_fee, takes_system_fee,
      hold_no, stage, stage_since, wait_reason, failure, completed_at, status)
    SELECT w.id, prefix || lpad(w.id::text, 10, '0'), w.merchant_order_no, w.customer_id, w.agent_id, w.sub_agent_id,
           w.middleman_id, w.currency, w.amount, w.account_name, w.bank_code, w.branch, w.card_sealed, w.card_hash, w.card_shown,
           w.name_mark, w.card_mark, w.memo, coalesce(w.metadata, '{}'), w.notify_url, w.locale, w.source, w.api_version, w.key, w.person, w.is_test,
           w.hash, w.ip, now_at, w.method, w.merchant_fee, w.route, w.channel_id, w.channel_account_id, w.chain_id,
           w.endpoint_fee, w.sub_agent_fee, w.middleman_fee, w.system_fee, w.takes_system_fee,
           CASE WHEN w.stage IS NOT NULL THEN 1 END, w.stage, now_at, w.wait_reason,
           CASE WHEN w.stage IS NULL THEN 'insufficientBalance' END, CASE WHEN w.stage IS NULL THEN now_at END,
           CASE WHEN w.stage IS NULL THEN 'insufficient_balance' ELSE 'processing' END
    FROM wanted w
    RETURNING o.*
  ), queued AS (
    INSERT INTO payout_work (order_id, next_at)
    SELECT h.id, now() FROM held h WHERE h.stage = 'verifying' OR h.wait_reason IS NULL
  ), audited AS (
    INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, to_status, journal_id, after, request_id)
    SELECT now_at, coalesce(w.person, w.customer_id), coalesce(w.person, w.customer_id), 'payout.submit', 'payout', m.id::text,
           m.status, e.journal_id, payout_origin(m::payout_order) || CASE WHEN w.wait_reason IS NULL THEN '{}'::jsonb
             ELSE jsonb_build_object('wait', w.wait_reason) END, w.request
    FROM made m JOIN wanted w ON w.id = m.id LEFT JOIN entry e ON e.id = m.id
  ), counted AS (
    INSERT INTO payout_tally AS t (kind, subject_id, currency, begins_at, count, amount, peak)
    SELECT x.kind, x.subject, x.currency, x.begins_at, count(*), sum_minor(x.amount), max(x.peak)
    FROM held h
    CROSS JOIN LATERAL (VALUES
      ('merchantHour', h.customer_id, h.currency, date_trunc('hour', now_at), h.amount, coalesce(h.peak, 0)),
      ('merchantDay', h.customer_id, h.currency, today, h.amount, NULL),
      ('keyHour', h.key, h.currency, date_trunc('hour', now_at), h.amount, NULL),
      ('keyDay', h.key, h.currency, today, h.amount, NULL),
      ('userHour', h.person, h.currency, date_trunc('hour', now_at), h.amount, NULL)
    ) AS x (kind, subject, currency, begins_at, amount, peak)
    WHERE x.subject IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (kind, subject_id, currency, begins_at) DO UPDATE
      SET count = t.count + EXCLUDED.count, amount = t.amount + EXCLUDED.amount
  ), told AS (
    INSERT INTO outbox_batch (kind, ids, payload, created_at)
    SELECT 'payout.created', array_agg(nextval('outbox_id_seq')), json_build_object(
      'order_id', array_agg(w.id::text), 'status', array_agg(CASE WHEN w.stage IS NULL THEN 'insufficient_balance' ELSE 'processing' END)), now_at
    FROM wanted w HAVING count(*) > 0
  ), told_singly AS (
    INSERT INTO outbox (kind, subject, payload, created_at)
    SELECT 'payout.waiting', 'payout:' || h.id, json_build_object('order_id', h.id::text, 'reason', h.wait_reason), now_at
    FROM held h WHERE h.wait_reason IS NOT NULL
    UNION ALL
    SELECT 'payout.failed', 'payout:' || m.id, payout_news(m::payout_order), now_at FROM made m WHERE m.status = 'insufficient_balance'
  )
  SELECT (SELECT count(*) FROM entry), (SELECT count(*) FROM held) INTO moved_rows, due_rows;
  IF moved_rows <> due_rows THEN
    RAISE EXCEPTION 'a balance of these payouts is missing' USING ERRCODE = 'LG404';
  END IF;

  RETURN QUERY
  SELECT r.n::int, r.outcome, r.id, prefix || lpad(r.id::text, 10, '0'),
         CASE WHEN r.outcome = 'created' THEN CASE WHEN (facts[r.n]).is_verified THEN 'verifying' ELSE 'queued' END END,
         r.wait_reason, (facts[r.n]).merchant_fee, now_at
  FROM unnest(outcomes, ids, waits) WITH ORDINALITY AS r (outcome, id, wait_reason, n) ORDER BY r.n;
END $$;

-- Of these merchants, those of whom somebody else holds a balance now that submitting would take.
CREATE FUNCTION held_merchants(customers bigint[]) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  free bigint[];
BEGIN
  SELECT array_agg(f.account_id) INTO free
  FROM (
    SELECT b.account_id FROM balance b
    WHERE b.account_id IN (
      SELECT a.id FROM account a WHERE a.owner_id = ANY (customers) AND a.kind IN ('L200', 'L201', 'L202', 'L230', 'A130'))
    ORDER BY b.account_id FOR NO KEY UPDATE SKIP LOCKED
  ) f;
  RETURN QUERY
  SELECT DISTINCT a.owner_id FROM account a JOIN balance b ON b.account_id = a.id
  WHERE a.owner_id = ANY (customers) AND a.kind IN ('L200', 'L201', 'L202', 'L230', 'A130')
    AND b.account_id <> ALL (coalesce(free, '{}'));
END $$;

REVOKE ALL ON FUNCTION open_payout_chains, payout_submit, held_merchants FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION payout_submit, held_merchants TO suanpan_app;
  END IF;
END $$;
