-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- Every time a payout is given to a channel account, committed before its provider hears of it: a provider that answers
-- late, or not at all, may have taken it.

CREATE TABLE payout_attempt (
  order_id bigint NOT NULL,
  n smallint NOT NULL,
  channel_id bigint NOT NULL,
  channel_account_id bigint NOT NULL,
  request_no text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  asks smallint NOT NULL DEFAULT 1,
  asking_until timestamp with time zone,
  outcome text,
  not_found smallint NOT NULL DEFAULT 0,
  not_found_at timestamp with time zone,
  payer_card_id bigint,
  payer_day date,
  CONSTRAINT payout_attempt_channel_account_id_request_no_key UNIQUE (channel_account_id, request_no),
  CONSTRAINT payout_attempt_pkey PRIMARY KEY (order_id, n),
  CONSTRAINT payout_attempt_payer_card_id_fkey FOREIGN KEY (payer_card_id) REFERENCES payer_card(id),
  CONSTRAINT payout_attempt_asks_check CHECK ((asks > 0)),
  CONSTRAINT payout_attempt_n_check CHECK ((n > 0)),
  CONSTRAINT payout_attempt_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'refused'::text, 'failed'::text, 'paid'::text]))),
  CONSTRAINT payout_attempt_payer CHECK (((payer_card_id IS NULL) = (payer_day IS NULL)))
);
CREATE INDEX payout_attempt_payer_card ON payout_attempt USING btree (payer_card_id, payer_day) WHERE (payer_card_id IS NOT NULL);
