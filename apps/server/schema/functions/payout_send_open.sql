-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125150000_operate
-- The door of sending: what is paused stays where it is, and everything else goes through `payout_send`.
--
-- 20261205090000_said_paid_keeps
-- As before, but that it is not sent meanwhile.

CREATE FUNCTION payout_send_open(wanted bigint[], lease_ms integer)
 RETURNS SETOF payout_attempt
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pause_lock());
  IF EXISTS (SELECT FROM money_pause z WHERE z.direction = 'payout') THEN
    wanted := ARRAY(
      SELECT o.id FROM payout_order o JOIN channel_account a ON a.id = o.channel_account_id
      WHERE o.id = ANY (wanted) AND NOT is_paused('payout', o.agent_id, a.provider_id));
  END IF;
  IF EXISTS (SELECT FROM approval a
      WHERE a.state = 'waiting' AND a.subject_kind = 'payout' AND a.subject_id = ANY (wanted::text[])) THEN
    wanted := ARRAY(SELECT n.id FROM unnest(wanted) AS n (id) WHERE NOT payout_is_said_paid(n.id));
  END IF;
  RETURN QUERY SELECT * FROM payout_send(wanted, lease_ms);
END $function$
;
