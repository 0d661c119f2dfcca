-- Up Migration
-- What people were told of an order, once each: a provider that contradicts itself does so in notices that come at the
-- same time and again, and every one of them is a reason to ask it.

CREATE TABLE collection_flag (
  order_id bigint NOT NULL,
  reason text NOT NULL,
  -- What it is about: the attempt, or the provider's payment and what it says of it; empty where the order itself is.
  about text NOT NULL,
  flagged_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, reason, about)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE UPDATE, DELETE ON collection_flag FROM suanpan_app;
  END IF;
END $$;
