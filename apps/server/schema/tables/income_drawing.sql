-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income

CREATE TABLE income_drawing (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  currency text NOT NULL,
  amount bigint NOT NULL,
  payee text NOT NULL,
  drawable bigint NOT NULL,
  maker_id bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT income_drawing_approval_id_key UNIQUE (approval_id),
  CONSTRAINT income_drawing_pkey PRIMARY KEY (id),
  CONSTRAINT income_drawing_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT income_drawing_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT income_drawing_amount_check CHECK ((amount > 0)),
  CONSTRAINT income_drawing_check CHECK ((maker_id <> checker_id)),
  CONSTRAINT income_drawing_check1 CHECK (((approval_id IS NULL) = (checker_id IS NULL))),
  CONSTRAINT income_drawing_check2 CHECK ((amount <= drawable))
);
CREATE INDEX income_drawing_newest ON income_drawing USING btree (created_at DESC, id DESC);
CREATE TRIGGER income_drawing_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON income_drawing FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
