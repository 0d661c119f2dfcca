-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261130110300_pause_waits_for_collections
-- Whether an order may be asked for once more at an account that it was given to, under the same lock: what was never answered has
-- no payment that a payer could have been shown.

CREATE FUNCTION may_ask_again(wanted bigint, account bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pause_lock());
  RETURN NOT EXISTS (
    SELECT FROM collection_order o JOIN channel_account a ON a.id = may_ask_again.account
    WHERE o.id = may_ask_again.wanted AND is_paused('collection', o.agent_id, a.provider_id));
END $function$
;
