-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130200_prefund

CREATE TABLE channel_prefund (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel_account_id bigint NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  transfer_ref text NOT NULL,
  maker_id bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT channel_prefund_approval_id_key UNIQUE (approval_id),
  CONSTRAINT channel_prefund_pkey PRIMARY KEY (id),
  CONSTRAINT channel_prefund_channel_account_id_fkey FOREIGN KEY (channel_account_id) REFERENCES channel_account(id),
  CONSTRAINT channel_prefund_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT channel_prefund_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT channel_prefund_amount_check CHECK ((amount > 0)),
  CONSTRAINT channel_prefund_check CHECK ((maker_id <> checker_id)),
  CONSTRAINT channel_prefund_check1 CHECK (((approval_id IS NULL) = (checker_id IS NULL)))
);
CREATE UNIQUE INDEX channel_prefund_once ON channel_prefund USING btree (channel_account_id, reference_key(transfer_ref));
CREATE TRIGGER channel_prefund_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON channel_prefund FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
