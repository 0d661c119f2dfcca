-- Up Migration
-- The doors of withdrawals: each locks its subject, holds the persons against it, and moves the money, the row, its line of the
-- log and the news of it together.

-- One journal of a withdrawal, over these accounts of the main book; legs of nothing are left out.
CREATE FUNCTION withdrawal_post(
  w withdrawal, event text, seq smallint, money text, kinds text[], owners bigint[], amounts bigint[], actor bigint, note text, request text
) RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  kind text := (SELECT u.kind FROM app_user u WHERE u.id = w.owner_id);
  entry journal_entry;
BEGIN
  entry.event := event;
  entry.ref_id := w.id;
  entry.seq := seq;
  entry.book := 'main';
  entry.currency := money;
  entry.customer_id := CASE WHEN kind = 'customer' THEN w.owner_id END;
  entry.agent_id := w.agent_id;
  entry.sub_agent_id := CASE WHEN kind = 'subAgent' THEN w.owner_id END;
  entry.middleman_id := CASE WHEN kind = 'middleman' THEN w.owner_id END;
  entry.actor_id := actor;
  entry.note := note;
  entry.request_id := request;
  SELECT array_agg(l.kind ORDER BY l.n), array_agg(l.owner ORDER BY l.n), array_agg(l.amount ORDER BY l.n)
  INTO kinds, owners, entry.amounts
  FROM unnest(kinds, owners, amounts) WITH ORDINALITY AS l (kind, owner, amount, n) WHERE l.amount <> 0;
  entry.account_ids := ledger_open_accounts(kinds, owners, array_fill(NULL::bigint, ARRAY[cardinality(kinds)]),
    array_fill(money, ARRAY[cardinality(kinds)]), array_fill('main'::text, ARRAY[cardinality(kinds)]));
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $$;

CREATE FUNCTION note_withdrawal(w withdrawal, act text, was text, facts jsonb, actor bigint, request text, journal bigint)
RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, journal_id, after, request_id)
  VALUES (business_now(), actor, actor, act, 'withdrawal', w.id::text, was, w.status, journal, facts, request);
  INSERT INTO outbox (kind, subject, payload, created_at)
  SELECT 'withdrawal.changed', 'withdrawal:' || w.id, json_build_object('withdrawal_id', w.id::text, 'no', w.no,
           'owner_id', w.owner_id::text, 'agent_id', w.agent_id::text, 'currency', w.currency, 'amount', w.amount::text,
           'status', w.status, 'made_by', w.made_by::text), business_now()
  WHERE was IS DISTINCT FROM w.status;
  INSERT INTO outbox (kind, subject, payload, created_at)
  SELECT 'funds.moved', 'user:' || w.owner_id, json_build_object('owner_ids', ARRAY[w.owner_id::text, w.agent_id::text]), business_now()
  WHERE journal IS NOT NULL;
$$;

-- Keeps an account of an owner, which rests before it is used; one that was kept out stays out, however often it is dropped and
-- kept anew. Answers its id; null where he has as many as he may. Refuses
-- (LG403) whoever is not of his house. `wanted` has the columns of the table.
CREATE FUNCTION add_withdraw_account(owner bigint, wanted jsonb, maker bigint, request text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  a withdraw_account := jsonb_populate_record(NULL::withdraw_account, wanted);
  r withdraw_rule;
BEGIN
  PERFORM FROM app_user u WHERE u.id = owner FOR NO KEY UPDATE;
  r := withdraw_rule_of(owner, a.currency);
  IF NOT works_for(maker, owner) OR r.currency IS NULL THEN
    RAISE EXCEPTION 'user % may not keep accounts of %', maker, owner USING ERRCODE = 'LG403';
  END IF;
  IF r.settle_accounts_max > 0 AND r.settle_accounts_max <= (
    SELECT count(*) FROM withdraw_account x WHERE x.owner_id = owner AND x.deleted_at IS NULL) THEN
    RETURN NULL;
  END IF;
  INSERT INTO withdraw_account (owner_id, type, currency, account_name, bank_code, branch, province, city, alias, card_sealed,
    card_shown, address, network, account_hash, name_mark, card_mark, usable_from, refused, made_by, created_at)
  VALUES (owner, a.type, a.currency, a.account_name, a.bank_code, a.branch, a.province, a.city, a.alias, a.card_sealed,
    a.card_shown, a.address, a.network, a.account_hash, a.name_mark, a.card_mark, at + r.account_rest_h * interval '1 hour',
    EXISTS (SELECT FROM withdraw_account x WHERE x.owner_id = owner AND x.account_hash = a.account_hash AND x.refused), maker, at)
  RETURNING id INTO a.id;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, after, request_id)
  VALUES (at, maker, maker, 'withdraws.apply.createAccount', 'withdrawAccount', a.id::text,
    jsonb_build_object('owner_id', owner::text, 'value', coalesce(a.card_shown, a.address)), request);
  RETURN a.id;
END $$;

-- Takes an account off its owner's list; false where it is gone already.
CREATE FUNCTION drop_withdraw_account(wanted bigint, maker bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a withdraw_account;
BEGIN
  UPDATE withdraw_account x SET deleted_at = business_now() WHERE x.id = wanted AND x.deleted_at IS NULL RETURNING x.* INTO a;
  IF a.id IS NULL THEN
    RETURN false;
  END IF;
  IF NOT works_for(maker, a.owner_id) THEN
    RAISE EXCEPTION 'user % may not drop account %', maker, wanted USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, request_id)
  VALUES (business_now(), maker, maker, 'withdraws.apply.deleteAccount', 'withdrawAccount', a.id::text,
    jsonb_build_object('owner_id', a.owner_id::text, 'value', coalesce(a.card_shown, a.address)), request);
  RETURN true;
END $$;

-- Whether somebody may look at what an account's house did (reliability §7.1): he is of the platform, and neither who did it, nor
-- a person behind him or the owner, nor has he what these gave him.
CREATE FUNCTION may_look_at(checker bigint, maker bigint, owner bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT stands_over(checker, NULL)
    AND NOT persons_behind(checker) && (hands_on(maker, rights => false) || persons_behind(owner))
    AND NOT hands_on(checker) && (hands_on(maker, rights => false) || maker)
    AND is_seasoned(checker)
$$;

-- A person of the platform lets a resting account in at once, or keeps it out for good. False where it is refused or gone.
CREATE FUNCTION judge_withdraw_account(wanted bigint, refuses boolean, checker bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a withdraw_account;
BEGIN
  SELECT * INTO a FROM withdraw_account x WHERE x.id = wanted AND x.deleted_at IS NULL FOR UPDATE;
  IF a.id IS NULL OR a.refused THEN
    RETURN false;
  END IF;
  IF NOT may_look_at(checker, a.made_by, a.owner_id) THEN
    RAISE EXCEPTION 'user % may not judge account %', checker, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdraw_account x SET refused = refuses, decided_by = checker,
    usable_from = CASE WHEN refuses THEN x.usable_from ELSE least(x.usable_from, business_now()) END
  WHERE x.id = wanted;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, after, request_id)
  VALUES (business_now(), checker, checker, 'withdraws.setting.verifyAccount', 'withdrawAccount', a.id::text,
    jsonb_build_object('owner_id', a.owner_id::text, 'enabled', NOT refuses, 'reason', why), request);
  RETURN true;
END $$;

-- Applies: what is asked is taken of the owner's settleable money into what is reserved. Whatever stands against it is looked at
-- under the locks of the owner, the account and the balances. Answers the id, or what stands against it by the error catalogue.
-- Refuses (LG403) whoever is not of the owner's house.
CREATE FUNCTION apply_withdrawal(
  owner bigint, account bigint, money text, wants bigint, quote bigint, maker bigint, request text, OUT id bigint, OUT refusal text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a withdraw_account;
  o withdraw_offer;
  w withdrawal;
  agent bigint;
  accounts bigint[];
  journal bigint;
BEGIN
  IF NOT works_for(maker, owner) THEN
    RAISE EXCEPTION 'user % may not withdraw for %', maker, owner USING ERRCODE = 'LG403';
  END IF;
  SELECT CASE u.kind WHEN 'agent' THEN u.id ELSE u.agent_id END INTO agent FROM app_user u WHERE u.id = owner FOR NO KEY UPDATE;
  SELECT * INTO a FROM withdraw_account x WHERE x.id = account;
  -- Two owners may name one account: its uses are counted by one at a time.
  PERFORM pg_advisory_xact_lock(hashtextextended('withdraw account ' || a.account_hash, 231));
  accounts := ledger_open_accounts(ARRAY['L200', 'L231', 'A130'], ARRAY[owner, owner, owner], ARRAY[NULL, NULL, NULL]::bigint[],
    ARRAY[money, money, money], ARRAY['main', 'main', 'main']);
  PERFORM FROM balance b JOIN account x ON x.id = b.account_id
  WHERE x.owner_id = owner AND x.currency = money AND x.book = 'main' AND x.kind IN ('L200', 'L231', 'L240', 'A130')
  ORDER BY b.account_id FOR NO KEY UPDATE OF b;
  o := withdraw_offer_of(owner, account, money, wants, quote);
  IF o.refusal IS NOT NULL THEN
    refusal := o.refusal;
    RETURN;
  END IF;
  INSERT INTO withdrawal AS n (owner_id, agent_id, currency, amount, hold, target_currency, target_amount, fee, fee_mode, agent_share,
    rate, rate_until, account_id, type, account_name, bank_code, branch, card_sealed, card_shown, address, network, account_hash,
    name_mark, card_mark, is_cooling, made_by, created_at)
  VALUES (owner, agent, money, wants, o.hold, o.target_currency, o.target_amount, o.fee, o.fee_mode, o.agent_share, o.rate,
    o.rate_until, a.id, a.type, a.account_name, a.bank_code, a.branch, a.card_sealed, a.card_shown, a.address, a.network,
    a.account_hash, a.name_mark, a.card_mark, withdraw_is_cooling(owner, maker), maker, business_now())
  RETURNING n.* INTO w;
  journal := withdrawal_post(w, 'withdrawal.apply', 0::smallint, money, ARRAY['L200', 'L231'], ARRAY[owner, owner],
    ARRAY[-w.hold, w.hold], maker, NULL, request);
  PERFORM note_withdrawal(w, 'withdraws.apply.create', NULL, withdrawal_origin(w), maker, request, journal);
  id := w.id;
END $$;

-- An operator of the platform takes one to himself, or gives it back. False where its state is another, or another has it.
CREATE FUNCTION take_withdrawal(wanted bigint, operator bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w withdrawal;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'pending' THEN
    RETURN false;
  END IF;
  IF NOT may_look_at(operator, w.made_by, w.owner_id) THEN
    RAISE EXCEPTION 'user % may not take withdrawal %', operator, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdrawal n SET status = 'processing', operator_id = operator WHERE n.id = wanted RETURNING n.* INTO w;
  PERFORM note_withdrawal(w, 'withdraws.list.take', 'pending', NULL, operator, request, NULL);
  RETURN true;
END $$;

-- `agreed` is a second person's approval that one of another operator goes back to all; without it only its own gives it back.
CREATE FUNCTION release_withdrawal(wanted bigint, person bigint, agreed bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w withdrawal;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'processing' THEN
    RETURN false;
  END IF;
  IF NOT stands_over(person, NULL) OR (w.operator_id <> person AND NOT EXISTS (
      SELECT FROM approval a WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'withdrawals.free' AND a.maker_id = person
        AND a.payload ->> 'withdrawal_id' = wanted::text AND stands_over(a.checker_id, NULL))
      AND (agreed IS NOT NULL OR EXISTS (SELECT FROM installation WHERE mode = 'production'))) THEN
    RAISE EXCEPTION 'user % may not give back withdrawal %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdrawal n SET status = 'pending', operator_id = NULL WHERE n.id = wanted RETURNING n.* INTO w;
  PERFORM note_withdrawal(w, 'withdraws.list.update', 'processing', jsonb_build_object('reason', why), person, request, NULL);
  RETURN true;
END $$;

-- Ends one without paying it; what was held goes back to where it was taken from, once. `rejected` by a person of the platform, by
-- nobody when its rate or its time is over; `cancelled` by the owner's house. One that somebody has in hand is ended by him.
CREATE FUNCTION end_withdrawal(wanted bigint, becomes text, person bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  w withdrawal;
  was text;
  journal bigint;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  was := w.status;
  IF was IS NULL OR becomes NOT IN ('rejected', 'cancelled') OR (was = 'pending' OR (was = 'processing' AND becomes = 'rejected'
      AND (w.operator_id = person OR (person IS NULL AND w.rate_until <= at)))) IS NOT TRUE THEN
    RETURN false;
  END IF;
  IF (CASE
    WHEN becomes = 'cancelled' THEN works_for(person, w.owner_id)
    WHEN person IS NULL THEN w.rate_until <= at OR (w.is_cooling AND w.created_at <= at - interval '72 hours')
    ELSE stands_over(person, NULL) AND person <> w.made_by END) IS NOT TRUE THEN
    RAISE EXCEPTION 'user % may not end withdrawal %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdrawal n SET status = becomes, operator_id = person, decision_reason = why, completed_at = at
  WHERE n.id = wanted RETURNING n.* INTO w;
  journal := withdrawal_post(w, 'withdrawal.release', 0::smallint, w.currency, ARRAY['L231', 'L200'],
    ARRAY[w.owner_id, w.owner_id], ARRAY[-w.hold, w.hold], person, why, request);
  PERFORM note_withdrawal(w, CASE WHEN becomes = 'cancelled' THEN 'withdraws.apply.cancel' WHEN person IS NULL THEN 'withdrawal.expire'
    ELSE 'withdraws.list.reject' END, was, jsonb_build_object('reason', why), person, request, journal);
  RETURN true;
END $$;

-- Whether one takes a second person: together with what the same owner, and the same account, was paid or waits for in a day it
-- is above what may be approved by itself, or somebody had changed what guards the account that applied.
-- So does what an account applied for that has been switched off since.
CREATE FUNCTION withdrawal_needs_second(w withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT w.is_cooling OR NOT EXISTS (SELECT FROM app_user m WHERE m.id = w.made_by AND m.status = 'active')
    OR r.auto_approve_max = 0 OR r.auto_approve_max < greatest(s.of_owner, s.of_account, s.of_operator)
  FROM withdraw_rule_of(w.owner_id, w.currency) r
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(n.amount) FILTER (WHERE n.owner_id = w.owner_id), 0) AS of_owner,
           coalesce(sum(n.amount) FILTER (WHERE n.account_hash = w.account_hash), 0) AS of_account,
           coalesce(sum(n.amount) FILTER (WHERE n.operator_id = w.operator_id AND n.checker_id IS NULL), 0) AS of_operator
    FROM withdrawal n
    WHERE n.currency = w.currency AND (n.created_at > business_now() - interval '24 hours' OR n.id = w.id)
      AND n.status IN ('pending', 'processing', 'paid')
  ) s
$$;

-- The row, which nobody else changes until the end.
CREATE FUNCTION lock_withdrawal(wanted bigint) RETURNS SETOF withdrawal
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp ROWS 1 AS $$
  SELECT * FROM withdrawal w WHERE w.id = wanted FOR NO KEY UPDATE
$$;

-- Its operator wired it: what was reserved is used up, and what was kept of it goes to who earns it. Everything that stood against
-- an application is looked at again. Answers what stands against it, null when it is paid. Refuses (LG403) whoever may not. A
-- number that paid something before violates paid_proof_once.
-- Nothing is paid to an owner who is switched off, or whose senior agent is. It is known by the number of its transfer or by its
-- slip, and without a number the slip stands for it. Answers `fileExpired` for a slip that is not kept, and `alreadyPosted` for one
-- that paid something before.
CREATE FUNCTION pay_withdrawal(
  wanted bigint, number text, operator bigint, agreed bigint, why text, request text, slip text DEFAULT NULL
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := business_now();
  w withdrawal;
  checker bigint;
  journal bigint;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'processing' THEN
    RETURN 'invalidState';
  ELSIF w.operator_id <> operator THEN
    RETURN 'invalidState';
  ELSIF w.rate_until <= at THEN
    RETURN 'staleEdit';
  ELSIF NOT EXISTS (SELECT FROM app_user u JOIN app_user g ON g.id = w.agent_id AND g.status = 'active'
      WHERE u.id = w.owner_id AND u.status = 'active') THEN
    RETURN 'merchantDisabled';
  ELSIF EXISTS (SELECT FROM withdraw_account x WHERE x.owner_id = w.owner_id AND x.account_hash = w.account_hash AND x.refused) THEN
    RETURN 'withdrawalAccountUnverified';
  ELSIF EXISTS (SELECT FROM block_entry e WHERE (e.agent_id IS NULL OR e.agent_id = w.agent_id)
      AND ((e.kind = 'name' AND e.value = w.name_mark) OR (e.kind = 'card' AND e.value = w.card_mark))) THEN
    RETURN 'blockedPayee';
  ELSIF EXISTS (SELECT FROM account x JOIN balance b ON b.account_id = x.id
      WHERE x.owner_id = w.owner_id AND x.kind = 'A130' AND x.currency = w.currency AND x.book = 'main' AND b.balance < 0) THEN
    RETURN 'receivableOutstanding';
  END IF;
  IF slip IS NOT NULL THEN
    PERFORM FROM payout_slip s WHERE s.hash = pay_withdrawal.slip FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      RETURN 'fileExpired';
    ELSIF EXISTS (SELECT FROM payout_by_hand h WHERE h.slip = pay_withdrawal.slip)
       OR EXISTS (SELECT FROM withdrawal n WHERE n.slip = pay_withdrawal.slip) THEN
      RETURN 'alreadyPosted';
    END IF;
    UPDATE payout_slip s SET is_named = true WHERE s.hash = pay_withdrawal.slip;
    number := coalesce(number, 'slip ' || slip);
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'withdrawals.markPaid' AND a.maker_id = operator AND a.reason = why
      AND a.payload ->> 'withdrawal_id' = wanted::text AND a.payload ->> 'third_party_no' = number
      AND a.payload ->> 'slip' IS NOT DISTINCT FROM pay_withdrawal.slip);
  IF NOT may_look_at(operator, w.made_by, w.owner_id)
     OR (agreed IS NOT NULL AND may_look_at(checker, w.made_by, w.owner_id) IS NOT TRUE)
     OR (agreed IS NULL AND withdrawal_needs_second(w) AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has said that withdrawal % was paid', wanted USING ERRCODE = 'LG403';
  END IF;
  -- The platform's own bank is no channel account: it has the number 0.
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (0, number, 'withdrawal', w.id, w.target_amount, at);
  UPDATE withdrawal n SET status = 'paid', third_party_no = number, slip = pay_withdrawal.slip, checker_id = checker, approval_id = agreed, completed_at = at
  WHERE n.id = wanted RETURNING n.* INTO w;
  IF w.rate IS NULL THEN
    journal := withdrawal_post(w, 'withdrawal.paid', 0::smallint, w.currency, ARRAY['L231', 'A110', 'R410', 'L240'],
      ARRAY[w.owner_id, NULL, NULL, w.agent_id], ARRAY[-w.hold, w.target_amount, w.fee - w.agent_share, w.agent_share], operator, NULL, request);
  ELSE
    journal := withdrawal_post(w, 'withdrawal.paid', 0::smallint, w.currency, ARRAY['L231', 'F300', 'L240'],
      ARRAY[w.owner_id, NULL, w.agent_id], ARRAY[-w.hold, w.hold - w.agent_share, w.agent_share], operator, NULL, request);
    PERFORM note_withdrawal(w, 'withdraws.list.approve', w.status, NULL, operator, request, withdrawal_post(w, 'withdrawal.paid',
      1::smallint, w.target_currency, ARRAY['F300', 'A110', 'R410'], ARRAY[NULL, NULL, NULL]::bigint[],
      ARRAY[-w.target_amount - w.fee, w.target_amount, w.fee], operator, NULL, request));
  END IF;
  PERFORM note_withdrawal(w, 'withdraws.list.approve', 'processing',
    jsonb_strip_nulls(jsonb_build_object('provider_order_no', number, 'slip', slip, 'reason', why, 'approved_by', checker::text)), operator, request, journal);
  RETURN NULL;
END $$;

-- The bank sent it back: the owner gets his whole hold, and who earned on it returns that. Two persons of the platform. False
-- where it is not paid.
CREATE FUNCTION reverse_withdrawal(wanted bigint, maker bigint, agreed bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w withdrawal;
  checker bigint;
  journal bigint;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.status IS DISTINCT FROM 'paid' THEN
    RETURN false;
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'withdrawals.reverse' AND a.maker_id = maker AND a.reason = why
      AND a.payload ->> 'withdrawal_id' = wanted::text);
  IF NOT may_look_at(maker, w.made_by, w.owner_id)
     OR (agreed IS NOT NULL AND may_look_at(checker, w.made_by, w.owner_id) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has reversed withdrawal %', wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE withdrawal n SET status = 'reversed', decision_reason = why, completed_at = business_now() WHERE n.id = wanted RETURNING n.* INTO w;
  IF w.rate IS NULL THEN
    journal := withdrawal_post(w, 'withdrawal.reverse', 0::smallint, w.currency, ARRAY['L200', 'A110', 'R410', 'L240'],
      ARRAY[w.owner_id, NULL, NULL, w.agent_id], ARRAY[w.hold, -w.target_amount, w.agent_share - w.fee, -w.agent_share], maker, why, request);
  ELSE
    journal := withdrawal_post(w, 'withdrawal.reverse', 0::smallint, w.currency, ARRAY['L200', 'F300', 'L240'],
      ARRAY[w.owner_id, NULL, w.agent_id], ARRAY[w.hold, w.agent_share - w.hold, -w.agent_share], maker, why, request);
    PERFORM note_withdrawal(w, 'withdraws.list.reverse', w.status, NULL, maker, request, withdrawal_post(w, 'withdrawal.reverse',
      1::smallint, w.target_currency, ARRAY['F300', 'A110', 'R410'], ARRAY[NULL, NULL, NULL]::bigint[],
      ARRAY[w.target_amount + w.fee, -w.target_amount, -w.fee], maker, why, request));
  END IF;
  PERFORM note_withdrawal(w, 'withdraws.list.reverse', 'paid', jsonb_strip_nulls(jsonb_build_object('reason', why,
    'approved_by', checker::text)), maker, request, journal);
  RETURN true;
END $$;

CREATE FUNCTION remark_withdrawal(wanted bigint, said text, person bigint, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w withdrawal;
  was text;
BEGIN
  SELECT * INTO w FROM withdrawal n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF w.id IS NULL THEN
    RETURN false;
  END IF;
  IF NOT stands_over(person, NULL) THEN
    RAISE EXCEPTION 'user % may not remark on withdrawal %', person, wanted USING ERRCODE = 'LG403';
  END IF;
  was := w.remarks;
  UPDATE withdrawal n SET remarks = said WHERE n.id = wanted RETURNING n.* INTO w;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, after, request_id)
  VALUES (business_now(), person, person, 'withdraws.list.remark', 'withdrawal', wanted::text, jsonb_build_object('note', was),
    jsonb_build_object('note', said), request);
  RETURN true;
END $$;

-- Sets a rule: of a kind of owner, which is the platform's to set, or of one owner. `wanted` has the columns of the table. A senior
-- agent's house makes his owners' rules no wider than the platform's and never touches what is approved by itself; more of that
-- takes a second person. Answers the new version; null where another wrote meanwhile. Refuses (LG403) whoever may not.
-- What the platform set last of an owner (`bound`) binds those below.
CREATE FUNCTION set_withdraw_rule(
  owner bigint, kind text, money text, wanted jsonb, read int, maker bigint, agreed bigint, why text, request text
) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  n withdraw_rule := jsonb_populate_record(NULL::withdraw_rule, wanted);
  was withdraw_rule;
  ruled withdraw_rule;
  u app_user;
  held withdraw_rule;
BEGIN
  SELECT * INTO u FROM app_user x WHERE x.id = owner AND x.kind IN ('customer', 'subAgent', 'middleman', 'agent') FOR NO KEY UPDATE;
  IF owner IS NOT NULL AND u.id IS NULL THEN
    RAISE EXCEPTION 'there is no owner %', owner USING ERRCODE = 'LG404';
  END IF;
  SELECT * INTO was FROM withdraw_rule r
  WHERE r.owner_id IS NOT DISTINCT FROM owner AND r.role IS NOT DISTINCT FROM kind AND r.currency = money FOR UPDATE;
  SELECT * INTO ruled FROM withdraw_rule r WHERE r.role = coalesce(kind, u.kind) AND r.currency = money;
  IF coalesce(was.version, 0) <> read THEN
    RETURN NULL;
  END IF;
  IF NOT stands_over(maker, NULL) AND (owner IS NULL OR u.kind = 'agent' OR NOT stands_over(maker, u.agent_id)
      OR n.auto_approve_max IS DISTINCT FROM was.auto_approve_max OR n.settle_accounts_max > ruled.settle_accounts_max
      OR n.min_amount < ruled.min_amount OR (n.holidays_closed IS FALSE AND ruled.holidays_closed)
      OR (n.windows IS NOT NULL AND jsonb_array_length(ruled.windows) > 0)
      OR withdraw_is_wider(n.max_amount, ruled.max_amount) OR withdraw_is_wider(n.daily_amount, ruled.daily_amount)
      OR withdraw_is_wider(n.daily_count, ruled.daily_count) OR withdraw_is_wider(n.per_card_daily, ruled.per_card_daily)
      OR withdraw_is_wider(n.card_usage_limit, ruled.card_usage_limit)) THEN
    RAISE EXCEPTION 'user % may not set this rule', maker USING ERRCODE = 'LG403';
  END IF;
  -- What the platform kept narrower for this owner binds those below.
  held := jsonb_populate_record(NULL::withdraw_rule, was.bound);
  IF NOT stands_over(maker, NULL) AND was.bound IS NOT NULL AND (exceeds(limits_of(n), limits_of(held), false)
      OR (held.min_amount > 0 AND (n.min_amount IS NULL OR n.min_amount < held.min_amount))
      OR (held.holidays_closed AND n.holidays_closed IS NOT TRUE)
      OR (jsonb_array_length(held.windows) > 0 AND n.windows IS DISTINCT FROM held.windows)) THEN
    RAISE EXCEPTION 'the platform has bound this rule' USING ERRCODE = 'LG403';
  END IF;
  n.bound := CASE WHEN owner IS NULL THEN NULL
    WHEN stands_over(maker, NULL) THEN to_jsonb(n) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound'] ELSE was.bound END;
  IF coalesce(n.auto_approve_max, ruled.auto_approve_max, 0) > coalesce(was.auto_approve_max, CASE WHEN owner IS NOT NULL THEN ruled.auto_approve_max END, 0)
     AND EXISTS (SELECT FROM installation WHERE mode = 'production')
     AND NOT EXISTS (
       SELECT FROM approval a WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'withdrawals.raiseCeiling' AND a.maker_id = maker
         AND a.payload ->> 'currency' = money AND (a.payload ->> 'owner_id') IS NOT DISTINCT FROM owner::text
         AND (a.payload ->> 'role') IS NOT DISTINCT FROM kind AND a.payload -> 'rule' = wanted) THEN
    RAISE EXCEPTION 'nobody has agreed to this rule' USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO withdraw_rule AS r (owner_id, role, currency, min_amount, max_amount, daily_amount, daily_count, per_card_daily,
    card_usage_limit, windows, holidays_closed, auto_approve_max, settle_accounts_max, account_rest_h, rate_lock_s, bound)
  VALUES (owner, kind, money, n.min_amount, n.max_amount, n.daily_amount, n.daily_count, n.per_card_daily, n.card_usage_limit,
    n.windows, n.holidays_closed, n.auto_approve_max, n.settle_accounts_max, n.account_rest_h, n.rate_lock_s, n.bound)
  ON CONFLICT (owner_id, role, currency) DO UPDATE SET (min_amount, max_amount, daily_amount, daily_count, per_card_daily,
    card_usage_limit, windows, holidays_closed, auto_approve_max, settle_accounts_max, account_rest_h, rate_lock_s, bound, version)
  = (EXCLUDED.min_amount, EXCLUDED.max_amount, EXCLUDED.daily_amount, EXCLUDED.daily_count, EXCLUDED.per_card_daily,
    EXCLUDED.card_usage_limit, EXCLUDED.windows, EXCLUDED.holidays_closed, EXCLUDED.auto_approve_max, EXCLUDED.settle_accounts_max,
    EXCLUDED.account_rest_h, EXCLUDED.rate_lock_s, EXCLUDED.bound, r.version + 1)
  RETURNING version INTO n.version;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, after, request_id)
  VALUES (business_now(), maker, maker, CASE WHEN owner IS NULL THEN 'withdraws.config.update' ELSE 'withdraws.setting.update' END,
    'withdrawRule', coalesce(owner::text, kind) || ' ' || money,
    jsonb_build_object('rule', (to_jsonb(was) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound'])::text),
    jsonb_build_object('rule', (to_jsonb(n) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound'])::text, 'reason', why), request);
  RETURN n.version;
END $$;

-- Whether a limit lets more through than another; 0 is no limit, null is the other itself.
CREATE FUNCTION withdraw_is_wider(is_set bigint, ruled bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT ruled > 0 AND is_set IS NOT NULL AND (is_set = 0 OR is_set > ruled)
$$;

-- Takes an owner's own rule away, so that the platform's stands. False where there is none of this version.
CREATE FUNCTION drop_withdraw_rule(owner bigint, money text, read int, maker bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was withdraw_rule;
  ruled withdraw_rule;
BEGIN
  SELECT * INTO was FROM withdraw_rule r WHERE r.owner_id = owner AND r.currency = money AND r.version = read FOR UPDATE;
  IF was.id IS NULL THEN
    RETURN false;
  END IF;
  SELECT r.* INTO ruled FROM withdraw_rule r JOIN app_user u ON u.id = owner AND u.kind = r.role WHERE r.currency = money;
  -- What the platform kept narrower for one owner, or forbade to be approved by itself, is the platform's to take away.
  IF NOT stands_over(maker, NULL) THEN
    RAISE EXCEPTION 'user % may not drop this rule', maker USING ERRCODE = 'LG403';
  END IF;
  IF was.auto_approve_max < ruled.auto_approve_max AND EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RAISE EXCEPTION 'more would be approved by itself' USING ERRCODE = 'LG403';
  END IF;
  DELETE FROM withdraw_rule r WHERE r.id = was.id;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, before, after, request_id)
  VALUES (business_now(), maker, maker, 'withdraws.setting.delete', 'withdrawRule', owner || ' ' || money,
    jsonb_build_object('rule', (to_jsonb(was) - ARRAY['id', 'owner_id', 'role', 'currency', 'version', 'bound'])::text),
    jsonb_build_object('reason', why), request);
  RETURN true;
END $$;

-- The uses of an account count again from here on.
CREATE FUNCTION clear_withdraw_card(hash text, person bigint, why text, request text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM withdrawal w WHERE w.account_hash = hash) THEN
    RETURN false;
  END IF;
  IF NOT stands_over(person, NULL) THEN
    RAISE EXCEPTION 'user % may not clear the uses of an account', person USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO withdraw_card_clear (account_hash, cleared_by, reason, cleared_at) VALUES (hash, person, why, business_now());
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION withdrawal_post, note_withdrawal, add_withdraw_account, drop_withdraw_account, judge_withdraw_account,
  apply_withdrawal, lock_withdrawal, take_withdrawal, release_withdrawal, end_withdrawal, pay_withdrawal, reverse_withdrawal, remark_withdrawal,
  set_withdraw_rule, drop_withdraw_rule, clear_withdraw_card FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION add_withdraw_account, drop_withdraw_account, judge_withdraw_account, apply_withdrawal, lock_withdrawal,
      take_withdrawal, release_withdrawal, end_withdrawal, pay_withdrawal, reverse_withdrawal, remark_withdrawal, set_withdraw_rule, drop_withdraw_rule,
      clear_withdraw_card TO suanpan_app;
  END IF;
END $$;
