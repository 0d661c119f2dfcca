-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- Payouts at which a process has to do something: verify, send, ask. What it is follows from the order's stage.

CREATE TABLE payout_work (
  order_id bigint NOT NULL,
  next_at timestamp with time zone NOT NULL,
  looks integer NOT NULL DEFAULT 0,
  CONSTRAINT payout_work_pkey PRIMARY KEY (order_id)
);
CREATE INDEX payout_work_due ON payout_work USING btree (next_at);
