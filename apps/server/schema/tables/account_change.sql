-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121105000_persons

CREATE TABLE account_change (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  what text NOT NULL,
  by_id bigint,
  by_person bigint,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT account_change_pkey PRIMARY KEY (id),
  CONSTRAINT account_change_by_id_fkey FOREIGN KEY (by_id) REFERENCES app_user(id),
  CONSTRAINT account_change_by_person_fkey FOREIGN KEY (by_person) REFERENCES app_user(id),
  CONSTRAINT account_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT account_change_what_check CHECK ((what = ANY (ARRAY['account'::text, 'rights'::text, 'password'::text, 'paymentPassword'::text, 'twoFactor'::text, 'key'::text, 'callback'::text])))
);
CREATE INDEX account_change_user ON account_change USING btree (user_id, at);
CREATE TRIGGER account_change_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON account_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_change_noted AFTER INSERT OR DELETE OR UPDATE ON account_change FOR EACH ROW EXECUTE FUNCTION note_record('accountChange', 'id');
