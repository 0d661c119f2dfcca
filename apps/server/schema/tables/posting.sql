-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger
-- The ledger as a purist reads it: one row a leg.

CREATE VIEW posting AS
 SELECT j.id AS journal_id,
    leg.ordinality AS leg_no,
    j.event,
    j.ref_id,
    j.seq,
    j.book,
    j.currency,
    j.posted_at,
    leg.account_id,
    leg.amount,
    leg.balance_after,
    leg.version
   FROM journal j,
    LATERAL UNNEST(j.account_ids, j.amounts, j.balances_after, j.versions) WITH ORDINALITY leg(account_id, amount, balance_after, version, ordinality);
