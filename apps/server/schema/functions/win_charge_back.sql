-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100000_charge_back_won
-- The door of a won dispute. The fees go back as they came, but to fee income, for what waited of this order was closed; the
-- merchant's own part repays what he owes first. Answers the journal. Refuses (LG404) what is no refund, who may not (LG403), and
-- (RF001) what is no charge-back that stands; a number that proved something before violates paid_proof_once.

CREATE FUNCTION win_charge_back(wanted bigint, ref text, maker bigint, agreed bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  r refund := lock_refund(wanted);
  o collection_order;
  checker bigint;
  charged journal;
  -- L200 and A130 of the merchant.
  own bigint[];
  accounts bigint[];
  amounts bigint[];
  net bigint;
  repaid bigint;
  has_earlier boolean;
  journal bigint;
BEGIN
  IF r.id IS NULL THEN
    RAISE EXCEPTION 'there is no refund %', wanted USING ERRCODE = 'LG404';
  END IF;
  checker := (
    SELECT a.checker_id FROM approval a
    WHERE a.id = agreed AND a.state = 'approved' AND a.act = 'collections.chargeBackWon' AND a.maker_id = maker
      AND a.reason = win_charge_back.reason AND a.payload ->> 'refund_id' = wanted::text
      AND a.payload ->> 'provider_ref' = ref);
  IF stands_over(maker, NULL) IS NOT TRUE OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed that this charge-back was won' USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO STRICT o FROM collection_order c WHERE c.id = r.order_id;
  IF r.kind <> 'charge_back' OR r.won_at IS NOT NULL OR (o.status = 'refund' AND o.refund_status = 'success') IS NOT TRUE THEN
    RAISE EXCEPTION 'refund % is no charge-back that stands', wanted USING ERRCODE = 'RF001';
  END IF;
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (r.channel_account_id, ref, 'charge_back_won', r.id, r.amount, at);
  SELECT * INTO STRICT charged FROM journal j
  WHERE j.event = 'collection.chargeBack' AND j.ref_id = o.id AND j.seq = r.seq;
  own := ledger_open_accounts(ARRAY['L200', 'A130'], ARRAY[o.customer_id, o.customer_id], ARRAY[NULL, NULL]::bigint[],
    ARRAY[o.currency, o.currency], ARRAY['main', 'main']);
  -- One leg an account, mirrored from the charge-back: only what is left over of both sides moves.
  SELECT array_agg(m.account ORDER BY m.account), array_agg(m.amount ORDER BY m.account), -sum_minor(m.amount)
  INTO STRICT accounts, amounts, net
  FROM (
    SELECT t.account, -sum_minor(l.amount) AS amount
    FROM unnest(charged.account_ids, charged.amounts) AS l (id, amount) JOIN account a ON a.id = l.id
    CROSS JOIN LATERAL (SELECT CASE a.kind WHEN 'L210' THEN (ledger_open_accounts(ARRAY['L240'], ARRAY[a.owner_id],
      ARRAY[NULL]::bigint[], ARRAY[o.currency], ARRAY['main']))[1] ELSE a.id END AS account) t
    WHERE a.owner_id IS DISTINCT FROM o.customer_id GROUP BY t.account
  ) m;
  PERFORM FROM balance b
  WHERE b.account_id = ANY (own || accounts) OR b.account_id IN (SELECT w.account_id FROM waiting_leg(o) w)
    OR b.account_id IN (SELECT exchange_accounts(ARRAY[o.id]))
  ORDER BY b.account_id FOR NO KEY UPDATE;
  SELECT least(greatest(-b.balance, 0), net) INTO STRICT repaid FROM balance b WHERE b.account_id = own[2];
  journal := refund_entry(o, 'collection.chargeBackWon', r.seq, own || accounts, ARRAY[net - repaid, repaid] || amounts, reason,
    maker, request);
  IF o.rate_id IS NOT NULL THEN
    PERFORM exchange_brought(o, journal);
  END IF;
  UPDATE refund SET won_at = at, won_ref = ref, won_by = maker, won_reason = win_charge_back.reason, won_approval_id = agreed
  WHERE id = wanted RETURNING * INTO r;
  has_earlier := EXISTS (SELECT FROM refund x WHERE x.order_id = o.id AND x.status = 'success' AND x.won_at IS NULL);
  UPDATE collection_order c SET status = CASE WHEN has_earlier THEN 'refund' ELSE 'success' END,
    refund_status = CASE WHEN has_earlier THEN 'success' END
  WHERE c.id = o.id RETURNING c.* INTO o;
  PERFORM note_refund('collection.chargeBackWon', o, 'refund', jsonb_build_object('amount_minor', r.amount::text,
    'currency', o.currency, 'provider_order_no', ref, 'reason', reason), maker, request, journal);
  -- His money is his again: to the merchant that reads as a charge-back that came to nothing.
  r.status := 'failed';
  PERFORM tell_refund(o, r);
  -- Nothing of it waits any more for a day.
  PERFORM release_collections(ARRAY[o.id], maker, request);
  RETURN journal;
END $function$
;
