-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100400_payout_end
-- A person has a payout verified once more that its merchant's server did not confirm: it is held anew, from what the merchant
-- has now. It goes on waiting for whom it waited for, and in a cool-down for the platform. Answers done, poor (his money does
-- not reach, or he owes), or refused (another state).

CREATE FUNCTION payout_reverify(wanted bigint, actor bigint, request text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  o payout_order;
  c payout_chain;
  due bigint;
  part bigint;
  plain_accounts bigint[] := '{}';
  plain_amounts bigint[] := '{}';
  days timestamptz[];
  day_amounts bigint[];
  early bigint := 0;
  day record;
  journal bigint;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.status IS DISTINCT FROM 'verify_failed'
     OR NOT EXISTS (SELECT FROM app_user u WHERE u.id = o.customer_id AND u.status = 'active') THEN
    RETURN 'refused';
  END IF;
  IF NOT stands_over(actor, o.agent_id) THEN
    RAISE EXCEPTION 'user % may not verify payout % again', actor, wanted USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO STRICT c FROM payout_chain x WHERE x.id = o.chain_id;
  PERFORM FROM balance b WHERE b.account_id IN (c.reserved, c.top_up, c.early, c.settleable, c.owed)
  ORDER BY b.account_id FOR NO KEY UPDATE;
  due := o.amount + o.merchant_fee;
  IF EXISTS (SELECT FROM balance b WHERE b.account_id = c.owed AND b.balance < 0)
     OR due > (SELECT sum(greatest(b.balance, 0)) FROM balance b WHERE b.account_id IN (c.top_up, c.early, c.settleable)) THEN
    RETURN 'poor';
  END IF;
  FOR place IN 1 .. 3 LOOP
    IF place = 2 THEN
      FOR day IN SELECT e.id, e.settle_at, e.amount FROM early_settlement e WHERE e.account_id = c.early AND e.amount > 0
                 ORDER BY e.settle_at, e.id LOOP
        part := least(day.amount, due);
        CONTINUE WHEN part = 0;
        UPDATE early_settlement SET amount = amount - part WHERE id = day.id;
        days := days || day.settle_at;
        day_amounts := day_amounts || part;
        early := early + part;
        due := due - part;
      END LOOP;
    ELSE
      SELECT least(greatest(b.balance, 0), due) INTO STRICT part FROM balance b
      WHERE b.account_id = CASE place WHEN 1 THEN c.top_up ELSE c.settleable END;
      CONTINUE WHEN part = 0;
      plain_accounts := plain_accounts || CASE place WHEN 1 THEN c.top_up ELSE c.settleable END;
      plain_amounts := plain_amounts || part;
      due := due - part;
    END IF;
  END LOOP;
  INSERT INTO payout_hold (order_id, hold_no, account_ids, amounts, early_days, early_amounts)
  VALUES (wanted, o.hold_no + 1, plain_accounts, plain_amounts, days, day_amounts);
  journal := payout_entry(o, 'payout.submit', (o.hold_no + 1)::smallint, plain_accounts || ARRAY[c.early, c.reserved],
    ARRAY(SELECT -x FROM unnest(plain_amounts) WITH ORDINALITY AS u (x, n) ORDER BY n)
      || ARRAY[-early, o.amount + o.merchant_fee], NULL, actor, request);
  UPDATE payout_order SET status = 'processing', stage = 'verifying', stage_since = at, hold_no = hold_no + 1, failure = NULL,
    check_result = NULL, completed_at = NULL,
    wait_reason = coalesce(wait_reason, CASE WHEN EXISTS (
      SELECT FROM account_change h
      WHERE h.user_id IN (o.customer_id, o.submitted_by) AND h.what NOT IN ('account', 'rights')
        AND h.at > now() - CASE WHEN h.by_id = h.user_id THEN interval '2 hours' ELSE interval '24 hours' END) THEN 'coolDown' END)
  WHERE id = wanted RETURNING * INTO o;
  INSERT INTO payout_work (order_id, next_at) VALUES (wanted, now());
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('payout.created', 'payout:' || wanted, json_build_object('order_id', wanted::text, 'status', 'processing'), at);
  PERFORM note_payout('payout.reverify', wanted, 'verify_failed', 'processing',
    CASE WHEN o.wait_reason IS NOT NULL THEN jsonb_build_object('wait', o.wait_reason) END, actor, request, journal);
  RETURN 'done';
END $function$
;
