-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121110000_balance_edit

CREATE TABLE balance_edit (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  currency text NOT NULL,
  change bigint NOT NULL,
  bucket text NOT NULL,
  order_id bigint,
  until timestamp with time zone,
  undoes bigint,
  maker_id bigint,
  maker_person bigint,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT balance_edit_approval_id_key UNIQUE (approval_id),
  CONSTRAINT balance_edit_undoes_key UNIQUE (undoes),
  CONSTRAINT balance_edit_pkey PRIMARY KEY (id),
  CONSTRAINT balance_edit_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT balance_edit_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT balance_edit_maker_person_fkey FOREIGN KEY (maker_person) REFERENCES app_user(id),
  CONSTRAINT balance_edit_undoes_fkey FOREIGN KEY (undoes) REFERENCES balance_edit(id),
  CONSTRAINT balance_edit_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT balance_edit_bucket_check CHECK ((bucket = ANY (ARRAY['L200'::text, 'L201'::text, 'L210'::text]))),
  CONSTRAINT balance_edit_change_check CHECK ((change <> 0)),
  CONSTRAINT balance_edit_check CHECK ((maker_id <> checker_id)),
  CONSTRAINT balance_edit_check1 CHECK (((approval_id IS NULL) = (checker_id IS NULL))),
  CONSTRAINT balance_edit_check2 CHECK (((maker_id IS NULL) = (maker_person IS NULL))),
  CONSTRAINT balance_edit_check3 CHECK (((maker_id IS NOT NULL) OR (undoes IS NOT NULL))),
  CONSTRAINT balance_edit_check4 CHECK (((kind = 'settleable'::text) = (bucket = 'L201'::text))),
  CONSTRAINT balance_edit_check5 CHECK ((((order_id IS NULL) AND (until IS NULL)) OR ((kind = 'frozen'::text) AND (change > 0)))),
  CONSTRAINT balance_edit_check6 CHECK (((undoes IS NULL) OR ((kind = 'frozen'::text) AND (change < 0)))),
  CONSTRAINT balance_edit_check7 CHECK (((bucket <> 'L210'::text) OR (order_id IS NOT NULL) OR (undoes IS NOT NULL))),
  CONSTRAINT balance_edit_kind_check CHECK ((kind = ANY (ARRAY['frozen'::text, 'settleable'::text])))
);
CREATE INDEX balance_edit_order ON balance_edit USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX balance_edit_person ON balance_edit USING btree (maker_person, created_at);
CREATE INDEX balance_edit_until ON balance_edit USING btree (until) WHERE (until IS NOT NULL);
CREATE INDEX balance_edit_user ON balance_edit USING btree (user_id, kind);
CREATE TRIGGER balance_edit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON balance_edit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
