-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110000_fund_move

CREATE TABLE fund_move (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  owner_id bigint NOT NULL,
  currency text NOT NULL,
  change bigint NOT NULL,
  source text NOT NULL,
  agent_id bigint,
  maker_id bigint NOT NULL,
  maker_person bigint NOT NULL,
  checker_id bigint,
  approval_id bigint,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT fund_move_approval_id_key UNIQUE (approval_id),
  CONSTRAINT fund_move_pkey PRIMARY KEY (id),
  CONSTRAINT fund_move_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT fund_move_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT fund_move_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT fund_move_maker_person_fkey FOREIGN KEY (maker_person) REFERENCES app_user(id),
  CONSTRAINT fund_move_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  CONSTRAINT fund_move_change_check CHECK ((change <> 0)),
  CONSTRAINT fund_move_check CHECK ((((((kind = 'transfer'::text) AND (source = 'feeIncome'::text)) OR ((kind = 'fund'::text) AND (source = 'agent'::text))) OR ((kind = 'adjust'::text) AND (source = 'agent'::text))) OR ((kind = 'adjust'::text) AND (source = 'goodwill'::text)))),
  CONSTRAINT fund_move_check1 CHECK (((change > 0) OR (kind = 'adjust'::text))),
  CONSTRAINT fund_move_check2 CHECK (((source = 'agent'::text) = (agent_id IS NOT NULL))),
  CONSTRAINT fund_move_check3 CHECK ((agent_id <> owner_id)),
  CONSTRAINT fund_move_check4 CHECK ((maker_id <> checker_id)),
  CONSTRAINT fund_move_check5 CHECK (((approval_id IS NULL) = (checker_id IS NULL))),
  CONSTRAINT fund_move_kind_check CHECK ((kind = ANY (ARRAY['transfer'::text, 'fund'::text, 'adjust'::text]))),
  CONSTRAINT fund_move_source_check CHECK ((source = ANY (ARRAY['feeIncome'::text, 'agent'::text, 'goodwill'::text])))
);
CREATE INDEX fund_move_owner ON fund_move USING btree (owner_id, created_at);
CREATE INDEX fund_move_person ON fund_move USING btree (maker_person, created_at);
CREATE TRIGGER fund_move_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON fund_move FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
