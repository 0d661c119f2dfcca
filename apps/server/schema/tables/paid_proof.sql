-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- Every payment that left by an account, by the provider's number: one of them pays one payout or withdrawal.

CREATE TABLE paid_proof (
  channel_account_id bigint NOT NULL,
  provider_ref text NOT NULL,
  kind text NOT NULL,
  order_id bigint NOT NULL,
  amount bigint NOT NULL,
  proven_at timestamp with time zone NOT NULL,
  CONSTRAINT paid_proof_once PRIMARY KEY (channel_account_id, provider_ref),
  CONSTRAINT paid_proof_kind_check CHECK ((kind = ANY (ARRAY['payout'::text, 'withdrawal'::text, 'refund'::text, 'charge_back'::text, 'receipt'::text, 'charge_back_won'::text])))
);
CREATE INDEX paid_proof_at ON paid_proof USING brin (proven_at) WITH (autosummarize='on');
CREATE UNIQUE INDEX paid_proof_transaction ON paid_proof USING btree (reference_key(provider_ref)) WHERE ((length(provider_ref) >= 64) AND (reference_key(provider_ref) ~ '^[0-9a-f]{64}$'::text));
