-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange

CREATE FUNCTION exchange_terms_of(o collection_order)
 RETURNS exchange_terms
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ROW(own.currency, r.base, o.exchange_rate,
    coalesce(CASE WHEN r.agent_id IS NULL THEN NULL WHEN r.base = o.currency THEN (h.house).collection_rate
             ELSE (h.house).payment_rate END, o.exchange_rate))::exchange_terms
  FROM exchange_rate r
  CROSS JOIN LATERAL (SELECT CASE r.base WHEN o.currency THEN r.quote ELSE r.base END AS currency) own
  CROSS JOIN LATERAL (SELECT rate_at(NULL, o.currency, own.currency, o.created_at) AS house) h
  WHERE r.id = o.rate_id
$function$
;
