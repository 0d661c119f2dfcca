-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation

CREATE TABLE reconciliation_difference (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  day_id bigint NOT NULL,
  type text NOT NULL,
  line_id bigint,
  item text,
  order_kind text,
  order_id bigint,
  ours bigint NOT NULL,
  theirs bigint NOT NULL,
  found_at timestamp with time zone NOT NULL,
  assignee_id bigint,
  act text,
  journal_id bigint,
  reason text,
  resolved_at timestamp with time zone,
  resolved_by bigint,
  CONSTRAINT reconciliation_difference_day_id_type_line_id_item_key UNIQUE NULLS NOT DISTINCT (day_id, type, line_id, item),
  CONSTRAINT reconciliation_difference_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_difference_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES app_user(id),
  CONSTRAINT reconciliation_difference_day_id_fkey FOREIGN KEY (day_id) REFERENCES reconciliation_day(id),
  CONSTRAINT reconciliation_difference_line_id_fkey FOREIGN KEY (line_id) REFERENCES reconciliation_line(id),
  CONSTRAINT reconciliation_difference_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES app_user(id),
  CONSTRAINT reconciliation_difference_act_check CHECK ((act = ANY (ARRAY['matched'::text, 'receipt'::text, 'writeOff'::text, 'dismiss'::text]))),
  CONSTRAINT reconciliation_difference_check CHECK ((theirs <> ours)),
  CONSTRAINT reconciliation_difference_check1 CHECK (((line_id IS NOT NULL) OR (item IS NOT NULL))),
  CONSTRAINT reconciliation_difference_check2 CHECK (((act IS NULL) = (resolved_at IS NULL))),
  CONSTRAINT reconciliation_difference_order_kind_check CHECK ((order_kind = ANY (ARRAY['collection'::text, 'payout'::text]))),
  CONSTRAINT reconciliation_difference_type_check CHECK ((type = ANY (ARRAY['ours_only'::text, 'theirs_only'::text, 'amount'::text, 'state'::text, 'fee'::text])))
);
CREATE INDEX reconciliation_difference_item ON reconciliation_difference USING btree (item) WHERE (item IS NOT NULL);
CREATE INDEX reconciliation_difference_line ON reconciliation_difference USING btree (line_id) WHERE (line_id IS NOT NULL);
CREATE INDEX reconciliation_difference_open ON reconciliation_difference USING btree (day_id) WHERE (act IS NULL);
