-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- The policy "return all but the end-point cost": what returns a merchant's fee, by account. Before its day each earner gives
-- back his own leg that waits; what those do not cover, and everything after, is clawed back from fee income. What the end-point
-- cost more than the merchant was charged stays the senior agent's, who let him have it so: nobody pays more than was agreed.

CREATE FUNCTION return_fees(o collection_order, OUT accounts bigint[], OUT amounts bigint[], OUT taken bigint[], OUT returned bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  p collection_plan;
  remains bigint[];
  system bigint;
  residual bigint;
  sub_agent bigint;
  middleman bigint;
  -- The system fee was taken from the senior agent with the order; else he owes it.
  is_taken boolean;
  given_back bigint;
  house bigint[];
  leg record;
BEGIN
  SELECT * INTO STRICT p FROM collection_plan c WHERE c.order_id = o.id;
  SELECT coalesce(d.remaining, p.leg_amounts) INTO remains FROM settlement_due d
  WHERE d.order_id = o.id AND d.settle_at = coalesce(o.settle_at, 'infinity');
  system := (p.fee_snapshot ->> 'systemFee')::bigint;
  residual := (p.fee_snapshot ->> 'agentResidual')::bigint;
  sub_agent := (p.fee_snapshot ->> 'subAgentFee')::bigint;
  middleman := (p.fee_snapshot ->> 'middlemanFee')::bigint;
  returned := greatest(residual + sub_agent + middleman, 0);
  residual := returned - sub_agent - middleman;
  is_taken := (SELECT coalesce(sum(l.amount), 0) = 0 FROM unnest(p.leg_accounts, p.leg_amounts) AS l (account_id, amount)
               JOIN account a ON a.id = l.account_id AND a.kind = 'A120');
  given_back := CASE WHEN is_taken THEN system ELSE 0 END;
  house := ledger_open_accounts(ARRAY['R400', 'A120', 'L240'], ARRAY[NULL, o.agent_id, o.agent_id],
    ARRAY[NULL, NULL, NULL]::bigint[], ARRAY[o.currency, o.currency, o.currency], ARRAY['main', 'main', 'main']);
  accounts := house[1:2];
  amounts := ARRAY[-system, system - given_back];
  IF remains IS NULL THEN
    -- A party without a share has no account either.
    accounts := accounts || house[3] || house[3];
    amounts := amounts || given_back || -residual;
    FOR leg IN SELECT x.owner, x.share FROM (VALUES (o.sub_agent_id, sub_agent), (o.middleman_id, middleman)) AS x (owner, share)
               WHERE x.share > 0 LOOP
      accounts := accounts || ledger_open_accounts(ARRAY['L240'], ARRAY[leg.owner], ARRAY[NULL]::bigint[], ARRAY[o.currency],
        ARRAY['main']);
      amounts := amounts || -leg.share;
    END LOOP;
    RETURN;
  END IF;
  taken := array_fill(0::bigint, ARRAY[cardinality(remains)]);
  -- One leg an account: what was taken of a share with it is no money that could be taken again.
  FOR leg IN
    SELECT l.deferred, sum_minor(l.amount) AS amount, array_agg(l.n::int ORDER BY l.n) AS places, array_agg(l.amount ORDER BY l.n) AS parts
    FROM unnest(p.leg_accounts, p.leg_accounts_immediate, remains) WITH ORDINALITY AS l (deferred, immediate, amount, n)
    JOIN account a ON a.id = l.deferred AND a.owner_id <> o.customer_id
    WHERE l.deferred <> l.immediate GROUP BY l.deferred ORDER BY l.deferred
  LOOP
    accounts := accounts || leg.deferred;
    amounts := amounts || -leg.amount;
    FOR n IN 1 .. cardinality(leg.places) LOOP
      taken[leg.places[n]] := leg.parts[n];
    END LOOP;
  END LOOP;
  accounts := accounts || house[3];
  amounts := amounts || (SELECT sum_minor(t) FROM unnest(taken) AS t) + given_back - returned;
END $function$
;
