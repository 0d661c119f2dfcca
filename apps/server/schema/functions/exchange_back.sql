-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126160000_collection_exchange
-- Exchanges so much of a merchant's money back, as far as it reaches; answers how much came: nothing where it would come to less
-- than a unit of his.

CREATE FUNCTION exchange_back(o collection_order, kind text, wanted bigint, actor bigint, request text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  back bigint := (
    SELECT w.back FROM exchange_reach(o, kind) r CROSS JOIN exchange_terms_of(o) t
    CROSS JOIN LATERAL (SELECT CASE WHEN r.most < wanted THEN r.whole ELSE wanted END AS back) w
    WHERE exchanged(w.back, o.currency, t.own, t.base, t.rate) <> 0);
BEGIN
  IF back > 0 THEN
    PERFORM exchange_collection(o, ARRAY[ROW(kind, o.customer_id, -back)::exchange_share], actor, request);
  END IF;
  RETURN coalesce(greatest(back, 0), 0);
END $function$
;
