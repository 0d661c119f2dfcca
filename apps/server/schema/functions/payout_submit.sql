-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100100_payout_submit
--
-- 20261127160100_payout_admitted
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
--
-- 20261129100000_payout_purse
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

CREATE FUNCTION payout_submit(merchant_order_nos text[], customers bigint[], currencies text[], amounts bigint[], account_names text[], bank_codes text[], branches text[], cards_sealed text[], card_hashes text[], cards_shown text[], name_marks text[], card_marks text[], memos text[], metadatas jsonb[], notify_urls text[], locales text[], sources text[], api_versions text[], keys bigint[], people bigint[], tests boolean[], hashes bytea[], ips text[], channels bigint[], methods text[], routes jsonb[], agreed boolean[], duplicates_known boolean[], requests text[])
 RETURNS TABLE(ordinal integer, outcome text, order_id bigint, order_no text, stage text, wait_reason text, merchant_fee bigint, at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 300
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET lock_timeout TO '250ms'
AS $function$
#variable_conflict use_column
DECLARE
  now_at timestamptz := business_now();
  today timestamptz := business_day(now_at)::timestamp AT TIME ZONE 'UTC' - interval '8 hours';
  prefix text := 'P' || to_char(now_at AT TIME ZONE 'UTC' + interval '8 hours', 'YYMMDD');
  this_hour timestamptz := date_trunc('hour', now_at);
  hour_before timestamptz := date_trunc('hour', now_at) - interval '1 hour';
  -- Part of the hour before that is still within the last sixty minutes.
  hour_left numeric := 1 - extract(epoch FROM now_at - date_trunc('hour', now_at)) / 3600;
  size int := cardinality(customers);
  -- Who submits by hand, as a human with whatever accounts, by currency.
  humans text[] := array_fill(NULL::text, ARRAY[size]);
  facts payout_facts[];
  f payout_facts;
  standings payout_standing[];
  s payout_standing;
  -- Five a merchant: top-ups, early money and the rest, in the order in which they are spent; what is reserved; what he owes. They
  -- move here as the batch goes on, and are written once.
  accounts bigint[];
  balances bigint[];
  versions bigint[];
  versions_before bigint[];
  -- Behind which place those of a merchant stand.
  purse int;
  owing bigint;
  part bigint;
  taken payout_taken;
  takings payout_taken[] := array_fill(NULL::payout_taken, ARRAY[size]);
  journals bigint[] := array_fill(NULL::bigint, ARRAY[size]);
  -- From where to where it takes early money, the oldest day first.
  early_from bigint[] := array_fill(NULL::bigint, ARRAY[size]);
  early_to bigint[] := array_fill(NULL::bigint, ARRAY[size]);
  early_begins bigint[];
  early record;
  -- Running sums of the batch, by the places of the standing.
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
  ids bigint[] := array_fill(NULL::bigint, ARRAY[size]);
  total bigint;
  moved_rows int;
BEGIN
  IF array_remove(people, NULL) <> '{}' THEN
    humans := ARRAY(SELECT u.person_id || ' ' || p.currency FROM unnest(people, currencies) WITH ORDINALITY AS p (id, currency, n)
                    LEFT JOIN app_user u ON u.id = p.id ORDER BY p.n);
  END IF;
  -- What the tables say of each request. Twice where a chain pays out for the first time. Requests that differ by payee and sum
  -- alone go by the same terms, and these are looked up once.
  FOR look IN 1 .. 2 LOOP
    WITH asked AS MATERIALIZED (
      SELECT r.*, dense_rank() OVER (ORDER BY r.customer, r.currency, r.is_test) AS merchant,
             dense_rank() OVER (ORDER BY r.customer, r.currency, r.is_test, r.key) AS key_place,
             dense_rank() OVER (ORDER BY r.customer, r.currency, r.is_test, r.key, r.person, r.channel, r.method) AS terms
      FROM unnest(customers, currencies, amounts, keys, people, tests, channels, methods, name_marks, card_marks)
        WITH ORDINALITY AS r (customer, currency, amount, key, person, is_test, channel, method, name_mark, card_mark, n)
    ), term AS MATERIALIZED (
      SELECT q.terms, u.agent_id, u.sub_agent_id, u.middleman_id,
             u.status IS DISTINCT FROM 'active' OR agent.status IS DISTINCT FROM 'active' AS is_off,
             (q.key IS NOT NULL AND k.id IS NULL)
               OR (q.person IS NOT NULL AND NOT pays_out_for(q.person, u.id, u.agent_id))
               -- The sums of keys and of persons hold nobody who is neither.
               OR (q.key IS NULL AND q.person IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) AS is_stranger,
             way.*, agent.system_fee_mode = 'realtime' AS takes_system_fee,
             chain.id AS chain_id, chain.reserved, chain.top_up, chain.early, chain.settleable, chain.owed,
             coalesce(own.min_amount, tree.min_amount, house.min_amount, 0) AS least,
             coalesce(own.max_amount, tree.max_amount, house.max_amount, 0) AS most,
             coalesce(own.daily_amount, tree.daily_amount, house.daily_amount) AS daily_amount,
             coalesce(own.daily_count, tree.daily_count, house.daily_count) AS daily_count,
             coalesce(own.card_daily_amount, tree.card_daily_amount, house.card_daily_amount) AS card_daily_amount,
             coalesce(own.card_daily_count, tree.card_daily_count, house.card_daily_count) AS card_daily_count,
             coalesce(own.manual_from, tree.manual_from, house.manual_from) AS manual_from,
             coalesce(own.payee_hour_count, tree.payee_hour_count, house.payee_hour_count) AS payee_hour_count,
             coalesce(own.payee_day_amount, tree.payee_day_amount, house.payee_day_amount) AS payee_day_amount,
             coalesce(own.user_hour_count, tree.user_hour_count, house.user_hour_count) AS user_hour_count,
             coalesce(own.key_hour_count, tree.key_hour_count, house.key_hour_count) AS key_hour_count,
             coalesce(own.merchant_peak_factor, tree.merchant_peak_factor, house.merchant_peak_factor) AS merchant_peak_factor,
             k.daily_payout_minor AS key_day_amount,
             -- As payout_reverify asks too.
             EXISTS (SELECT FROM account_change c
                     WHERE c.user_id IN (q.customer, q.person) AND c.what NOT IN ('account', 'rights')
                       AND c.at > now() - CASE WHEN c.by_id = c.user_id THEN interval '2 hours' ELSE interval '24 hours' END) AS is_cooling,
             v.user_id IS NOT NULL AS is_verified,
             CASE WHEN q.person IS NOT NULL THEN payout_approval_from(u.agent_id, q.currency) END AS approval_from
      FROM (SELECT DISTINCT ON (a.terms) a.* FROM asked a ORDER BY a.terms) q
      LEFT JOIN app_user u ON u.id = q.customer AND u.kind = 'customer'
      LEFT JOIN app_user agent ON agent.id = u.agent_id
      LEFT JOIN api_key k ON k.id = q.key AND k.customer_id = q.customer AND k.disabled_at IS NULL AND k.is_test = q.is_test
      LEFT JOIN LATERAL (
        SELECT c.channel_account_id, m.merchant_pct, m.merchant_per_item, c.endpoint_pct, c.endpoint_per_item, m.sub_agent_pct,
               m.sub_agent_per_item, m.middleman_pct, m.middleman_per_item, g.system_pct, g.system_per_item,
               greatest(c.min_amount, m.min_amount) AS way_min, c.max_amount AS channel_max, m.max_amount AS method_max,
               CASE WHEN NOT c.integer_only THEN 1 WHEN q.currency = 'USDT' THEN 1000000 ELSE 10000 END AS steps
        FROM channel c
        JOIN channel_account a ON a.id = c.channel_account_id AND a.enabled AND a.direction = 'payout'
        JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = u.agent_id AND g.enabled
        JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = u.id AND m.alias = q.method AND m.enabled
        WHERE c.id = q.channel AND c.enabled AND c.direction = 'payout' AND c.currency = q.currency
      ) way ON true
      LEFT JOIN payout_chain chain ON chain.customer_id = q.customer AND chain.channel_account_id = way.channel_account_id
        AND chain.agent_id = u.agent_id AND chain.sub_agent_id = coalesce(u.sub_agent_id, 0)
        AND chain.middleman_id = coalesce(u.middleman_id, 0) AND chain.currency = q.currency
        AND chain.book = CASE WHEN q.is_test THEN 'test' ELSE 'main' END
      LEFT JOIN payout_setting own ON own.owner_id = q.customer AND own.currency = q.currency
      LEFT JOIN payout_setting tree ON tree.owner_id = u.agent_id AND tree.currency = q.currency
      LEFT JOIN payout_setting house ON house.owner_id = 0 AND house.currency = q.currency
      LEFT JOIN audit_setting v ON v.user_id = q.customer AND v.enabled AND 'payout' = ANY (v.applies)
    )
    SELECT array_agg(ROW(
      CASE
        WHEN p.is_off THEN 'merchantDisabled'
        WHEN EXISTS (SELECT FROM block_entry b WHERE b.kind IN ('name', 'card') AND b.value IN (p.name_mark, p.card_mark)
            AND (b.agent_id IS NULL OR b.agent_id = p.agent_id)) THEN 'blockedPayee'
        WHEN (p.amount >= p.way_min AND (p.channel_max = 0 OR p.amount <= p.channel_max)
            AND (p.method_max = 0 OR p.amount <= p.method_max) AND p.amount % p.steps = 0
            AND p.merchant_fee >= p.endpoint_fee + p.sub_agent_fee + p.middleman_fee + p.system_fee) IS NOT TRUE
          THEN 'noChannelAvailable'
        WHEN p.is_stranger THEN 'forbidden'
        WHEN p.amount < p.least OR (p.most > 0 AND p.amount > p.most) THEN 'amountOutOfRange'
      END,
      p.agent_id, p.sub_agent_id, p.middleman_id, p.channel_account_id, p.merchant_fee, p.endpoint_fee, p.sub_agent_fee,
      p.middleman_fee, p.system_fee, p.takes_system_fee, p.chain_id, p.reserved, p.top_up, p.early, p.settleable, p.owed,
      p.daily_amount, p.daily_count, p.card_daily_amount, p.card_daily_count, p.manual_from, p.payee_hour_count, p.payee_day_amount,
      p.user_hour_count, p.key_hour_count, p.merchant_peak_factor, p.key_day_amount, p.is_cooling, p.is_verified, p.approval_from,
      p.merchant, p.key_place
    )::payout_facts ORDER BY p.n)
    INTO facts
    FROM (
      SELECT a.n, a.amount, a.name_mark, a.card_mark, a.merchant, a.key_place, t.*,
             fee_of(a.amount, t.merchant_pct, t.merchant_per_item) AS merchant_fee,
             fee_of(a.amount, t.endpoint_pct, t.endpoint_per_item) AS endpoint_fee,
             CASE WHEN t.sub_agent_id IS NULL THEN 0 ELSE fee_of(a.amount, t.sub_agent_pct, t.sub_agent_per_item) END AS sub_agent_fee,
             CASE WHEN t.middleman_id IS NULL THEN 0 ELSE fee_of(a.amount, t.middleman_pct, t.middleman_per_item) END AS middleman_fee,
             fee_of(a.amount, t.system_pct, t.system_per_item) AS system_fee
      FROM asked a JOIN term t ON t.terms = a.terms OFFSET 0
    ) p;

    EXIT WHEN look = 2 OR NOT EXISTS (SELECT FROM unnest(facts) x WHERE x.refusal IS NULL AND x.chain_id IS NULL);
    PERFORM open_payout_chains(array_agg(customers[x.n]), array_agg(x.agent_id), array_agg(coalesce(x.sub_agent_id, 0)),
      array_agg(coalesce(x.middleman_id, 0)), array_agg(x.channel_account_id), array_agg(currencies[x.n]),
      array_agg(CASE WHEN tests[x.n] THEN 'test' ELSE 'main' END))
    FROM unnest(facts) WITH ORDINALITY AS x (refusal, agent_id, sub_agent_id, middleman_id, channel_account_id, merchant_fee,
      endpoint_fee, sub_agent_fee, middleman_fee, system_fee, takes_system_fee, chain_id, reserved, top_up, early, settleable,
      owed, daily_amount, daily_count, card_daily_amount, card_daily_count, manual_from, payee_hour_count, payee_day_amount,
      user_hour_count, key_hour_count, merchant_peak_factor, key_day_amount, is_cooling, is_verified, approval_from, merchant, key_place, n)
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
  WITH owned AS MATERIALIZED (
    SELECT m.merchant, v.place, v.account
    -- One that is refused may have no chain.
    FROM (SELECT DISTINCT ON (x.merchant) x.merchant, x.top_up, x.early, x.settleable, x.reserved, x.owed
          FROM unnest(facts) x ORDER BY x.merchant, x.chain_id) m
    CROSS JOIN LATERAL (VALUES (1, m.top_up), (2, m.early), (3, m.settleable), (4, m.reserved), (5, m.owed)) AS v (place, account)
  ), locked AS MATERIALIZED (
    SELECT b.account_id, b.balance, b.version FROM balance b WHERE b.account_id IN (SELECT o.account FROM owned o)
    ORDER BY b.account_id FOR NO KEY UPDATE
  )
  SELECT array_agg(o.account ORDER BY o.merchant, o.place), array_agg(l.balance ORDER BY o.merchant, o.place),
         array_agg(l.version ORDER BY o.merchant, o.place)
  INTO accounts, balances, versions
  FROM owned o LEFT JOIN locked l ON l.account_id = o.account;
  early_begins := balances;
  versions_before := versions;

  SELECT array_agg(ROW(
    o.id, o.request_hash, r.merchant, m.count, coalesce(m.peak, m.most), m.day_count, m.day_amount,
    r.key_place, m.key_count, m.key_amount, r.person_place, person_hour.count + person_hour.before * hour_left,
    r.payee, payee.count, payee.amount, r.card, payee.own_count, payee.own_amount, r.twin, payee.has_twin, r.number,
    r.human, his.amount, by_hand.amount, payee.by_hand_amount
  )::payout_standing ORDER BY r.n)
  INTO standings
  FROM (
    SELECT q.*, dense_rank() OVER (ORDER BY q.card_hash, q.currency) AS payee,
           dense_rank() OVER (ORDER BY q.card_hash, q.currency, q.customer) AS card,
           dense_rank() OVER (ORDER BY q.card_hash, q.currency, q.customer, q.amount) AS twin,
           dense_rank() OVER (ORDER BY q.customer, q.no) AS number,
           array_position(people, q.person) AS person_place, array_position(humans, humans[q.n]) AS human
    FROM unnest(merchant_order_nos, customers, currencies, amounts, card_hashes, keys, people, tests, facts)
      WITH ORDINALITY AS q (no, customer, currency, amount, card_hash, key, person, is_test, refusal, agent_id, sub_agent_id,
        middleman_id, channel_account_id, merchant_fee, endpoint_fee, sub_agent_fee, middleman_fee, system_fee,
        takes_system_fee, chain_id, reserved, top_up, early, settleable, owed, daily_amount, daily_count, card_daily_amount,
        card_daily_count, manual_from, payee_hour_count, payee_day_amount, user_hour_count, key_hour_count,
        merchant_peak_factor, key_day_amount, is_cooling, is_verified, approval_from, merchant, key_place, n)
  ) r
  -- What requests of one merchant by one key share is looked up once.
  JOIN (
    SELECT s.key_place, h.*, peak.most
    FROM (
      SELECT DISTINCT ON (g.key_place) g.key_place, g.customer, g.currency, g.key
      FROM unnest(customers, currencies, keys, facts) AS g (customer, currency, key,
        refusal, agent_id, sub_agent_id, middleman_id, channel_account_id, merchant_fee, endpoint_fee, sub_agent_fee,
        middleman_fee, system_fee, takes_system_fee, chain_id, reserved, top_up, early, settleable, owed, daily_amount,
        daily_count, card_daily_amount, card_daily_count, manual_from, payee_hour_count, payee_day_amount,
        user_hour_count, key_hour_count, merchant_peak_factor, key_day_amount, is_cooling, is_verified, approval_from,
        merchant, key_place)
      ORDER BY g.key_place
    ) s
    -- Of the hour before counts what is still within the last sixty minutes.
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(t.count) FILTER (WHERE t.begins_at = this_hour), 0)
               + coalesce(sum(t.count) FILTER (WHERE t.begins_at = hour_before), 0) * hour_left AS count,
             coalesce(sum(t.count) FILTER (WHERE t.begins_at >= today), 0) AS day_count,
             coalesce(sum(t.amount) FILTER (WHERE t.begins_at >= today), 0) AS day_amount,
             coalesce(sum(t.count) FILTER (WHERE t.key_id = s.key AND t.begins_at = this_hour), 0)
               + coalesce(sum(t.count) FILTER (WHERE t.key_id = s.key AND t.begins_at = hour_before), 0) * hour_left AS key_count,
             coalesce(sum(t.amount + t.refunded) FILTER (WHERE t.key_id = s.key AND t.begins_at >= today), 0) AS key_amount,
             max(t.peak) FILTER (WHERE t.begins_at = this_hour) AS peak
      FROM payout_hour t
      WHERE t.customer_id = s.customer AND t.currency = s.currency AND t.begins_at BETWEEN least(today, hour_before) AND this_hour
    ) h ON true
    LEFT JOIN LATERAL (SELECT max(x.count) AS most FROM (
      SELECT sum(t.count) AS count FROM payout_hour t
      WHERE h.peak IS NULL AND t.customer_id = s.customer AND t.currency = s.currency AND t.begins_at > now_at - interval '30 days'
      GROUP BY t.begins_at) x) peak ON true
  ) m ON m.key_place = r.key_place
  -- By both columns as one, which the unique key alone serves: in tables without statistics it was planned as a walk through all
  -- payouts of the merchant. LIMIT keeps it a look-up: as a join it is planned as a walk through the whole index.
  LEFT JOIN LATERAL (SELECT p.id, p.request_hash FROM payout_order p
    WHERE (p.merchant_order_no, p.customer_id) BETWEEN (r.no, r.customer) AND (r.no, r.customer) LIMIT 1) o ON true
  LEFT JOIN LATERAL (SELECT coalesce(sum(t.count) FILTER (WHERE t.begins_at = this_hour), 0) AS count,
      coalesce(sum(t.count) FILTER (WHERE t.begins_at < this_hour), 0) AS before
    FROM payout_hour t
    WHERE t.person_id = r.person AND t.person_id <> 0 AND t.currency = r.currency
      AND t.begins_at BETWEEN hour_before AND this_hour) person_hour ON true
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
    JOIN payout_hour t ON t.person_id = u.id AND t.person_id <> 0 AND t.currency = r.currency
      AND t.begins_at > now_at - interval '25 hours'
    WHERE r.person IS NOT NULL AND u.person_id = (SELECT me.person_id FROM app_user me WHERE me.id = r.person)) his ON true
  LEFT JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS amount FROM payout_order p
    WHERE r.person IS NOT NULL AND p.customer_id = r.customer AND p.created_at > now_at - interval '24 hours'
      AND p.submitted_by IS NOT NULL AND p.currency = r.currency AND p.status <> 'insufficient_balance') by_hand ON true;

  FOR n IN 1 .. size LOOP
    f := facts[n];
    s := standings[n];
    total := amounts[n] + f.merchant_fee;
    purse := 5 * (f.merchant - 1);
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
      WHEN (balances[purse + 5] >= 0) IS NOT TRUE THEN 'receivableOutstanding'
      WHEN f.daily_amount > 0 AND s.merchant_day_amount + merchant_amount[s.merchant] + amounts[n] > f.daily_amount
        THEN 'dailyAmountReached'
      WHEN f.daily_count > 0 AND s.merchant_day_count + merchant_count[s.merchant] >= f.daily_count THEN 'dailyCountReached'
      WHEN (f.card_daily_count > 0 AND s.card_count + card_count[s.card] >= f.card_daily_count)
        OR (f.card_daily_amount > 0 AND s.card_amount + card_amount[s.card] + amounts[n] > f.card_daily_amount)
        THEN 'cardUsageReached'
      WHEN NOT duplicates_known[n] AND (s.has_twin OR twins[s.twin]) THEN 'duplicatePayout'
      WHEN total > greatest(balances[purse + 1], 0)::numeric + greatest(balances[purse + 2], 0) + greatest(balances[purse + 3], 0)
        THEN 'poor'
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
    IF balances[purse + 4] IS NULL THEN
      RAISE EXCEPTION 'a balance of these payouts is missing' USING ERRCODE = 'LG404';
    END IF;
    taken := ROW('{}', '{}', '{}', '{}', '{}', '{}', NULL, NULL);
    owing := total;
    FOR place IN purse + 1 .. purse + 3 LOOP
      part := least(owing, greatest(balances[place], 0));
      CONTINUE WHEN part = 0;
      IF place = purse + 2 THEN
        early_from[n] := early_begins[place] - balances[place];
        early_to[n] := early_from[n] + part;
      ELSE
        taken.held_accounts := taken.held_accounts || accounts[place];
        taken.held_amounts := taken.held_amounts || part;
      END IF;
      balances[place] := balances[place] - part;
      versions[place] := versions[place] + 1;
      taken.accounts := taken.accounts || accounts[place];
      taken.amounts := taken.amounts || -part;
      taken.balances := taken.balances || balances[place];
      taken.versions := taken.versions || versions[place];
      owing := owing - part;
      EXIT WHEN owing = 0;
    END LOOP;
    balances[purse + 4] := balances[purse + 4] + total;
    versions[purse + 4] := versions[purse + 4] + 1;
    taken.accounts := taken.accounts || accounts[purse + 4];
    taken.amounts := taken.amounts || total;
    taken.balances := taken.balances || balances[purse + 4];
    taken.versions := taken.versions || versions[purse + 4];
    takings[n] := taken;
    -- Drawn after the balances are locked, so that an account's journals are numbered in their order.
    journals[n] := nextval('journal_id');
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

  IF array_remove(early_to, NULL) <> '{}' THEN
    FOR early IN
      WITH day AS MATERIALIZED (
        SELECT e.id, e.account_id, e.settle_at, sum(e.amount) OVER days - e.amount AS low, sum(e.amount) OVER days AS high
        FROM early_settlement e
        WHERE e.amount > 0
          AND e.account_id IN (SELECT (facts[t.n]).early FROM unnest(early_to) WITH ORDINALITY AS t (until, n) WHERE t.until IS NOT NULL)
        WINDOW days AS (PARTITION BY e.account_id ORDER BY e.settle_at, e.id)
      ), share AS MATERIALIZED (
        SELECT p.n, d.id, d.settle_at, (least(d.high, p.until) - greatest(d.low, p.since))::bigint AS amount
        FROM unnest(early_from, early_to) WITH ORDINALITY AS p (since, until, n)
        JOIN day d ON d.account_id = (facts[p.n]).early AND d.low < p.until AND d.high > p.since
      ), drawn AS (
        UPDATE early_settlement e SET amount = e.amount - x.amount
        FROM (SELECT s.id, sum_minor(s.amount) AS amount FROM share s GROUP BY 1) x
        WHERE e.id = x.id
      )
      SELECT s.n, array_agg(s.settle_at ORDER BY s.settle_at, s.id) AS days, array_agg(s.amount ORDER BY s.settle_at, s.id) AS amounts,
             sum_minor(s.amount) AS amount
      FROM share s GROUP BY s.n
    LOOP
      IF early.amount <> early_to[early.n] - early_from[early.n] THEN
        RAISE EXCEPTION 'a day of the early money of these payouts is missing' USING ERRCODE = 'LG404';
      END IF;
      takings[early.n].days := early.days;
      takings[early.n].day_amounts := early.amounts;
    END LOOP;
  END IF;

  WITH wanted AS MATERIALIZED (
    SELECT r.*, ids[r.n] AS id, outcomes[r.n] AS outcome, waits[r.n] AS wait_reason, (standings[r.n]).peak AS peak,
           CASE WHEN outcomes[r.n] = 'created' THEN CASE WHEN r.is_verified THEN 'verifying' ELSE 'queued' END END AS stage
    FROM unnest(merchant_order_nos, customers, currencies, amounts, account_names, bank_codes, branches, cards_sealed,
        card_hashes, cards_shown, name_marks, card_marks, memos, metadatas, notify_urls, locales, sources, api_versions, keys, people, tests, hashes,
        ips, channels, methods, routes, requests, journals, takings, facts)
      WITH ORDINALITY AS r (merchant_order_no, customer_id, currency, amount, account_name, bank_code, branch, card_sealed,
        card_hash, card_shown, name_mark, card_mark, memo, metadata, notify_url, locale, source, api_version, key, person,
        is_test, hash, ip, channel_id, method, route, request, journal_id, accounts, amounts, balances, versions, held_accounts,
        held_amounts, days, day_amounts, refusal, agent_id, sub_agent_id, middleman_id, channel_account_id, merchant_fee,
        endpoint_fee, sub_agent_fee, middleman_fee, system_fee, takes_system_fee, chain_id, reserved, top_up, early,
        settleable, owed, daily_amount, daily_count, card_daily_amount, card_daily_count, manual_from, payee_hour_count,
        payee_day_amount, user_hour_count, key_hour_count, merchant_peak_factor, key_day_amount, is_cooling, is_verified, approval_from, merchant, key_place, n)
    WHERE outcomes[r.n] IN ('created', 'poor')
  ), held AS MATERIALIZED (
    -- Only what the money and its sums need: a payout is wide, and each step copies what it passes on.
    SELECT w.id, w.customer_id, w.agent_id, w.sub_agent_id, w.middleman_id, w.currency, w.amount, w.key, w.person, w.is_test, w.request,
           w.journal_id, w.accounts, w.amounts, w.balances, w.versions, w.held_accounts, w.held_amounts, w.days, w.day_amounts, w.peak,
           w.stage, w.wait_reason
    FROM wanted w WHERE w.outcome = 'created'
  ), moved AS (
    UPDATE balance b SET balance = x.balance, version = x.version
    FROM (SELECT v.* FROM unnest(accounts, balances, versions, versions_before) AS v (account, balance, version, version_before)
          WHERE v.version <> v.version_before ORDER BY v.account) x
    WHERE b.account_id = x.account AND b.version = x.version_before
    RETURNING b.account_id
  ), posted AS (
    INSERT INTO journal (id, event, ref_id, seq, book, currency, posted_at, customer_id, agent_id, sub_agent_id, middleman_id,
      actor_id, request_id, account_ids, amounts, balances_after, versions)
    SELECT h.journal_id, 'payout.submit', h.id, 1, CASE WHEN h.is_test THEN 'test' ELSE 'main' END, h.currency, now_at,
           h.customer_id, h.agent_id, h.sub_agent_id, h.middleman_id, h.person, h.request, h.accounts, h.amounts, h.balances,
           h.versions
    FROM held h
  ), kept AS (
    INSERT INTO payout_hold (order_id, hold_no, account_ids, amounts, early_days, early_amounts)
    SELECT h.id, 1, h.held_accounts, h.held_amounts, h.days, h.day_amounts FROM held h
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
    RETURNING o.id, o.status, payout_origin(o) AS origin, CASE WHEN o.status = 'insufficient_balance' THEN payout_news(o) END AS news
  ), queued AS (
    INSERT INTO payout_work (order_id, next_at)
    SELECT h.id, now() FROM held h WHERE h.stage = 'verifying' OR h.wait_reason IS NULL
  ), audited AS (
    INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, to_status, journal_id, after, request_id)
    SELECT now_at, coalesce(w.person, w.customer_id), coalesce(w.person, w.customer_id), 'payout.submit', 'payout', m.id::text,
           m.status, w.journal_id, CASE WHEN w.wait_reason IS NULL THEN m.origin
             ELSE m.origin || jsonb_build_object('wait', w.wait_reason) END, w.request
    FROM made m JOIN wanted w ON w.id = m.id
  ), counted AS (
    INSERT INTO payout_hour AS t (customer_id, currency, begins_at, key_id, person_id, count, amount, peak)
    SELECT h.customer_id, h.currency, this_hour, coalesce(h.key, 0), coalesce(h.person, 0), count(*), sum_minor(h.amount),
           coalesce(max(h.peak), 0)
    FROM held h GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 4, 5
    ON CONFLICT (customer_id, currency, begins_at, key_id, person_id) DO UPDATE
      SET count = t.count + EXCLUDED.count, amount = t.amount + EXCLUDED.amount, peak = coalesce(t.peak, EXCLUDED.peak)
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
    SELECT 'payout.failed', 'payout:' || m.id, m.news, now_at FROM made m WHERE m.news IS NOT NULL
  )
  SELECT count(*) INTO moved_rows FROM moved;
  IF moved_rows <> (SELECT count(*) FROM unnest(versions, versions_before) AS v (version, version_before) WHERE v.version <> v.version_before)
  THEN
    RAISE EXCEPTION 'a balance of these payouts is not what it was under its lock' USING ERRCODE = 'LG404';
  END IF;

  RETURN QUERY
  SELECT r.n::int, r.outcome, r.id, prefix || lpad(r.id::text, 10, '0'),
         CASE WHEN r.outcome = 'created' THEN CASE WHEN (facts[r.n]).is_verified THEN 'verifying' ELSE 'queued' END END,
         r.wait_reason, (facts[r.n]).merchant_fee, now_at
  FROM unnest(outcomes, ids, waits) WITH ORDINALITY AS r (outcome, id, wait_reason, n) ORDER BY r.n;
END $function$
;
