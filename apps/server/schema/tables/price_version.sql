-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124130000_price_version
-- Every price that was ever in force, and those that are agreed and come later. Current prices stay where plans are computed
-- from; whatever changes them there leaves a version here, so that an order can be led to the price that it was planned by.

CREATE TABLE price_version (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  party text NOT NULL,
  method_id bigint,
  customer_id bigint,
  alias text,
  agent_id bigint,
  channel_id bigint NOT NULL,
  version integer,
  before jsonb,
  prices jsonb,
  allow_loss boolean NOT NULL DEFAULT false,
  valid_from timestamp with time zone NOT NULL,
  state text NOT NULL DEFAULT 'scheduled'::text,
  failure text,
  maker_id bigint,
  checker_id bigint,
  approval_id bigint,
  reason text,
  created_at timestamp with time zone NOT NULL,
  applied_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT price_version_pkey PRIMARY KEY (id),
  CONSTRAINT price_version_check CHECK (((version IS NULL) = (applied_at IS NULL))),
  CONSTRAINT price_version_check1 CHECK ((maker_id <> checker_id)),
  CONSTRAINT price_version_check2 CHECK ((((party = 'merchant'::text) = (customer_id IS NOT NULL)) AND ((party = 'system'::text) = (agent_id IS NOT NULL)))),
  CONSTRAINT price_version_party_check CHECK ((party = ANY (ARRAY['merchant'::text, 'system'::text, 'endpoint'::text]))),
  CONSTRAINT price_version_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'current'::text, 'past'::text, 'refused'::text, 'withdrawn'::text])))
);
CREATE INDEX price_version_customer ON price_version USING btree (customer_id, id);
CREATE INDEX price_version_due ON price_version USING btree (valid_from, id) WHERE (state = 'scheduled'::text);
CREATE UNIQUE INDEX price_version_number ON price_version USING btree (channel_id, customer_id, alias, agent_id, version) NULLS NOT DISTINCT WHERE (version IS NOT NULL);
