-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income
-- The sums of journals up to one of them, by the business day of their posting. A kind counts once a journal, by what the
-- journal changes of it. Zero stands for journals of no senior agent.

CREATE TABLE income_day (
  day date NOT NULL,
  agent_id bigint NOT NULL,
  currency text NOT NULL,
  kind text NOT NULL,
  other text NOT NULL,
  credited numeric NOT NULL,
  debited numeric NOT NULL,
  first_journal bigint NOT NULL,
  last_journal bigint NOT NULL,
  CONSTRAINT income_day_pkey PRIMARY KEY (day, agent_id, currency, kind, other),
  CONSTRAINT income_day_kind_fkey FOREIGN KEY (kind) REFERENCES account_kind(kind)
);
