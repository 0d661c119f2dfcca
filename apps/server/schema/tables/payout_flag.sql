-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- What people were told of a payout, once each.

CREATE TABLE payout_flag (
  order_id bigint NOT NULL,
  reason text NOT NULL,
  about text NOT NULL,
  flagged_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_flag_pkey PRIMARY KEY (order_id, reason, about)
);
