-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- A hold with the buckets that it took from: giving it back follows them. What it took of early money (L202) stands by day.

CREATE TABLE payout_hold (
  order_id bigint NOT NULL,
  hold_no smallint NOT NULL,
  account_ids bigint[] NOT NULL,
  amounts bigint[] NOT NULL,
  early_days timestamp with time zone[],
  early_amounts bigint[],
  given_back_at timestamp with time zone,
  CONSTRAINT payout_hold_pkey PRIMARY KEY (order_id, hold_no),
  CONSTRAINT payout_hold_hold_no_check CHECK ((hold_no > 0))
);
