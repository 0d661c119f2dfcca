-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126120100_alerts
-- What holds, and what held: one row for each thing that a rule was ever true of. Business time.

CREATE TABLE alert_state (
  rule_id bigint NOT NULL,
  subject text NOT NULL,
  label text NOT NULL,
  value numeric(20,6) NOT NULL,
  firing boolean NOT NULL,
  told_at timestamp with time zone NOT NULL,
  CONSTRAINT alert_state_pkey PRIMARY KEY (rule_id, subject),
  CONSTRAINT alert_state_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rule(id) ON DELETE CASCADE
);
