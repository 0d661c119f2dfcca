-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090200_ledger
-- Which legs a money event may have (packages/domain/src/journals/journal-rules.ts; a test holds the two against each
-- other). Whoever posts names a kind and a role; the account is found from the subject's own chain, never named.

CREATE TABLE journal_rule (
  event text NOT NULL,
  kind text NOT NULL,
  role text NOT NULL,
  debit boolean NOT NULL,
  may_go_negative boolean NOT NULL DEFAULT false,
  CONSTRAINT journal_rule_pkey PRIMARY KEY (event, kind, role, debit),
  CONSTRAINT journal_rule_kind_fkey FOREIGN KEY (kind) REFERENCES account_kind(kind),
  CONSTRAINT journal_rule_role_check CHECK ((role = ANY (ARRAY['platform'::text, 'channelAccount'::text, 'customer'::text, 'agent'::text, 'subAgent'::text, 'middleman'::text])))
);
