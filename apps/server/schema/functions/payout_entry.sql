-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100400_payout_end
-- The journal of one payout, as it is asked for; amounts of zero are left out.

CREATE FUNCTION payout_entry(o payout_order, event text, seq smallint, accounts bigint[], amounts bigint[], reason text, actor bigint, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  entry journal_entry;
BEGIN
  entry.event := event;
  entry.ref_id := o.id;
  entry.seq := seq;
  entry.book := CASE WHEN o.is_test THEN 'test' ELSE 'main' END;
  entry.currency := o.currency;
  entry.customer_id := o.customer_id;
  entry.agent_id := o.agent_id;
  entry.sub_agent_id := o.sub_agent_id;
  entry.middleman_id := o.middleman_id;
  entry.actor_id := actor;
  entry.note := reason;
  entry.request_id := request;
  SELECT array_agg(l.account ORDER BY l.n), array_agg(l.amount ORDER BY l.n) INTO entry.account_ids, entry.amounts
  FROM unnest(accounts, amounts) WITH ORDINALITY AS l (account, amount, n) WHERE l.amount <> 0;
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $function$
;
