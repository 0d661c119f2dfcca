-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122130000_exchange_rate
-- The rate in force between two currencies, whichever comes first: the senior agent's own, or the platform's.

CREATE FUNCTION rate_at(agent bigint, one text, other text, at timestamp with time zone)
 RETURNS exchange_rate
 LANGUAGE sql
 STABLE
AS $function$
  SELECT r.* FROM exchange_rate r
  WHERE ((r.base = one AND r.quote = other) OR (r.base = other AND r.quote = one))
    AND (r.agent_id = agent OR r.agent_id IS NULL) AND r.valid_from <= at AND r.withdrawn_at IS NULL
  ORDER BY r.agent_id IS NULL, r.valid_from DESC, r.version DESC LIMIT 1
$function$
;
