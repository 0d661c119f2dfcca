-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund

CREATE FUNCTION refund_entry(o collection_order, event text, seq smallint, accounts bigint[], amounts bigint[], note text, actor bigint, request text)
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
  entry.book := 'main';
  entry.currency := o.currency;
  entry.customer_id := o.customer_id;
  entry.agent_id := o.agent_id;
  entry.sub_agent_id := o.sub_agent_id;
  entry.middleman_id := o.middleman_id;
  entry.actor_id := actor;
  entry.note := note;
  entry.request_id := request;
  SELECT array_agg(l.account ORDER BY l.n), array_agg(l.amount ORDER BY l.n) INTO entry.account_ids, entry.amounts
  FROM unnest(accounts, amounts) WITH ORDINALITY AS l (account, amount, n) WHERE l.amount <> 0;
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $function$
;
