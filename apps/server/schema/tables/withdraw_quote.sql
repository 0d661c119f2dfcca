-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- A rate that was shown to an owner, and until when he may apply by it.

CREATE TABLE withdraw_quote (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  owner_id bigint NOT NULL,
  currency text NOT NULL,
  target_currency text NOT NULL,
  rate bigint NOT NULL,
  platform_rate bigint NOT NULL,
  made_at timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT withdraw_quote_pkey PRIMARY KEY (id),
  CONSTRAINT withdraw_quote_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  CONSTRAINT withdraw_quote_check CHECK ((rate >= platform_rate)),
  CONSTRAINT withdraw_quote_platform_rate_check CHECK ((platform_rate > 0)),
  CONSTRAINT withdraw_quote_rate_check CHECK ((rate > 0))
);
