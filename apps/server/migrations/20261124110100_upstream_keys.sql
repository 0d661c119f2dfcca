-- Up Migration
-- A contract's credentials are replaced without a gap: notices that the provider signed with the former ones are believed
-- for a while; and what the last test call of a contract came to.

ALTER TABLE channel_account
  ADD COLUMN previous_credentials_sealed text,
  ADD COLUMN previous_until timestamptz,
  ADD COLUMN tested_at timestamptz,
  ADD COLUMN test_outcome text CHECK (test_outcome IN ('accepted', 'timeout', 'domain', 'refused')),
  ADD CHECK ((previous_credentials_sealed IS NULL) = (previous_until IS NULL));

-- Whether an order ever went by a channel: then lists of orders name it, and it stays.
CREATE FUNCTION channel_was_used(whose bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM public.collection_order o WHERE o.channel_id = whose)
      OR EXISTS (SELECT FROM public.payout_order o WHERE o.channel_id = whose)
$$;
