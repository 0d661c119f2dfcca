-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121113100_protection
-- Counters of the rules, shared by all processes. A crash forgives a window, so the table writes no WAL.

CREATE TABLE firewall_count (
  rule_id bigint NOT NULL,
  key text NOT NULL,
  n integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT firewall_count_pkey PRIMARY KEY (rule_id, key)
);
CREATE INDEX firewall_count_ends ON firewall_count USING btree (ends_at);
