-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123120000_supply
-- Unidentified money that no order took. Each is one journal, whose reference is the row's id.

CREATE TABLE receipt_end (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  receipt_id bigint NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  provider_ref text,
  maker_id bigint NOT NULL,
  maker_person bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT receipt_end_approval_id_key UNIQUE (approval_id),
  CONSTRAINT receipt_end_pkey PRIMARY KEY (id),
  CONSTRAINT receipt_end_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT receipt_end_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT receipt_end_maker_person_fkey FOREIGN KEY (maker_person) REFERENCES app_user(id),
  CONSTRAINT receipt_end_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipt(id),
  CONSTRAINT receipt_end_amount_check CHECK ((amount > 0)),
  CONSTRAINT receipt_end_check CHECK (((kind = 'sendBack'::text) = (provider_ref IS NOT NULL))),
  CONSTRAINT receipt_end_check1 CHECK ((maker_id <> checker_id)),
  CONSTRAINT receipt_end_check2 CHECK (((approval_id IS NULL) = (checker_id IS NULL))),
  CONSTRAINT receipt_end_kind_check CHECK ((kind = ANY (ARRAY['sendBack'::text, 'restore'::text])))
);
CREATE INDEX receipt_end_receipt ON receipt_end USING btree (receipt_id);
CREATE TRIGGER receipt_end_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON receipt_end FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
