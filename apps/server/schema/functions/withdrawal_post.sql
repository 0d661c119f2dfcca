-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120100_withdrawal_doors
-- One journal of a withdrawal, over these accounts of the main book; legs of nothing are left out.

CREATE FUNCTION withdrawal_post(w withdrawal, event text, seq smallint, money text, kinds text[], owners bigint[], amounts bigint[], actor bigint, note text, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  kind text := (SELECT u.kind FROM app_user u WHERE u.id = w.owner_id);
  entry journal_entry;
BEGIN
  entry.event := event;
  entry.ref_id := w.id;
  entry.seq := seq;
  entry.book := 'main';
  entry.currency := money;
  entry.customer_id := CASE WHEN kind = 'customer' THEN w.owner_id END;
  entry.agent_id := w.agent_id;
  entry.sub_agent_id := CASE WHEN kind = 'subAgent' THEN w.owner_id END;
  entry.middleman_id := CASE WHEN kind = 'middleman' THEN w.owner_id END;
  entry.actor_id := actor;
  entry.note := note;
  entry.request_id := request;
  SELECT array_agg(l.kind ORDER BY l.n), array_agg(l.owner ORDER BY l.n), array_agg(l.amount ORDER BY l.n)
  INTO kinds, owners, entry.amounts
  FROM unnest(kinds, owners, amounts) WITH ORDINALITY AS l (kind, owner, amount, n) WHERE l.amount <> 0;
  entry.account_ids := ledger_open_accounts(kinds, owners, array_fill(NULL::bigint, ARRAY[cardinality(kinds)]),
    array_fill(money, ARRAY[cardinality(kinds)]), array_fill('main'::text, ARRAY[cardinality(kinds)]));
  RETURN (SELECT p.journal_id FROM ledger_post(ARRAY[entry]) p);
END $function$
;
