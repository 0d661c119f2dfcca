-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day
-- How payouts stand from now on, and how they did; `was_states` is null where they are new.

CREATE TABLE payout_delta (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_ids bigint[] NOT NULL,
  was_states text[],
  was_failures text[],
  was_channels bigint[],
  was_accounts bigint[],
  was_ends timestamp with time zone[],
  now_states text[] NOT NULL,
  now_failures text[] NOT NULL,
  now_channels bigint[] NOT NULL,
  now_accounts bigint[] NOT NULL,
  now_ends timestamp with time zone[] NOT NULL,
  CONSTRAINT payout_delta_pkey PRIMARY KEY (id)
);
