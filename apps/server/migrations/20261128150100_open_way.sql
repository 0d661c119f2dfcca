-- Up Migration
-- A way is looked for before its order's transaction begins. What is shut meanwhile is not taken any more, and what a method stands
-- at in its round robin is no more than a round: whose weights were a thousand and are one would otherwise have its thousand turns
-- in a row.

-- Whether nobody has shut a merchant's way by now: himself, his senior agent, the channel, its account, or a pause.
CREATE FUNCTION way_is_open(method bigint, agent bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM customer_method m
    JOIN channel c ON c.id = m.channel_id
    JOIN channel_account a ON a.id = c.channel_account_id
    JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = agent
    WHERE m.id = method AND m.enabled AND c.enabled AND a.enabled AND g.enabled AND NOT is_paused(c.direction, agent, a.provider_id))
$$;

-- As before, but that nobody begins above or below the sum of the weights, which a method of an unchanged round never reaches
-- (packages/domain, routing/smooth-weighted).
CREATE OR REPLACE FUNCTION turn_of(before jsonb, methods bigint[], weights int[]) RETURNS TABLE (stands jsonb, drawn bigint)
LANGUAGE sql IMMUTABLE AS $$
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
$$;
