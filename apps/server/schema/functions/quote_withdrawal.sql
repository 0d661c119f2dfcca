-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122133000_withdraw_quote
-- Shows an owner the rate at which his money would go to another currency, and keeps it for as long as he may apply by it: the
-- payment rate of his senior agent, or the platform's (domain §6.17), as two persons have set them. An agent himself is asked the
-- platform's. Answers `refusal` where none is set for the pair, and where his agent's would give more than the platform gives.

CREATE FUNCTION quote_withdrawal(owner bigint, money text, target text, lifetime_s integer, OUT id bigint, OUT rate bigint, OUT until timestamp with time zone, OUT refusal text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  at timestamptz := business_now();
  tenant bigint := (SELECT u.agent_id FROM app_user u WHERE u.id = owner AND u.kind <> 'agent');
  asked exchange_rate;
  given exchange_rate;
BEGIN
  SELECT * INTO asked FROM rate_at(tenant, money, target, at);
  SELECT * INTO given FROM rate_at(NULL, money, target, at);
  IF asked.base IS DISTINCT FROM target OR given.base IS DISTINCT FROM target THEN
    refusal := 'rateNotSet';
  ELSIF asked.payment_rate < given.payment_rate THEN
    refusal := 'checkHandlingFee';
  ELSE
    INSERT INTO withdraw_quote AS q (owner_id, currency, target_currency, rate, platform_rate, made_at, until)
    VALUES (owner, money, target, (asked.payment_rate * 100000000)::bigint, (given.payment_rate * 100000000)::bigint, at,
      at + lifetime_s * interval '1 second')
    RETURNING q.id, q.rate, q.until INTO id, rate, until;
  END IF;
END $function$
;
