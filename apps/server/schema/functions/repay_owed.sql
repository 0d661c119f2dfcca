-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130100_receivable
-- Repays what the merchants of these journals, which were just posted, owe, as far as each brought settleable money. The
-- reference of a repayment is the journal that brought it, so it happens once.

CREATE FUNCTION repay_owed(entries journal_entry[], journals bigint[], actor bigint, request text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  repaid journal_entry[];
  posted bigint[];
BEGIN
  WITH brought AS (
    SELECT e.n, journals[e.n] AS journal, e.book, e.currency, e.customer_id, e.agent_id, e.sub_agent_id, e.middleman_id,
           s.id AS settleable, d.id AS receivable, sum_minor(l.amount) AS amount
    FROM unnest(entries) WITH ORDINALITY AS e (event, ref_id, seq, book, currency, customer_id, agent_id, sub_agent_id,
      middleman_id, reverses, actor_id, note, request_id, account_ids, amounts, n)
    JOIN account s ON s.key = account_key('L200', e.customer_id, NULL, e.currency, e.book)
    JOIN account d ON d.key = account_key('A130', e.customer_id, NULL, e.currency, e.book)
    CROSS JOIN LATERAL unnest(e.account_ids, e.amounts) AS l (id, amount)
    WHERE l.id = s.id
    GROUP BY e.n, e.book, e.currency, e.customer_id, e.agent_id, e.sub_agent_id, e.middleman_id, s.id, d.id
  ), owed AS (
    SELECT b.*, least(b.amount, -d.balance - coalesce(sum_minor(b.amount) OVER (
             PARTITION BY b.receivable ORDER BY b.n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)) AS repaid
    FROM brought b JOIN balance d ON d.account_id = b.receivable
    WHERE b.amount > 0 AND d.balance < 0
  )
  SELECT array_agg(ROW('receivable.repay', o.journal, 0, o.book, o.currency, o.customer_id, o.agent_id, o.sub_agent_id,
           o.middleman_id, NULL, actor, NULL, request, ARRAY[o.settleable, o.receivable], ARRAY[-o.repaid, o.repaid])::journal_entry
           ORDER BY o.n)
  INTO repaid FROM owed o WHERE o.repaid > 0;
  IF repaid IS NULL THEN
    RETURN;
  END IF;
  SELECT array_agg(p.journal_id ORDER BY p.ordinal) INTO posted FROM ledger_post(repaid) p;
  INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id, after, request_id)
  SELECT at, actor, actor, 'receivable.repay', 'user', r.customer_id::text, posted[r.n], jsonb_build_object(
           'amount_minor', r.amounts[2]::text, 'currency', r.currency), request
  FROM unnest(repaid) WITH ORDINALITY AS r (event, ref_id, seq, book, currency, customer_id, agent_id, sub_agent_id,
    middleman_id, reverses, actor_id, note, request_id, account_ids, amounts, n);
END $function$
;
