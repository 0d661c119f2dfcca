-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger
-- The long form of journal_is_sound: Σ = 0, and no debit leaves its account below zero but a leg that may claw back.

CREATE FUNCTION legs_are_sound(amounts bigint[], balances_after bigint[], claw_back smallint[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
BEGIN
  RETURN (
    SELECT sum(l.amount) = 0
      AND bool_and(l.amount >= 0 OR coalesce(l.balance_after, 0) >= 0 OR l.n = ANY (coalesce(claw_back, '{}')))
    FROM unnest(amounts, balances_after) WITH ORDINALITY AS l (amount, balance_after, n));
END $function$
;
