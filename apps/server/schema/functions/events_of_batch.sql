-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation
-- The events of a batch. Its payload is taken apart once, not once an event.

CREATE FUNCTION events_of_batch(batch outbox_batch)
 RETURNS TABLE(id bigint, kind text, subject text, payload jsonb, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 64
AS $function$
  WITH own AS (
    SELECT v.place, jsonb_object_agg(f.key, v.value) AS fields
    FROM json_each(batch.payload) f
    CROSS JOIN json_array_elements(CASE json_typeof(f.value) WHEN 'array' THEN f.value END)
      WITH ORDINALITY AS v (value, place)
    GROUP BY v.place
  ), common AS (
    SELECT coalesce(jsonb_object_agg(f.key, f.value), '{}') AS fields
    FROM json_each(batch.payload) f WHERE json_typeof(f.value) <> 'array'
  )
  SELECT e.id, batch.kind, split_part(batch.kind, '.', 1) || ':' || (e.fields ->> 'order_id'),
         common.fields || e.fields, batch.created_at
  FROM common, unnest(batch.ids, ARRAY(SELECT own.fields FROM own ORDER BY own.place)) AS e (id, fields)
$function$
;
