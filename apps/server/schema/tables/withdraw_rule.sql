-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- What an owner may withdraw, in minor units; 0 is no limit. The platform's by kind of owner; an owner's own overrule them field
-- by field, null is inherited.

CREATE TABLE withdraw_rule (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  owner_id bigint,
  role text,
  currency text NOT NULL,
  min_amount bigint,
  max_amount bigint,
  daily_amount bigint,
  daily_count integer,
  per_card_daily bigint,
  card_usage_limit integer,
  windows jsonb,
  holidays_closed boolean,
  auto_approve_max bigint,
  settle_accounts_max integer,
  account_rest_h integer,
  rate_lock_s integer,
  version integer NOT NULL DEFAULT 1,
  bound jsonb,
  CONSTRAINT withdraw_rule_owner_id_role_currency_key UNIQUE NULLS NOT DISTINCT (owner_id, role, currency),
  CONSTRAINT withdraw_rule_pkey PRIMARY KEY (id),
  CONSTRAINT withdraw_rule_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  CONSTRAINT withdraw_rule_account_rest_h_check CHECK (((account_rest_h >= 0) AND (account_rest_h <= 720))),
  CONSTRAINT withdraw_rule_auto_approve_max_check CHECK ((auto_approve_max >= 0)),
  CONSTRAINT withdraw_rule_card_usage_limit_check CHECK ((card_usage_limit >= 0)),
  CONSTRAINT withdraw_rule_check CHECK (((owner_id IS NULL) <> (role IS NULL))),
  CONSTRAINT withdraw_rule_check1 CHECK (((owner_id IS NULL) OR (num_nonnulls(account_rest_h, rate_lock_s) = 0))),
  CONSTRAINT withdraw_rule_check2 CHECK (((role IS NULL) OR (num_nulls(min_amount, max_amount, daily_amount, daily_count, per_card_daily, card_usage_limit, windows, holidays_closed, auto_approve_max, settle_accounts_max, account_rest_h, rate_lock_s) = 0))),
  CONSTRAINT withdraw_rule_daily_amount_check CHECK ((daily_amount >= 0)),
  CONSTRAINT withdraw_rule_daily_count_check CHECK ((daily_count >= 0)),
  CONSTRAINT withdraw_rule_max_amount_check CHECK ((max_amount >= 0)),
  CONSTRAINT withdraw_rule_min_amount_check CHECK ((min_amount >= 0)),
  CONSTRAINT withdraw_rule_per_card_daily_check CHECK ((per_card_daily >= 0)),
  CONSTRAINT withdraw_rule_rate_lock_s_check CHECK (((rate_lock_s >= 60) AND (rate_lock_s <= 604800))),
  CONSTRAINT withdraw_rule_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'subAgent'::text, 'middleman'::text, 'agent'::text]))),
  CONSTRAINT withdraw_rule_settle_accounts_max_check CHECK ((settle_accounts_max >= 0))
);
