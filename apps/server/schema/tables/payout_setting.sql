-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- Limits and rules of payouts: a merchant's own, his senior agent's, the platform's (owner 0); null is inherited. Amounts in
-- minor units; 0 is no limit.

CREATE TABLE payout_setting (
  owner_id bigint NOT NULL,
  currency text NOT NULL,
  min_amount bigint,
  max_amount bigint,
  daily_amount bigint,
  daily_count integer,
  card_daily_amount bigint,
  card_daily_count integer,
  manual_from bigint,
  payee_hour_count integer,
  payee_day_amount bigint,
  user_hour_count integer,
  key_hour_count integer,
  merchant_peak_factor integer,
  version integer NOT NULL DEFAULT 1,
  bound jsonb,
  CONSTRAINT payout_setting_pkey PRIMARY KEY (owner_id, currency)
);
CREATE TRIGGER payout_setting_noted AFTER INSERT OR DELETE OR UPDATE ON payout_setting FOR EACH ROW EXECUTE FUNCTION note_payout_setting();
