-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels

CREATE TABLE api_key (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL,
  key text NOT NULL,
  secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_until timestamp with time zone,
  scopes text[] NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  ip_allowlist text[] NOT NULL DEFAULT '{}'::text[],
  per_minute integer NOT NULL DEFAULT 1200,
  daily_payout_minor bigint,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT api_key_key_key UNIQUE (key),
  CONSTRAINT api_key_pkey PRIMARY KEY (id),
  CONSTRAINT api_key_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id),
  CONSTRAINT api_key_check CHECK ((('payout'::text <> ALL (scopes)) OR ((daily_payout_minor IS NOT NULL) AND are_narrow_networks(ip_allowlist)))),
  CONSTRAINT api_key_daily_payout_minor_check CHECK ((daily_payout_minor > 0)),
  CONSTRAINT api_key_per_minute_check CHECK ((per_minute > 0))
);
CREATE INDEX api_key_customer ON api_key USING btree (customer_id);
CREATE TRIGGER api_key_noted AFTER INSERT OR DELETE OR UPDATE ON api_key FOR EACH ROW EXECUTE FUNCTION note_record('apiKey', 'id');
