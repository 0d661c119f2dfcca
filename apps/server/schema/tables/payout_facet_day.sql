-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day
-- The same by what never changes of a payout: the payee's bank, and the hour of its making.

CREATE TABLE payout_facet_day (
  day date NOT NULL,
  customer_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  sub_agent_id bigint NOT NULL,
  currency text NOT NULL,
  facet text NOT NULL,
  value text NOT NULL,
  status text NOT NULL,
  made_count bigint NOT NULL,
  made_amount numeric NOT NULL,
  made_fee numeric NOT NULL,
  CONSTRAINT payout_facet_day_pkey PRIMARY KEY (day, customer_id, agent_id, sub_agent_id, currency, facet, value, status),
  CONSTRAINT payout_facet_day_facet_check CHECK ((facet = ANY (ARRAY['bank'::text, 'hour'::text])))
);
