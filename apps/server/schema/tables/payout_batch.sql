-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123110000_payout_batch

CREATE TABLE payout_batch (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  currency text NOT NULL,
  file_name text NOT NULL,
  file_hash bytea NOT NULL,
  client_key text NOT NULL,
  made_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  state text NOT NULL DEFAULT 'draft'::text,
  version integer NOT NULL DEFAULT 1,
  submitted_by bigint,
  submitted_at timestamp with time zone,
  request_id text,
  request_ip text,
  is_agreed boolean,
  let_go_by bigint,
  let_go_reason text,
  let_go_request_id text,
  let_go_upto bigint,
  CONSTRAINT payout_batch_once UNIQUE (customer_id, file_hash, client_key),
  CONSTRAINT payout_batch_pkey PRIMARY KEY (id),
  CONSTRAINT payout_batch_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id),
  CONSTRAINT payout_batch_let_go_by_fkey FOREIGN KEY (let_go_by) REFERENCES app_user(id),
  CONSTRAINT payout_batch_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  CONSTRAINT payout_batch_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES app_user(id),
  CONSTRAINT payout_batch_check CHECK (((state = 'draft'::text) = (submitted_by IS NULL))),
  CONSTRAINT payout_batch_check1 CHECK (((let_go_by IS NULL) = (let_go_reason IS NULL))),
  CONSTRAINT payout_batch_let_go CHECK (((let_go_by IS NULL) = (let_go_upto IS NULL))),
  CONSTRAINT payout_batch_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'running'::text, 'done'::text])))
);
CREATE INDEX payout_batch_at_work ON payout_batch USING btree (id) WHERE ((state = 'running'::text) OR (let_go_by IS NOT NULL));
CREATE INDEX payout_batch_draft ON payout_batch USING btree (created_at) WHERE (state = 'draft'::text);
CREATE INDEX payout_batch_newest ON payout_batch USING btree (customer_id, id DESC);
