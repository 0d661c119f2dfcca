-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger

CREATE TABLE journal (
  id bigint NOT NULL,
  event text NOT NULL,
  ref_id bigint NOT NULL,
  seq smallint NOT NULL DEFAULT 0,
  book text NOT NULL,
  currency text NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  customer_id bigint,
  agent_id bigint,
  sub_agent_id bigint,
  middleman_id bigint,
  account_ids bigint[] NOT NULL,
  amounts bigint[] NOT NULL,
  balances_after bigint[] NOT NULL,
  versions bigint[] NOT NULL,
  claw_back smallint[],
  reverses bigint,
  actor_id bigint,
  note text,
  request_id text,
  CONSTRAINT journal_once UNIQUE (event, ref_id, seq),
  CONSTRAINT journal_pkey PRIMARY KEY (id),
  CONSTRAINT journal_is_sound CHECK (
CASE
    WHEN ((cardinality(amounts) <= 16) AND ((0 > ANY (balances_after)) IS NOT TRUE)) THEN ((((((((((((((((amounts[1] + amounts[2]) + COALESCE(amounts[3], (0)::bigint)) + COALESCE(amounts[4], (0)::bigint)) + COALESCE(amounts[5], (0)::bigint)) + COALESCE(amounts[6], (0)::bigint)) + COALESCE(amounts[7], (0)::bigint)) + COALESCE(amounts[8], (0)::bigint)) + COALESCE(amounts[9], (0)::bigint)) + COALESCE(amounts[10], (0)::bigint)) + COALESCE(amounts[11], (0)::bigint)) + COALESCE(amounts[12], (0)::bigint)) + COALESCE(amounts[13], (0)::bigint)) + COALESCE(amounts[14], (0)::bigint)) + COALESCE(amounts[15], (0)::bigint)) + COALESCE(amounts[16], (0)::bigint)) = 0)
    ELSE legs_are_sound(amounts, balances_after, claw_back)
END),
  CONSTRAINT journal_legs_pair CHECK (((cardinality(account_ids) >= 2) AND (cardinality(account_ids) = cardinality(amounts)) AND (cardinality(balances_after) <= cardinality(amounts)) AND (cardinality(balances_after) = cardinality(versions))))
);
CREATE INDEX journal_agent ON journal USING btree (agent_id, id DESC) WHERE (agent_id IS NOT NULL);
CREATE INDEX journal_customer ON journal USING btree (customer_id, id DESC) WHERE (customer_id IS NOT NULL);
CREATE INDEX journal_posted ON journal USING brin (posted_at) WITH (autosummarize='on');
CREATE UNIQUE INDEX journal_reverses_key ON journal USING btree (reverses) WHERE (reverses IS NOT NULL);
CREATE TRIGGER journal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
