-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110100_deposit
-- A person of the platform found the money: it is credited, less what the platform keeps. What its owner owes is repaid first.
-- Answers the journal; null, and nothing changes, where it is decided already. Refuses (LG403) whoever may not decide it.

CREATE FUNCTION credit_deposit(wanted bigint, fee bigint, checker bigint, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  d deposit;
  accounts bigint[];
  owed bigint;
  repaid bigint;
  entry journal_entry;
  journal bigint;
BEGIN
  SELECT * INTO d FROM deposit n WHERE n.id = wanted FOR NO KEY UPDATE;
  IF d.status IS DISTINCT FROM 'pending' THEN
    RETURN NULL;
  END IF;
  IF NOT may_find_deposit(d, checker) THEN
    RAISE EXCEPTION 'user % may not decide deposit %', checker, wanted USING ERRCODE = 'LG403';
  END IF;
  UPDATE deposit n SET status = 'credited', fee = credit_deposit.fee, decided_by = checker, completed_at = at
  WHERE n.id = wanted RETURNING n.* INTO d;
  accounts := ledger_open_accounts(ARRAY['A110', 'L201', 'A130', 'R410'], ARRAY[NULL, d.owner_id, d.owner_id, NULL],
    ARRAY[NULL, NULL, NULL, NULL]::bigint[], ARRAY[d.currency, d.currency, d.currency, d.currency],
    ARRAY['main', 'main', 'main', 'main']);
  PERFORM FROM balance b WHERE b.account_id = ANY (accounts) ORDER BY b.account_id FOR NO KEY UPDATE;
  SELECT -least(b.balance, 0) INTO STRICT owed FROM balance b WHERE b.account_id = accounts[3];
  repaid := least(owed, d.amount - d.fee);
  entry.event := 'deposit.credit';
  entry.ref_id := d.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := d.currency;
  entry.customer_id := d.owner_id;
  entry.agent_id := d.agent_id;
  entry.actor_id := checker;
  entry.request_id := request;
  SELECT array_agg(l.account ORDER BY l.n), array_agg(l.amount ORDER BY l.n) INTO entry.account_ids, entry.amounts
  FROM unnest(accounts, ARRAY[-d.amount, d.amount - d.fee - repaid, repaid, d.fee]) WITH ORDINALITY AS l (account, amount, n)
  WHERE l.amount <> 0;
  journal := (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
  PERFORM note_deposit(d, 'collections.deposit.approve', 'pending', checker, NULL, request, journal);
  INSERT INTO outbox (kind, subject, payload, created_at)
  VALUES ('funds.moved', 'user:' || d.owner_id, json_build_object('owner_ids', ARRAY[d.owner_id::text]), at);
  RETURN journal;
END $function$
;
