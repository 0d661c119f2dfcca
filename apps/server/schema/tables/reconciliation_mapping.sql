-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation
-- By which titles the columns of a provider's statement are found, where they are not those that everybody uses.

CREATE TABLE reconciliation_mapping (
  provider_id bigint NOT NULL,
  titles jsonb NOT NULL,
  version integer NOT NULL DEFAULT 0,
  set_by bigint NOT NULL,
  set_at timestamp with time zone NOT NULL,
  CONSTRAINT reconciliation_mapping_pkey PRIMARY KEY (provider_id),
  CONSTRAINT reconciliation_mapping_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES provider(id),
  CONSTRAINT reconciliation_mapping_set_by_fkey FOREIGN KEY (set_by) REFERENCES app_user(id)
);
