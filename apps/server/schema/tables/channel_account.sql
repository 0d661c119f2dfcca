-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels
-- A real (upstream) channel: one contract with one provider, owned by a senior agent.

CREATE TABLE channel_account (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  provider_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  name text NOT NULL,
  direction text NOT NULL,
  currency text NOT NULL,
  base_url text NOT NULL,
  credentials_sealed text NOT NULL,
  late_payment text NOT NULL DEFAULT 'credit'::text,
  notify_networks text[] NOT NULL DEFAULT '{}'::text[],
  enabled boolean NOT NULL DEFAULT true,
  balance bigint,
  balance_checked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  low_water bigint,
  low_water_version integer NOT NULL DEFAULT 1,
  version integer NOT NULL DEFAULT 1,
  previous_credentials_sealed text,
  previous_until timestamp with time zone,
  tested_at timestamp with time zone,
  test_outcome text,
  CONSTRAINT channel_account_pkey PRIMARY KEY (id),
  CONSTRAINT channel_account_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT channel_account_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES provider(id),
  CONSTRAINT channel_account_check CHECK (((previous_credentials_sealed IS NULL) = (previous_until IS NULL))),
  CONSTRAINT channel_account_direction_check CHECK ((direction = ANY (ARRAY['collection'::text, 'payout'::text]))),
  CONSTRAINT channel_account_late_payment_check CHECK ((late_payment = ANY (ARRAY['credit'::text, 'abnormal'::text]))),
  CONSTRAINT channel_account_low_water_check CHECK ((low_water >= 0)),
  CONSTRAINT channel_account_test_outcome_check CHECK ((test_outcome = ANY (ARRAY['accepted'::text, 'timeout'::text, 'domain'::text, 'refused'::text])))
);
CREATE TRIGGER channel_account_noted AFTER INSERT OR DELETE OR UPDATE ON channel_account FOR EACH ROW EXECUTE FUNCTION note_record('upstreamKey', 'id');
CREATE TRIGGER channel_account_told AFTER UPDATE OF balance_checked_at ON channel_account FOR EACH ROW WHEN ((new.balance IS NOT NULL)) EXECUTE FUNCTION forget_received();
