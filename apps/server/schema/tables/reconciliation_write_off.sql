-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation
-- What the platform took upon itself (E510) because provider and books do not agree, once a difference, by two persons.

CREATE TABLE reconciliation_write_off (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  difference_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  maker_id bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT reconciliation_write_off_approval_id_key UNIQUE (approval_id),
  CONSTRAINT reconciliation_write_off_difference_id_key UNIQUE (difference_id),
  CONSTRAINT reconciliation_write_off_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_write_off_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id),
  CONSTRAINT reconciliation_write_off_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT reconciliation_write_off_difference_id_fkey FOREIGN KEY (difference_id) REFERENCES reconciliation_difference(id),
  CONSTRAINT reconciliation_write_off_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT reconciliation_write_off_amount_check CHECK ((amount <> 0)),
  CONSTRAINT reconciliation_write_off_check CHECK ((maker_id <> checker_id)),
  CONSTRAINT reconciliation_write_off_check1 CHECK (((approval_id IS NULL) = (checker_id IS NULL))),
  CONSTRAINT reconciliation_write_off_kind_check CHECK ((kind = ANY (ARRAY['A100'::text, 'L260'::text])))
);
CREATE TRIGGER reconciliation_write_off_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON reconciliation_write_off FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
