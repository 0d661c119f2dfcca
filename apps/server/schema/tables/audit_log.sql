-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090100_identity

CREATE TABLE audit_log (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  actor_id bigint,
  effective_id bigint,
  act text NOT NULL,
  object_kind text NOT NULL,
  object_id text NOT NULL,
  outcome text NOT NULL DEFAULT 'done'::text,
  from_status text,
  to_status text,
  journal_id bigint,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  request_id text,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'denied'::text, 'failed'::text])))
);
CREATE INDEX audit_log_actor ON audit_log USING btree (actor_id, id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_log_approval ON audit_log USING btree (object_id) WHERE (object_kind = 'approval'::text);
CREATE INDEX audit_log_at ON audit_log USING brin (at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX audit_log_by_hand ON audit_log USING btree (object_id) WHERE (act = 'payout.paidByHand'::text);
CREATE INDEX audit_log_object ON audit_log USING btree (object_kind, object_id, id) WHERE (act <> ALL (ARRAY['collection.create'::text, 'collection.settle'::text, 'collection.release'::text]));
CREATE INDEX audit_log_unsent ON audit_log USING btree (object_id) WHERE (act = 'payout.unsent'::text);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
