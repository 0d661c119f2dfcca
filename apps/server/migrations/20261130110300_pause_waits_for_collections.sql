-- Up Migration
-- Once a pause has been answered no provider hears of a payout any more that was not told to it before (`pause_lock`). The same holds
-- of collections: an order whose way was looked at before a pause, and was committed after it, went to its provider all the same, and
-- one that its provider had not answered could be asked for once more in the middle of a pause.

-- As before, but that a pause that is being said is waited for, and waits for whoever has looked: `pause_lock` is shared until the
-- attempt is committed, and looked at by a snapshot that is taken after it. What else shuts a way counts from the moment of this look
-- on. Whoever disables it is promised no more: the locks on these rows that would make him wait would be written by every order.
CREATE OR REPLACE FUNCTION way_is_open(method bigint, agent bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pause_lock());
  RETURN EXISTS (
    SELECT FROM customer_method m
    JOIN channel c ON c.id = m.channel_id
    JOIN channel_account a ON a.id = c.channel_account_id
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = way_is_open.agent
    WHERE m.id = way_is_open.method AND m.enabled AND c.enabled AND a.enabled AND g.enabled
      AND NOT is_paused(c.direction, way_is_open.agent, a.provider_id));
END $$;

-- Whether an order may be asked for once more at an account that it was given to, under the same lock: what was never answered has
-- no payment that a payer could have been shown.
CREATE FUNCTION may_ask_again(wanted bigint, account bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pause_lock());
  RETURN NOT EXISTS (
    SELECT FROM collection_order o JOIN channel_account a ON a.id = may_ask_again.account
    WHERE o.id = may_ask_again.wanted AND is_paused('collection', o.agent_id, a.provider_id));
END $$;
