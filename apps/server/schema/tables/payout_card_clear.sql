-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- Since when the use of an account counts anew for a merchant's limits, where somebody cleared it (卡片使用清除): his payouts stand.

CREATE TABLE payout_card_clear (
  customer_id bigint NOT NULL,
  card_hash text NOT NULL,
  currency text NOT NULL,
  cleared_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_card_clear_pkey PRIMARY KEY (customer_id, card_hash, currency)
);
