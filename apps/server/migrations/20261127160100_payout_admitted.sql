-- Up Migration
-- A signed payout is let in and submitted in one statement and one commit, as collections are. Submitting looks up once what payouts of
-- one merchant share: his terms, his funds and what he submitted; and it writes one counter (payout_hour).

ALTER TYPE payout_facts ADD ATTRIBUTE merchant int, ADD ATTRIBUTE key_place int;

-- Chains are never taken away, the door finds the one that it writes, and the proof holds it against the payout's parties (Y4): a look at
-- it for each payout tells nothing more.
ALTER TABLE payout_order DROP CONSTRAINT payout_order_chain_id_fkey;

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
CREATE OR REPLACE FUNCTION payout_submit(
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
  PERFORM FROM balance b
  WHERE b.account_id IN (
    SELECT a.id FROM unnest(facts) x
    CROSS JOIN LATERAL (VALUES (x.reserved), (x.top_up), (x.early), (x.settleable), (x.owed)) AS a (id))
  ORDER BY b.account_id FOR NO KEY UPDATE;

  SELECT array_agg(ROW(
    o.id, o.request_hash, m.available, m.owes, r.merchant, m.count, coalesce(m.peak, m.most), m.day_count, m.day_amount,
    r.key_place, m.key_count, m.key_amount, r.person_place, person_hour.count + person_hour.before * hour_left,
    r.payee, payee.count, payee.amount, r.card, payee.own_count, payee.own_amount, r.twin, payee.has_twin, r.number,
    r.human, his.amount, by_hand.amount, payee.by_hand_amount
  )::payout_standing ORDER BY r.n)
  INTO standings
  FROM (
    SELECT q.*, dense_rank() OVER (ORDER BY q.customer, q.currency, q.card_hash) AS card,
           dense_rank() OVER (ORDER BY q.customer, q.currency, q.card_hash, q.amount) AS twin,
           dense_rank() OVER (ORDER BY q.card_hash, q.currency) AS payee,
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
    SELECT s.key_place, funds.*, h.*, peak.most
    FROM (
      SELECT DISTINCT ON (g.key_place) g.key_place, g.customer, g.currency, g.key, g.top_up, g.early, g.settleable, g.owed
      FROM unnest(customers, currencies, keys, facts) AS g (customer, currency, key,
        refusal, agent_id, sub_agent_id, middleman_id, channel_account_id, merchant_fee, endpoint_fee, sub_agent_fee,
        middleman_fee, system_fee, takes_system_fee, chain_id, reserved, top_up, early, settleable, owed, daily_amount,
        daily_count, card_daily_amount, card_daily_count, manual_from, payee_hour_count, payee_day_amount,
        user_hour_count, key_hour_count, merchant_peak_factor, key_day_amount, is_cooling, is_verified, approval_from,
        merchant, key_place)
      -- One that is refused may have no chain.
      ORDER BY g.key_place, g.chain_id
    ) s
    LEFT JOIN LATERAL (
      SELECT sum(greatest(b.balance, 0)) FILTER (WHERE b.account_id <> s.owed) AS available,
             bool_or(b.balance < 0) FILTER (WHERE b.account_id = s.owed) AS owes
      FROM balance b WHERE b.account_id IN (s.top_up, s.early, s.settleable, s.owed)
    ) funds ON true
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
           begins[r.n] + r.amount + r.merchant_fee AS ends, (standings[r.n]).peak AS peak,
           CASE WHEN outcomes[r.n] = 'created' THEN CASE WHEN r.is_verified THEN 'verifying' ELSE 'queued' END END AS stage
    FROM unnest(merchant_order_nos, customers, currencies, amounts, account_names, bank_codes, branches, cards_sealed,
        card_hashes, cards_shown, name_marks, card_marks, memos, metadatas, notify_urls, locales, sources, api_versions, keys, people, tests, hashes,
        ips, channels, methods, routes, requests, facts)
      WITH ORDINALITY AS r (merchant_order_no, customer_id, currency, amount, account_name, bank_code, branch, card_sealed,
        card_hash, card_shown, name_mark, card_mark, memo, metadata, notify_url, locale, source, api_version, key, person,
        is_test, hash, ip, channel_id, method, route, request, refusal, agent_id, sub_agent_id, middleman_id, channel_account_id, merchant_fee,
        endpoint_fee, sub_agent_fee, middleman_fee, system_fee, takes_system_fee, chain_id, reserved, top_up, early,
        settleable, owed, daily_amount, daily_count, card_daily_amount, card_daily_count, manual_from, payee_hour_count,
        payee_day_amount, user_hour_count, key_hour_count, merchant_peak_factor, key_day_amount, is_cooling, is_verified, approval_from, merchant, key_place, n)
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

-- A signed payout in one statement and one commit: the nonce is burnt and the minute counted (admit_requests) with the payout.
-- `counters`, `nonces` and `limits` are those of admit_requests; a request without a counter was not signed and needs no admission. The
-- rest are those of payout_submit_limited; where no channel has a limit, nothing is reserved. Answers per request, in order: its verdict,
-- and for those that are ok what payout_submit says. One that is refused burns its nonce and leaves its neighbours as they are.
CREATE FUNCTION payout_submit_admitted(
  counters bigint[], nonces text[], limits int[],
  merchant_order_nos text[], customers bigint[], currencies text[], amounts bigint[], account_names text[],
  bank_codes text[], branches text[], cards_sealed text[], card_hashes text[], cards_shown text[], name_marks text[],
  card_marks text[], memos text[],
  metadatas jsonb[], notify_urls text[], locales text[], sources text[], api_versions text[], keys bigint[],
  people bigint[], tests boolean[], hashes bytea[], ips text[], channels bigint[], methods text[], routes jsonb[],
  agreed boolean[], duplicates_known boolean[], requests text[], limited_methods bigint[]
) RETURNS TABLE (
  verdict text, outcome text, order_id bigint, order_no text, stage text, wait_reason text, merchant_fee bigint, at timestamptz
)
LANGUAGE plpgsql SET search_path = public, pg_temp ROWS 300 AS $$
#variable_conflict use_column
DECLARE
  durability text := current_setting('synchronous_commit');
  signed int[] := ARRAY(SELECT c.n FROM unnest(counters) WITH ORDINALITY AS c (counter, n) WHERE c.counter IS NOT NULL ORDER BY c.n);
  verdicts text[] := '{}';
  admitted int[];
BEGIN
  IF cardinality(signed) = cardinality(counters) THEN
    verdicts := ARRAY(SELECT admit_requests(counters, nonces, limits));
  ELSIF signed <> '{}' THEN
    verdicts := ARRAY(SELECT admit_requests(pick(counters, signed), pick(nonces, signed), pick(limits, signed)));
  END IF;
  -- An admission alone may be lost in a crash, a payout that was answered may not.
  PERFORM set_config('synchronous_commit', durability, true);

  IF 'ok' = ALL (verdicts) THEN
    IF array_remove(limited_methods, NULL) = '{}' THEN
      RETURN QUERY
      SELECT 'ok'::text, s.outcome, s.order_id, s.order_no, s.stage, s.wait_reason, s.merchant_fee, s.at
      FROM payout_submit(merchant_order_nos, customers, currencies, amounts, account_names, bank_codes, branches, cards_sealed,
        card_hashes, cards_shown, name_marks, card_marks, memos, metadatas, notify_urls, locales, sources, api_versions, keys, people,
        tests, hashes, ips, channels, methods, routes, agreed, duplicates_known, requests) s ORDER BY s.ordinal;
    ELSE
      RETURN QUERY
      SELECT 'ok'::text, s.outcome, s.order_id, s.order_no, s.stage, s.wait_reason, s.merchant_fee, s.at
      FROM payout_submit_limited(merchant_order_nos, customers, currencies, amounts, account_names, bank_codes, branches, cards_sealed,
        card_hashes, cards_shown, name_marks, card_marks, memos, metadatas, notify_urls, locales, sources, api_versions, keys, people,
        tests, hashes, ips, channels, methods, routes, agreed, duplicates_known, requests, limited_methods) s ORDER BY s.ordinal;
    END IF;
    RETURN;
  END IF;

  admitted := ARRAY(
    SELECT r.n FROM unnest(counters) WITH ORDINALITY AS r (counter, n)
    WHERE r.counter IS NULL OR verdicts[array_position(signed, r.n::int)] = 'ok' ORDER BY r.n);
  IF admitted = '{}' THEN
    RETURN QUERY
    SELECT v.verdict, NULL::text, NULL::bigint, NULL::text, NULL::text, NULL::text, NULL::bigint, NULL::timestamptz
    FROM unnest(verdicts) AS v (verdict);
    RETURN;
  END IF;
  RETURN QUERY
  SELECT coalesce(verdicts[array_position(signed, r.n::int)], 'ok'), s.outcome, s.order_id, s.order_no, s.stage, s.wait_reason,
         s.merchant_fee, s.at
  FROM unnest(counters) WITH ORDINALITY AS r (counter, n)
  LEFT JOIN payout_submit_limited(
    pick(merchant_order_nos, admitted), pick(customers, admitted), pick(currencies, admitted), pick(amounts, admitted),
    pick(account_names, admitted), pick(bank_codes, admitted), pick(branches, admitted), pick(cards_sealed, admitted),
    pick(card_hashes, admitted), pick(cards_shown, admitted), pick(name_marks, admitted), pick(card_marks, admitted),
    pick(memos, admitted), pick(metadatas, admitted), pick(notify_urls, admitted), pick(locales, admitted), pick(sources, admitted),
    pick(api_versions, admitted), pick(keys, admitted), pick(people, admitted), pick(tests, admitted), pick(hashes, admitted),
    pick(ips, admitted), pick(channels, admitted), pick(methods, admitted), pick(routes, admitted), pick(agreed, admitted),
    pick(duplicates_known, admitted), pick(requests, admitted), pick(limited_methods, admitted)) s ON admitted[s.ordinal] = r.n
  ORDER BY r.n;
END $$;

REVOKE ALL ON FUNCTION payout_submit_admitted FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION payout_submit_admitted TO suanpan_app;
  END IF;
END $$;
