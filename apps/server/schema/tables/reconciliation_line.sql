-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation

CREATE TABLE reconciliation_line (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  day_id bigint NOT NULL,
  import_id bigint NOT NULL,
  n integer NOT NULL,
  mark bytea NOT NULL,
  kind text NOT NULL,
  ref text NOT NULL,
  own_no text NOT NULL,
  amount bigint NOT NULL,
  fee bigint,
  status text NOT NULL,
  at timestamp with time zone,
  item text,
  order_kind text,
  order_id bigint,
  CONSTRAINT reconciliation_line_day_id_mark_key UNIQUE (day_id, mark),
  CONSTRAINT reconciliation_line_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_line_day_id_fkey FOREIGN KEY (day_id) REFERENCES reconciliation_day(id),
  CONSTRAINT reconciliation_line_import_id_fkey FOREIGN KEY (import_id) REFERENCES reconciliation_import(id),
  CONSTRAINT reconciliation_line_amount_check CHECK ((amount <> 0)),
  CONSTRAINT reconciliation_line_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'payout'::text, 'refund'::text, 'reversal'::text, 'return'::text, 'settlement'::text, 'topUp'::text, 'fee'::text]))),
  CONSTRAINT reconciliation_line_order_kind_check CHECK ((order_kind = ANY (ARRAY['collection'::text, 'payout'::text]))),
  CONSTRAINT reconciliation_line_status_check CHECK ((status = ANY (ARRAY['done'::text, 'pending'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX reconciliation_line_item ON reconciliation_line USING btree (item) WHERE (item IS NOT NULL);
