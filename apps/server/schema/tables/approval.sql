-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121111000_approvals

CREATE TABLE approval (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  act text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  subject_label text NOT NULL,
  agent_id bigint,
  payload jsonb NOT NULL,
  payload_hash text NOT NULL,
  effect jsonb NOT NULL,
  effect_hash text NOT NULL,
  currency text,
  amount bigint,
  reason text NOT NULL,
  maker_id bigint NOT NULL,
  checker_id bigint,
  maker_person bigint NOT NULL,
  checker_person bigint,
  barred bigint[] NOT NULL DEFAULT '{}'::bigint[],
  decision_reason text,
  state text NOT NULL DEFAULT 'waiting'::text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  CONSTRAINT approval_pkey PRIMARY KEY (id),
  CONSTRAINT approval_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT approval_checker_id_fkey FOREIGN KEY (checker_id) REFERENCES app_user(id),
  CONSTRAINT approval_checker_person_fkey FOREIGN KEY (checker_person) REFERENCES app_user(id),
  CONSTRAINT approval_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES app_user(id),
  CONSTRAINT approval_maker_person_fkey FOREIGN KEY (maker_person) REFERENCES app_user(id),
  CONSTRAINT approval_amount CHECK (((amount IS NULL) = (currency IS NULL))),
  CONSTRAINT approval_dated CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  CONSTRAINT approval_decided CHECK (((state = ANY (ARRAY['approved'::text, 'refused'::text])) = (checker_id IS NOT NULL))),
  CONSTRAINT approval_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text, 'expired'::text, 'stale'::text, 'withdrawn'::text]))),
  CONSTRAINT approval_two_people CHECK ((checker_id <> maker_id)),
  CONSTRAINT approval_two_persons CHECK ((checker_person <> maker_person))
);
CREATE INDEX approval_agent ON approval USING btree (agent_id, id DESC);
CREATE INDEX approval_maker ON approval USING btree (maker_id, id DESC);
CREATE INDEX approval_said_paid ON approval USING btree (subject_id, id) WHERE (act = 'payouts.markPaid'::text);
CREATE INDEX approval_said_wired ON approval USING btree (subject_id, id) WHERE (act = 'withdrawals.markPaid'::text);
CREATE INDEX approval_subject ON approval USING btree (subject_kind, subject_id) WHERE (state = 'waiting'::text);
CREATE INDEX approval_waiting ON approval USING btree (expires_at) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX approval_once ON approval USING btree (act, payload_hash) WHERE (state = 'waiting'::text);
CREATE TRIGGER approval_stands BEFORE DELETE OR UPDATE ON approval FOR EACH ROW EXECUTE FUNCTION keep_approval();
CREATE TRIGGER approval_two_persons BEFORE INSERT OR UPDATE ON approval FOR EACH ROW EXECUTE FUNCTION keep_two_persons();
CREATE TRIGGER approval_undecided AFTER UPDATE OF state ON approval FOR EACH ROW WHEN (((new.act = 'payouts.markPaid'::text) AND (new.subject_kind = 'payout'::text) AND (new.state = ANY (ARRAY['expired'::text, 'stale'::text])))) EXECUTE FUNCTION keep_undecided_payout();
