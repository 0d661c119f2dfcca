-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090150_merchant_earner
-- Which merchants a general agent or a referrer has ever earned on. Orders and journals keep the chain they were made
-- with, and are found through these merchants' own indexes, so that nothing of the hot path is indexed by earner.

CREATE TABLE merchant_earner (
  earner_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  CONSTRAINT merchant_earner_pkey PRIMARY KEY (earner_id, customer_id),
  CONSTRAINT merchant_earner_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id),
  CONSTRAINT merchant_earner_earner_id_fkey FOREIGN KEY (earner_id) REFERENCES app_user(id)
);
