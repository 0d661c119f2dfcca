-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100400_payout_end
-- A paid payout came back (J6): the merchant gets his whole hold, the chain returns what it earned, and the senior agent bears
-- the provider's cost and what is missing of the amount. Only on the provider's word, which names its own payment.
-- Answers false where it is not paid, and where this return was booked before.

CREATE FUNCTION payout_reverse(wanted bigint, returned bigint, ref text, why text, actor bigint, request text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  o payout_order;
  c payout_chain;
  accounts bigint[];
  amounts bigint[];
  journal bigint;
BEGIN
  SELECT * INTO o FROM payout_order p WHERE p.id = wanted FOR NO KEY UPDATE;
  IF o.status IS DISTINCT FROM 'paid' OR o.reverse_status = 'reversed' OR (returned > 0) IS NOT TRUE THEN
    RETURN false;
  END IF;
  IF NOT EXISTS (SELECT FROM paid_proof p WHERE p.channel_account_id = o.channel_account_id AND p.provider_ref = ref
                   AND p.kind = 'payout' AND p.order_id = wanted)
     OR EXISTS (SELECT FROM journal j WHERE j.event = 'payout.paidLate' AND j.ref_id = wanted) THEN
    RAISE EXCEPTION 'payout % was not paid by %', wanted, ref USING ERRCODE = 'LG403';
  END IF;
  SELECT * INTO STRICT c FROM payout_chain x WHERE x.id = o.chain_id;
  SELECT array_agg(g.account_id), array_agg(g.amount) INTO accounts, amounts FROM payout_gives_back(o) g;
  journal := payout_entry(o, 'payout.reverse', 0::smallint,
    ARRAY[c.clearing, c.suspense, c.sub_agent_income, c.middleman_income, c.agent_income, c.system_income,
      CASE WHEN o.takes_system_fee THEN c.agent_income ELSE c.agent_owes END] || accounts,
    ARRAY[-returned, greatest(returned - o.amount, 0), -o.sub_agent_fee, -o.middleman_fee,
      -(o.merchant_fee - o.sub_agent_fee - o.middleman_fee + greatest(o.amount - returned, 0)), -o.system_fee,
      o.system_fee] || amounts, why, actor, request);
  UPDATE payout_order SET status = 'rejected_reversed', reverse_status = 'reversed', failure = why, completed_at = at
  WHERE id = wanted RETURNING * INTO o;
  INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('payout.reversed', 'payout:' || wanted, payout_news(o), at);
  PERFORM note_payout('payout.reverse', wanted, 'paid', 'rejected_reversed',
    jsonb_build_object('provider_order_no', ref, 'currency', o.currency, 'amount_minor', returned::text), actor, request, journal);
  RETURN true;
END $function$
;
