-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126120100_alerts
-- What an address is to be told, until it was or nobody tries any longer. Wall time.

CREATE TABLE alert_call (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  rule_id bigint,
  url text NOT NULL,
  body text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  outcome text,
  watch_id bigint,
  CONSTRAINT alert_call_pkey PRIMARY KEY (id),
  CONSTRAINT alert_call_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rule(id) ON DELETE CASCADE,
  CONSTRAINT alert_call_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES list_watch(id) ON DELETE CASCADE,
  CONSTRAINT alert_call_of_one CHECK ((num_nonnulls(rule_id, watch_id) = 1))
);
CREATE INDEX alert_call_due ON alert_call USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX alert_call_rule ON alert_call USING btree (rule_id, id);
CREATE INDEX alert_call_watch ON alert_call USING btree (watch_id, id) WHERE (watch_id IS NOT NULL);
