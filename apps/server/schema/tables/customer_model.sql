-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124120100_channel_models
-- Which template a merchant was given last; what he has may differ from it since.

CREATE TABLE customer_model (
  customer_id bigint NOT NULL,
  direction text NOT NULL,
  model_id bigint NOT NULL,
  given_at timestamp with time zone NOT NULL,
  CONSTRAINT customer_model_pkey PRIMARY KEY (customer_id, direction),
  CONSTRAINT customer_model_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id),
  CONSTRAINT customer_model_model_id_fkey FOREIGN KEY (model_id) REFERENCES channel_model(id) ON DELETE CASCADE,
  CONSTRAINT customer_model_direction_check CHECK ((direction = ANY (ARRAY['collection'::text, 'payout'::text])))
);
CREATE INDEX customer_model_model ON customer_model USING btree (model_id);
