-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation

CREATE TABLE reconciliation_comment (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  difference_id bigint NOT NULL,
  made_by bigint NOT NULL,
  made_at timestamp with time zone NOT NULL,
  body text NOT NULL,
  CONSTRAINT reconciliation_comment_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_comment_difference_id_fkey FOREIGN KEY (difference_id) REFERENCES reconciliation_difference(id),
  CONSTRAINT reconciliation_comment_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id)
);
CREATE INDEX reconciliation_comment_of ON reconciliation_comment USING btree (difference_id, id);
