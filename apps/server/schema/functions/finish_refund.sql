-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100200_refund_by_provider
-- A refund is paid back (J14, done); by nobody where the provider itself said so. Its door has looked at its state and its right.

CREATE FUNCTION finish_refund(r refund, ref text, person bigint, why text, request text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  wanted bigint := r.id;
  o collection_order;
  f record;
  accounts bigint[];
  amounts bigint[];
  journal bigint;
BEGIN
  SELECT * INTO STRICT o FROM collection_order c WHERE c.id = r.order_id;
  INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
  VALUES (r.channel_account_id, ref, 'refund', r.id, r.amount, at);
  r.completes := came_for(o) = r.amount + coalesce((
    SELECT sum(x.amount) FROM refund x WHERE x.order_id = o.id AND x.status = 'success' AND x.won_at IS NULL), 0);
  accounts := ledger_open_accounts(ARRAY['L232', 'A100', 'L200'], ARRAY[o.customer_id, NULL, o.customer_id],
    ARRAY[NULL, r.channel_account_id, NULL], ARRAY[o.currency, o.currency, o.currency], ARRAY['main', 'main', 'main']);
  amounts := ARRAY[-r.amount, r.amount, 0];
  IF r.completes THEN
    SELECT * INTO f FROM return_fees(o);
    accounts := accounts || f.accounts;
    amounts := ARRAY[-r.amount, r.amount, f.returned] || f.amounts;
    IF o.rate_id IS NOT NULL THEN
      PERFORM FROM balance b
      WHERE b.account_id = ANY (accounts) OR b.account_id IN (SELECT exchange_accounts(ARRAY[o.id]))
      ORDER BY b.account_id FOR NO KEY UPDATE;
      PERFORM exchange_back_fees(o, f.accounts, f.amounts, person, request);
    END IF;
    IF f.taken IS NOT NULL THEN
      PERFORM take_waiting(o, f.taken);
      r.taken := ARRAY(SELECT coalesce(t.mine, 0) + t.fees FROM unnest(r.taken, f.taken) WITH ORDINALITY AS t (mine, fees, n) ORDER BY t.n);
    END IF;
  END IF;
  journal := refund_entry(o, 'collection.refund.done', r.seq, accounts, amounts, r.reason, person, request);
  IF o.rate_id IS NOT NULL THEN
    PERFORM exchange_brought(o, journal);
  END IF;
  UPDATE refund SET status = 'success', completes = r.completes, taken = r.taken, provider_ref = ref, decided_by = person,
    completed_at = at WHERE id = wanted RETURNING * INTO r;
  UPDATE collection_order c SET refund_status = 'success' WHERE c.id = r.order_id RETURNING c.* INTO o;
  PERFORM note_refund('collections.revert.confirm', o, NULL, jsonb_build_object('reason', why,
    'provider_order_no', ref), person, request, journal);
  PERFORM tell_refund(o, r);
END $function$
;
