-- Up Migration
-- Rules of one merchant that overrule the polling: by amount, payer and hour they force an order to a channel or keep it
-- away from one.

CREATE TABLE channel_exception (
  -- Grows with every list that is saved: the greatest of a merchant's list is the version of the list.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES app_user,
  direction text NOT NULL CHECK (direction IN ('collection', 'payout')),
  n smallint NOT NULL CHECK (n BETWEEN 1 AND 200),
  -- Minor units, both ends inside; null asks nothing of the amount.
  amount_min bigint CHECK (amount_min >= 0),
  amount_max bigint CHECK (amount_max >= amount_min OR amount_min IS NULL),
  -- The payer of a collection or the payee of a payout, as it is folded for comparing (domain `foldName`).
  payer text CHECK (payer <> ''),
  -- {"days":[0..6],"from":"09:00","to":"02:00"} in UTC+8.
  hours jsonb,
  act text NOT NULL CHECK (act IN ('force', 'exclude')),
  channel_id bigint NOT NULL REFERENCES channel,
  -- From then on the rule counts no more.
  until timestamptz,
  note text NOT NULL DEFAULT '',
  UNIQUE (customer_id, direction, n)
);
COMMENT ON TABLE channel_exception IS
  'In the order of n the first rule of the merchant and direction whose conditions all hold decides, and no other after it: '
  'force leaves the order no channel but this one, exclude every channel but this one. A condition that is null holds; a '
  'rule whose until has come is passed over.';

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, DELETE ON channel_exception TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON channel_exception TO suanpan_report;
  END IF;
END $$;
