-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day
-- By the orders themselves, so that what the books changed is held against them: what payers paid and payees got, in minor
-- units, and the merchant's fee of it. What a payout takes is above zero, and what a reversal gives back below.

CREATE TABLE merchant_day (
  customer_id bigint NOT NULL,
  day date NOT NULL,
  currency text NOT NULL,
  event text NOT NULL,
  count bigint NOT NULL,
  amount numeric NOT NULL,
  fee numeric NOT NULL,
  CONSTRAINT merchant_day_pkey PRIMARY KEY (customer_id, day, currency, event)
);
CREATE INDEX merchant_day_day ON merchant_day USING btree (day);
