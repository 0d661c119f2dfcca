-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128150100_open_way
-- Whether nobody has shut a merchant's way by now: himself, his senior agent, the channel, its account, or a pause.
--
-- 20261130110300_pause_waits_for_collections
-- As before, but that a pause that is being said is waited for, and waits for whoever has looked: `pause_lock` is shared until the
-- attempt is committed, and looked at by a snapshot that is taken after it. What else shuts a way counts from the moment of this look
-- on. Whoever disables it is promised no more: the locks on these rows that would make him wait would be written by every order.

CREATE FUNCTION way_is_open(method bigint, agent bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pause_lock());
  RETURN EXISTS (
    SELECT FROM customer_method m
    JOIN channel c ON c.id = m.channel_id
    JOIN channel_account a ON a.id = c.channel_account_id
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = way_is_open.agent
    WHERE m.id = way_is_open.method AND m.enabled AND c.enabled AND a.enabled AND g.enabled
      AND NOT is_paused(c.direction, way_is_open.agent, a.provider_id));
END $function$
;
