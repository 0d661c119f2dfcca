-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090300_channels
-- Takes a turn for each of these and answers the methods that were drawn; of each turn the end of its methods is told. To be called
-- alone in its transaction, because the merchants' other orders wait for their turns until it ends; always in the same order, so that
-- two of them never wait for each other.

CREATE FUNCTION take_turns(customers bigint[], aliases text[], ends integer[], methods bigint[], weights integer[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  taken bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(customers)]);
  n int;
  first int;
  method bigint;
BEGIN
  FOR n IN SELECT t.n FROM unnest(customers, aliases) WITH ORDINALITY AS t (customer, alias, n) ORDER BY t.customer, t.alias, t.n LOOP
    first := coalesce(ends[n - 1], 0) + 1;
    INSERT INTO polling_state AS s (customer_id, alias, stands, drawn)
    SELECT customers[n], aliases[n], t.stands, t.drawn FROM turn_of('{}', methods[first:ends[n]], weights[first:ends[n]]) t
    ON CONFLICT (customer_id, alias) DO UPDATE
      SET (stands, drawn) = (SELECT t.stands, t.drawn FROM turn_of(s.stands, methods[first:ends[n]], weights[first:ends[n]]) t)
    RETURNING s.drawn INTO method;
    taken[n] := method;
  END LOOP;
  RETURN taken;
END $function$
;
