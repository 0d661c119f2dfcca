-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- The provider took the money of an order back (J19), by evidence that two persons of the platform looked at: the merchant's own
-- money pays as far as it reaches, and the rest he owes (A130); the fees return as in J14, to what he owes first. After a
-- refund of the whole the merchant paid already: the difference is put in suspense, and people are told. Answers its row.
-- Refuses who may not (LG403) and an order that is not settled, or has a refund under way (RF001).
-- What was won (win_charge_back) may be disputed anew.

CREATE FUNCTION charge_back_collection(wanted bigint, ref text, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  o collection_order;
  r refund;
  checker bigint;
  came bigint;
  back bigint;
  due bigint;
  part bigint;
  leg record;
  day record;
  f record;
  -- L201, L200, L202, A130 of the merchant; A100, A190.
  own bigint[];
  house bigint[];
  accounts bigint[] := '{}';
  amounts bigint[] := '{}';
  repaid bigint := 0;
  was text;
  journal bigint;
BEGIN
  SELECT * INTO o FROM collection_order c WHERE c.id = wanted FOR NO KEY UPDATE;
  IF o.id IS NULL THEN
    RAISE EXCEPTION 'there is no order %', wanted USING ERRCODE = 'LG404';
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'collections.chargeBack' AND a.maker_id = maker
      AND a.reason = charge_back_collection.reason AND a.payload ->> 'order_id' = wanted::text
      AND a.payload ->> 'provider_ref' = ref);
  IF NOT stands_over(maker, NULL) OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this charge-back' USING ERRCODE = 'LG403';
  END IF;
  came := came_for(o);
  IF o.is_test OR o.fee IS NULL OR came <= 0
     OR (o.status = 'success' OR (o.status = 'refund' AND o.refund_status = 'success')) IS NOT TRUE
     OR EXISTS (SELECT FROM balance_edit e WHERE e.order_id = o.id AND is_open_freeze(e))
     OR EXISTS (SELECT FROM refund x WHERE x.order_id = o.id AND x.kind = 'charge_back' AND x.won_at IS NULL) THEN
    RAISE EXCEPTION 'order % cannot be charged back', wanted USING ERRCODE = 'RF001';
  END IF;
  back := (SELECT coalesce(sum(x.amount), 0) FROM refund x WHERE x.order_id = o.id AND x.status = 'success' AND x.won_at IS NULL);
  INSERT INTO refund AS n (kind, order_id, customer_id, agent_id, sub_agent_id, currency, channel_account_id, amount, status,
    completes, seq, provider_ref, maker_id, maker_person, checker_id, approval_id, reason, created_at, completed_at)
  SELECT 'charge_back', o.id, o.customer_id, o.agent_id, o.sub_agent_id, o.currency, o.channel_account_id,
    CASE WHEN back < came THEN came - back ELSE came END, 'success', back < came,
    (SELECT count(*) FROM refund x WHERE x.order_id = o.id AND x.kind = 'charge_back'), ref, maker, a.person_id, checker, agreed,
    charge_back_collection.reason, at, at
  FROM app_user a WHERE a.id = maker
  RETURNING n.* INTO r;
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (r.channel_account_id, ref, 'charge_back', r.id, r.amount, at);
  house := ledger_open_accounts(ARRAY['A100', 'A190'], ARRAY[NULL, NULL]::bigint[], ARRAY[r.channel_account_id, NULL],
    ARRAY[o.currency, o.currency], ARRAY['main', 'main']);
  IF back >= came THEN
    accounts := house;
    amounts := ARRAY[r.amount, -r.amount];
  ELSE
    own := ledger_open_accounts(ARRAY['L201', 'L200', 'L202', 'A130'], ARRAY[o.customer_id, o.customer_id, o.customer_id, o.customer_id],
      ARRAY[NULL, NULL, NULL, NULL]::bigint[], ARRAY[o.currency, o.currency, o.currency, o.currency],
      ARRAY['main', 'main', 'main', 'main']);
    PERFORM FROM balance b
    WHERE b.account_id = ANY (own) OR b.account_id IN (SELECT w.account_id FROM waiting_leg(o) w)
      OR b.account_id IN (SELECT exchange_accounts(ARRAY[o.id]))
    ORDER BY b.account_id FOR NO KEY UPDATE;
    due := r.amount;
    SELECT * INTO leg FROM waiting_leg(o);
    part := least(coalesce(leg.amount, 0), due);
    IF part > 0 THEN
      r.taken := array_fill(0::bigint, ARRAY[(SELECT cardinality(p.leg_amounts) FROM collection_plan p WHERE p.order_id = o.id)]);
      r.taken[leg.place] := part;
      IF leg.kind = 'L202' THEN
        UPDATE early_settlement e SET amount = e.amount - part
        WHERE e.account_id = leg.account_id AND e.settle_at = coalesce(o.settle_at, 'infinity');
        r.early_days := r.early_days || coalesce(o.settle_at, 'infinity');
        r.early_amounts := r.early_amounts || part;
      END IF;
      accounts := accounts || leg.account_id;
      amounts := amounts || -part;
      due := due - part;
    END IF;
    FOR day IN SELECT e.id, e.settle_at, e.amount FROM early_settlement e WHERE e.account_id = own[3] AND e.amount > 0
               ORDER BY e.settle_at, e.id LOOP
      part := least(day.amount, due);
      CONTINUE WHEN part = 0;
      UPDATE early_settlement SET amount = amount - part WHERE id = day.id;
      r.early_days := r.early_days || day.settle_at;
      r.early_amounts := r.early_amounts || part;
      accounts := accounts || own[3];
      amounts := amounts || -part;
      due := due - part;
    END LOOP;
    IF o.rate_id IS NOT NULL THEN
      r.exchanged := exchange_back(o, 'L201', due, maker, request);
      r.exchanged := r.exchanged + exchange_back(o, 'L200', due - r.exchanged, maker, request);
    END IF;
    FOR place IN 1 .. 2 LOOP
      SELECT least(greatest(b.balance, 0), due) INTO STRICT part FROM balance b WHERE b.account_id = own[place];
      accounts := accounts || own[place];
      amounts := amounts || -part;
      due := due - part;
    END LOOP;
    SELECT * INTO f FROM return_fees(o);
    IF o.rate_id IS NOT NULL THEN
      PERFORM exchange_back_fees(o, f.accounts, f.amounts, maker, request);
    END IF;
    repaid := least(due, greatest(f.returned, 0));
    accounts := accounts || own[4] || house[1] || own[4] || own[2] || f.accounts;
    amounts := amounts || -due || r.amount || repaid || (f.returned - repaid) || f.amounts;
    IF f.taken IS NOT NULL THEN
      r.taken := ARRAY(SELECT coalesce(t.mine, 0) + t.fees FROM unnest(r.taken, f.taken) WITH ORDINALITY AS t (mine, fees, n) ORDER BY t.n);
    END IF;
    IF r.taken IS NOT NULL THEN
      PERFORM take_waiting(o, r.taken);
    END IF;
  END IF;
  UPDATE refund SET taken = r.taken, early_days = r.early_days, early_amounts = r.early_amounts, exchanged = r.exchanged
  WHERE id = r.id;
  journal := refund_entry(o, 'collection.chargeBack', r.seq, accounts, amounts, r.reason, maker, request);
  IF o.rate_id IS NOT NULL AND back < came THEN
    PERFORM exchange_collection(o, ARRAY[ROW('L200', o.customer_id, greatest(f.returned - repaid, 0)),
      ROW('A130', o.customer_id, repaid - due)]::exchange_share[], maker, request);
  END IF;
  was := o.status;
  UPDATE collection_order c SET status = 'refund', refund_status = 'success' WHERE c.id = wanted RETURNING c.* INTO o;
  PERFORM note_refund('collection.chargeBack', o, was, jsonb_build_object('amount_minor', r.amount::text, 'currency', o.currency,
    'provider_order_no', ref, 'reason', r.reason), maker, request, journal);
  PERFORM tell_refund(o, r);
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('collection.flagged', 'collection:' || o.id, json_build_object('order_id', o.id::text, 'reason',
    CASE WHEN back < came THEN 'charged_back' ELSE 'charged_back_after_refund' END), at);
  RETURN r.id;
END $function$
;
