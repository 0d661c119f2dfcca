-- Up Migration
-- Every time an order is sent to a channel account, kept before its provider hears of it: a provider that answers
-- late, or not at all, may have taken the order, and what it then reports must find its way back.

CREATE TABLE collection_attempt (
  order_id bigint NOT NULL,
  n smallint NOT NULL CHECK (n > 0),
  channel_id bigint,
  channel_account_id bigint NOT NULL,
  -- Our number at the provider. An attempt that is asked again is asked under the same number.
  request_no text NOT NULL,
  -- What was asked, so that it can be repeated word for word by whichever server; null where it was not kept.
  request jsonb,
  -- How often the provider was asked to create the payment; from the second time on a refusal proves nothing.
  asks smallint NOT NULL DEFAULT 1 CHECK (asks > 0),
  asked_at timestamptz NOT NULL,
  -- Wall time until which one server has it in hand.
  asking_until timestamptz,
  -- accepted: there is a payment · refused: the provider did not take the order when it was first asked · failed:
  -- the provider closed it, or has surely never had it · null: nobody knows yet.
  outcome text CHECK (outcome IN ('accepted', 'refused', 'failed')),
  -- How often, far enough apart, the provider said that it does not know the number.
  not_found smallint NOT NULL DEFAULT 0,
  not_found_at timestamptz,
  -- The provider has said something of it that it could not be asked about yet.
  doubted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (order_id, n),
  UNIQUE (channel_account_id, request_no)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE DELETE ON collection_attempt FROM suanpan_app;
  END IF;
END $$;
