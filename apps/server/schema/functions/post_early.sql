-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090450_collection_release
-- Moves what was taken out of the pool of early money (L202 to L200), one journal a row of the pool, whose id is the
-- journal's reference. The caller holds the balances of both accounts.

CREATE FUNCTION post_early(taken early_settlement[], actor bigint, request text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  entries journal_entry[];
  journals bigint[];
BEGIN
  SELECT array_agg(ROW('early.release', t.id, 0, a.book, a.currency, a.owner_id, u.agent_id, u.sub_agent_id, u.middleman_id,
           NULL, actor, NULL, request, ARRAY[a.id, s.id], ARRAY[-t.amount, t.amount])::journal_entry ORDER BY t.id)
  INTO entries
  FROM unnest(taken) AS t JOIN account a ON a.id = t.account_id JOIN app_user u ON u.id = a.owner_id
  JOIN account s ON s.key = account_key('L200', a.owner_id, NULL, a.currency, a.book)
  WHERE t.amount > 0;
  IF entries IS NULL THEN
    RETURN;
  END IF;
  SELECT array_agg(p.journal_id ORDER BY p.ordinal) INTO journals FROM ledger_post(entries) p;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id, request_id)
  SELECT at, actor, actor, 'early.release', 'user', e.customer_id::text, journals[e.ordinality], request
  FROM unnest(entries) WITH ORDINALITY AS e;
  PERFORM repay_owed(entries, journals, actor, request);
END $function$
;
