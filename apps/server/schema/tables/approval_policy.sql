-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121111000_approvals
-- From which sum on a second person is asked. The most particular row counts: of the tree and the act, then of the
-- tree, then of the act, then of all; without any the default of the domain.

CREATE TABLE approval_policy (
  agent_id bigint,
  act text,
  currency text NOT NULL,
  threshold bigint NOT NULL,
  CONSTRAINT approval_policy_agent_id_act_currency_key UNIQUE NULLS NOT DISTINCT (agent_id, act, currency),
  CONSTRAINT approval_policy_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT approval_policy_threshold_check CHECK ((threshold >= 0))
);
CREATE TRIGGER threshold_noted AFTER INSERT OR DELETE OR UPDATE ON approval_policy FOR EACH ROW EXECUTE FUNCTION note_threshold();
