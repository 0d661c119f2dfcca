-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation
-- Whose accounts can be reconciled, and the days and differences as they are read.

CREATE VIEW reconciliation_account AS
 SELECT id,
    name,
    agent_id,
    provider_id,
    direction,
    currency
   FROM channel_account a;
