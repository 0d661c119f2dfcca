-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125100100_channel_settlement

CREATE TABLE channel_settlement (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  arrived bigint NOT NULL,
  kept bigint NOT NULL,
  statement_ref text NOT NULL,
  maker_id bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT channel_settlement_approval_id_key UNIQUE (approval_id),
  CONSTRAINT channel_settlement_pkey PRIMARY KEY (id),
  CONSTRAINT channel_settlement_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id),
  CONSTRAINT channel_settlement_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT channel_settlement_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT channel_settlement_arrived_check CHECK ((arrived >= 0)),
  CONSTRAINT channel_settlement_check CHECK (((arrived + kept) > 0)),
  CONSTRAINT channel_settlement_check1 CHECK ((maker_id <> checker_id)),
  CONSTRAINT channel_settlement_check2 CHECK (((approval_id IS NULL) = (checker_id IS NULL))),
  CONSTRAINT channel_settlement_kept_check CHECK ((kept >= 0))
);
CREATE UNIQUE INDEX channel_settlement_once ON channel_settlement USING btree (channel_account_id, reference_key(statement_ref));
CREATE TRIGGER channel_settlement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON channel_settlement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
