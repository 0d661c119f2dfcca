-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income
-- The system fee that a senior agent owes is taken from what he earned: all that both allow, or the amount that is named. Answers
-- the journal; null, and nothing changes, where there is nothing to take, or the month was collected. Refuses (LG402) more than
-- he owes or has earned, LG403 whoever is not of the platform, LG404 without the senior agent.

CREATE FUNCTION collect_system_fee(agent bigint, currency text, wanted bigint, month date, maker bigint, reason text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  accounts bigint[];
  earned bigint;
  owed bigint;
  taken bigint;
  c system_fee_collection;
  entry journal_entry;
  journal bigint;
BEGIN
  IF (maker IS NULL) = (month IS NULL) OR (maker IS NOT NULL AND stands_over(maker, NULL) IS NOT TRUE) THEN
    RAISE EXCEPTION 'user % may not collect', maker USING ERRCODE = 'LG403';
  END IF;
  -- Collections of one senior agent follow each other.
  PERFORM FROM app_user u WHERE u.id = agent AND u.kind = 'agent' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no senior agent %', agent USING ERRCODE = 'LG404';
  END IF;
  IF EXISTS (SELECT FROM system_fee_collection f
             WHERE f.agent_id = agent AND f.currency = collect_system_fee.currency AND f.for_month = month) THEN
    RETURN NULL;
  END IF;
  accounts := ledger_open_accounts(ARRAY['L240', 'A120'], ARRAY[agent, agent], ARRAY[NULL, NULL]::bigint[],
    ARRAY[currency, currency], ARRAY['main', 'main']);
  SELECT b.balance INTO STRICT earned FROM balance b WHERE b.account_id = accounts[1] FOR NO KEY UPDATE;
  owed := system_fee_owed(agent, currency);
  taken := greatest(least(earned, owed), 0);
  IF wanted > taken THEN
    RAISE EXCEPTION 'so much is not owed, or not there' USING ERRCODE = 'LG402';
  END IF;
  taken := coalesce(wanted, taken);
  IF taken = 0 THEN
    RETURN NULL;
  END IF;
  INSERT INTO system_fee_collection AS n (agent_id, currency, amount, for_month, maker_id, reason, created_at)
  VALUES (agent, collect_system_fee.currency, taken, month, maker, collect_system_fee.reason, at) RETURNING n.* INTO c;
  entry.event := 'systemFee.collect';
  entry.ref_id := c.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := c.currency;
  entry.agent_id := agent;
  entry.actor_id := maker;
  entry.note := c.reason;
  entry.request_id := request;
  entry.account_ids := accounts;
  entry.amounts := ARRAY[-taken, taken];
  journal := (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id, after, request_id)
  VALUES (at, maker, maker, 'accounting.systemIncome.collect', 'user', agent::text, journal, jsonb_strip_nulls(jsonb_build_object(
    'amount_minor', taken::text, 'currency', c.currency, 'for_month', month, 'reason', c.reason)), request);
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('funds.moved', 'user:' || agent, json_build_object('owner_ids', ARRAY[agent::text]), at);
  RETURN journal;
END $function$
;
