-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels

CREATE TABLE webhook_endpoint (
  customer_id bigint NOT NULL,
  url text,
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_until timestamp with time zone,
  paused_at timestamp with time zone,
  v1_secret_sealed text,
  extended boolean NOT NULL DEFAULT false,
  opt_in_events text[] NOT NULL DEFAULT '{}'::text[],
  paused_by bigint,
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (customer_id),
  CONSTRAINT webhook_endpoint_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id)
);
CREATE INDEX webhook_endpoint_opted_in ON webhook_endpoint USING btree (customer_id) WHERE (opt_in_events <> '{}'::text[]);
CREATE TRIGGER webhook_endpoint_noted AFTER INSERT OR DELETE OR UPDATE ON webhook_endpoint FOR EACH ROW EXECUTE FUNCTION note_record('webhookEndpoint', 'customer_id');
