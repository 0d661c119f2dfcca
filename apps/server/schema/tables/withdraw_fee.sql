-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- What a withdrawal costs: an owner's own price, what his senior agent's house pays, or that of his kind, and of each the one
-- that began last. What goes to another currency is charged in that one, and all of it is the platform's.

CREATE TABLE withdraw_fee (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  owner_id bigint,
  role text,
  currency text NOT NULL,
  target_currency text NOT NULL,
  type text NOT NULL,
  pct numeric(12,8) NOT NULL,
  fixed bigint NOT NULL,
  mode text NOT NULL,
  share_pct numeric(12,8) NOT NULL,
  share_fixed bigint NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  by_agent boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  removed_at timestamp with time zone,
  CONSTRAINT withdraw_fee_pkey PRIMARY KEY (id),
  CONSTRAINT withdraw_fee_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  CONSTRAINT withdraw_fee_check CHECK (((owner_id IS NULL) <> (role IS NULL))),
  CONSTRAINT withdraw_fee_check1 CHECK (((share_pct <= pct) AND (share_fixed <= fixed))),
  CONSTRAINT withdraw_fee_check2 CHECK (((currency = target_currency) OR ((mode = 'inside'::text) AND (type = 'chain'::text)))),
  CONSTRAINT withdraw_fee_check3 CHECK (((NOT by_agent) OR (owner_id IS NOT NULL))),
  CONSTRAINT withdraw_fee_fixed_check CHECK ((fixed >= 0)),
  CONSTRAINT withdraw_fee_mode_check CHECK ((mode = ANY (ARRAY['inside'::text, 'outside'::text]))),
  CONSTRAINT withdraw_fee_pct_check CHECK (((pct >= (0)::numeric) AND (pct < (100)::numeric))),
  CONSTRAINT withdraw_fee_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'subAgent'::text, 'middleman'::text, 'agent'::text]))),
  CONSTRAINT withdraw_fee_share_fixed_check CHECK ((share_fixed >= 0)),
  CONSTRAINT withdraw_fee_share_pct_check CHECK ((share_pct >= (0)::numeric)),
  CONSTRAINT withdraw_fee_type_check CHECK ((type = ANY (ARRAY['bank'::text, 'chain'::text])))
);
CREATE UNIQUE INDEX withdraw_fee_once ON withdraw_fee USING btree (owner_id, role, currency, target_currency, type, valid_from) NULLS NOT DISTINCT WHERE (removed_at IS NULL);
