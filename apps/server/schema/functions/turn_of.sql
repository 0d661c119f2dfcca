-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels
-- How a turn among these methods, in their order, leaves them: each gains its weight, the greatest is drawn and pays the sum
-- (packages/domain, routing/smooth-weighted).
--
-- 20261128150100_open_way
-- As before, but that nobody begins above or below the sum of the weights, which a method of an unchanged round never reaches
-- (packages/domain, routing/smooth-weighted).

CREATE FUNCTION turn_of(before jsonb, methods bigint[], weights integer[])
 RETURNS TABLE(stands jsonb, drawn bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT before || jsonb_object_agg(e.id::text, e.gained - CASE WHEN e.place = 1 THEN e.total ELSE 0 END),
         max(e.id) FILTER (WHERE e.place = 1)
  FROM (
    SELECT g.id, g.gained, g.total, row_number() OVER (ORDER BY g.gained DESC, g.n) AS place
    FROM (
      SELECT m.id, m.n, t.total, greatest(least(coalesce((before ->> m.id::text)::bigint, 0), t.total), -t.total) + m.weight AS gained
      FROM unnest(methods, weights) WITH ORDINALITY AS m (id, weight, n)
      CROSS JOIN (SELECT sum(w.weight) AS total FROM unnest(weights) AS w (weight)) t
    ) g
  ) e
$function$
;
