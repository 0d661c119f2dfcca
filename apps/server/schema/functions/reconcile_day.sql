-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation
-- Holds a day's lines against what was booked: pairs them by the provider's number, by ours, and where a line has neither by
-- amount within half an hour, each side once; then writes down what differs, ends what does not differ any more and counts.
-- A payment of the day's border is found whichever side of it the provider put it. A line that is done stands for its payment
-- before one that is not. Run again it changes nothing by itself, and what people decided stands: what was written off finds
-- nothing any more, neither the line nor the booking. The account is the caller's alone until the transaction ends.

CREATE FUNCTION reconcile_day(wanted bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'whole', 'public', 'pg_temp'
AS $function$
DECLARE
  d reconciliation_day;
  since timestamptz;
  till timestamptz;
  now_at timestamptz := business_now();
BEGIN
  SELECT * INTO STRICT d FROM reconciliation_day x WHERE x.id = wanted;
  PERFORM pg_advisory_xact_lock(hashtextextended('reconciliation', d.channel_account_id));
  SELECT * INTO STRICT d FROM reconciliation_day x WHERE x.id = wanted FOR NO KEY UPDATE;
  IF d.closed_at IS NOT NULL THEN
    RETURN;
  END IF;
  since := d.day::timestamp AT TIME ZONE 'Asia/Taipei';
  till := (d.day + 1)::timestamp AT TIME ZONE 'Asia/Taipei';

  -- What was not done yet, and is by a later file.
  UPDATE reconciliation_line l SET item = NULL
  WHERE l.day_id = wanted AND l.item IS NOT NULL AND l.status <> 'done'
    AND NOT EXISTS (SELECT FROM reconciliation_difference k WHERE k.line_id = l.id AND k.item = l.item AND k.act = 'writeOff')
    AND EXISTS (
      SELECT FROM reconciliation_line m
      WHERE m.day_id = wanted AND m.item IS NULL AND m.status = 'done' AND sign(m.amount) = sign(l.amount) AND m.ref = l.ref
        AND (l.ref <> '' OR (l.own_no <> '' AND m.own_no = l.own_no)) AND NOT reconciliation_is_borne(m.id));

  -- By the provider's number, as it is written; whenever it was booked.
  WITH paired AS (
    SELECT DISTINCT ON (b.item) l.id, b.item, b.order_kind, b.order_id
    FROM reconciliation_line l
    JOIN reconciliation_booked b ON b.channel_account_id = d.channel_account_id AND b.ref = l.ref
      AND b.way = CASE WHEN l.amount > 0 THEN 'in' ELSE 'out' END
    WHERE l.day_id = wanted AND l.item IS NULL AND l.ref <> '' AND NOT reconciliation_is_taken(b.item)
      AND NOT reconciliation_is_borne(l.id)
    ORDER BY b.item, l.status <> 'done', l.id
  ), once AS (SELECT DISTINCT ON (p.id) p.* FROM paired p ORDER BY p.id, p.item)
  UPDATE reconciliation_line l SET item = o.item, order_kind = o.order_kind, order_id = o.order_id FROM once o WHERE l.id = o.id;

  -- By our number: it names the order, whatever became of it.
  UPDATE reconciliation_line l SET order_kind = 'collection', order_id = a.order_id
  FROM collection_attempt a
  WHERE l.day_id = wanted AND l.item IS NULL AND l.order_id IS NULL AND l.own_no <> ''
    AND a.channel_account_id = d.channel_account_id AND a.request_no = l.own_no;
  UPDATE reconciliation_line l SET order_kind = 'payout', order_id = a.order_id
  FROM payout_attempt a
  WHERE l.day_id = wanted AND l.item IS NULL AND l.order_id IS NULL AND l.own_no <> ''
    AND a.channel_account_id = d.channel_account_id AND a.request_no = l.own_no;
  WITH booked AS MATERIALIZED (
    SELECT b.* FROM reconciliation_booked b
    WHERE b.channel_account_id = d.channel_account_id AND b.at >= since - interval '1 day' AND b.at < till + interval '1 day'
      AND NOT reconciliation_is_taken(b.item)
  ), paired AS (
    SELECT DISTINCT ON (b.item) l.id, b.item
    FROM reconciliation_line l
    JOIN booked b ON (b.order_kind, b.order_id) = (l.order_kind, l.order_id)
      AND b.way = CASE WHEN l.amount > 0 THEN 'in' ELSE 'out' END
    -- A number of its own is another payment, unless the provider writes no number that we know.
    WHERE l.day_id = wanted AND l.item IS NULL AND l.ref = '' AND NOT reconciliation_is_borne(l.id)
    ORDER BY b.item, l.status <> 'done', l.id
  ), once AS (SELECT DISTINCT ON (p.id) p.* FROM paired p ORDER BY p.id, p.item)
  UPDATE reconciliation_line l SET item = o.item FROM once o WHERE l.id = o.id;

  -- By amount and time, the nearest first; what another line took is looked for anew.
  LOOP
    WITH booked AS MATERIALIZED (
      SELECT b.item, b.amount, b.at, b.order_kind, b.order_id FROM reconciliation_booked b
      WHERE b.channel_account_id = d.channel_account_id AND b.at >= since - interval '1 day' AND b.at < till + interval '1 day'
        AND NOT reconciliation_is_taken(b.item)
    ), paired AS (
      SELECT DISTINCT ON (b.item) l.id, b.item, b.order_kind, b.order_id, abs(extract(epoch FROM b.at - l.at)) AS apart
      FROM reconciliation_line l
      JOIN booked b ON b.amount = l.amount AND b.at BETWEEN l.at - interval '30 minutes' AND l.at + interval '30 minutes'
      WHERE l.day_id = wanted AND l.item IS NULL AND l.ref = '' AND l.own_no = '' AND l.status = 'done'
        AND NOT reconciliation_is_borne(l.id)
      ORDER BY b.item, abs(extract(epoch FROM b.at - l.at)), l.id
    ), once AS (SELECT DISTINCT ON (p.id) p.* FROM paired p ORDER BY p.id, p.apart, p.item)
    UPDATE reconciliation_line l SET item = o.item, order_kind = o.order_kind, order_id = o.order_id FROM once o WHERE l.id = o.id;
    EXIT WHEN NOT FOUND;
  END LOOP;

  WITH said AS MATERIALIZED (
    SELECT l.id, l.item, l.order_kind, l.order_id, l.status, l.amount, l.fee,
           CASE WHEN l.status = 'done' THEN l.amount ELSE 0 END AS moved
    FROM reconciliation_line l WHERE l.day_id = wanted
  ), day_booked AS MATERIALIZED (
    SELECT b.item, b.amount, b.order_kind, b.order_id FROM reconciliation_booked b
    WHERE b.channel_account_id = d.channel_account_id AND b.at >= since AND b.at < till
  ), found AS MATERIALIZED (
    SELECT CASE WHEN s.status <> 'done' THEN 'state' ELSE 'amount' END AS type, s.id AS line_id, s.item, b.order_kind, b.order_id,
           b.amount AS ours, s.moved AS theirs
    FROM said s JOIN reconciliation_booked b ON b.channel_account_id = d.channel_account_id AND b.item = s.item
    WHERE s.moved <> b.amount
    UNION ALL
    SELECT 'fee', s.id, s.item, b.order_kind, b.order_id, b.fee, s.fee
    FROM said s JOIN reconciliation_booked b ON b.channel_account_id = d.channel_account_id AND b.item = s.item
    WHERE s.status = 'done' AND s.amount = b.amount AND s.fee <> b.fee
    UNION ALL
    -- Moved there, and not with us: of an order that could move so its state differs; anything else we have not got.
    SELECT CASE WHEN CASE s.order_kind
             WHEN 'collection' THEN (SELECT (o.fee IS NULL) = (s.amount > 0) FROM collection_order o WHERE o.id = s.order_id)
             WHEN 'payout' THEN (SELECT CASE WHEN s.amount > 0 THEN o.status = 'paid' ELSE o.status NOT IN ('paid', 'rejected_reversed') END
                                 FROM payout_order o WHERE o.id = s.order_id) END
           THEN 'state' ELSE 'theirs_only' END,
           s.id, NULL, s.order_kind, s.order_id, 0, s.moved
    FROM said s WHERE s.item IS NULL AND s.moved <> 0 AND NOT reconciliation_is_borne(s.id)
    UNION ALL
    SELECT 'ours_only', NULL, b.item, b.order_kind, b.order_id, b.amount, 0
    FROM day_booked b WHERE NOT EXISTS (SELECT FROM reconciliation_line l WHERE l.item = b.item)
  ), kept AS (
    INSERT INTO reconciliation_difference AS k (day_id, type, line_id, item, order_kind, order_id, ours, theirs, found_at)
    SELECT wanted, f.type, f.line_id, f.item, f.order_kind, f.order_id, f.ours, f.theirs, now_at FROM found f
    ON CONFLICT (day_id, type, line_id, item) DO UPDATE
      SET ours = EXCLUDED.ours, theirs = EXCLUDED.theirs, act = NULL, resolved_at = NULL
      WHERE (k.act IS NULL AND (k.ours, k.theirs) IS DISTINCT FROM (EXCLUDED.ours, EXCLUDED.theirs)) OR k.act = 'matched'
  )
  UPDATE reconciliation_difference k SET act = 'matched', resolved_at = now_at
  WHERE k.day_id = wanted AND k.act IS NULL AND NOT EXISTS (
    SELECT FROM found f WHERE f.type = k.type AND f.line_id IS NOT DISTINCT FROM k.line_id AND f.item IS NOT DISTINCT FROM k.item);

  -- What another day missed has come with this one.
  WITH come AS (
    UPDATE reconciliation_difference k SET act = 'matched', resolved_at = now_at
    FROM reconciliation_line l
    WHERE l.day_id = wanted AND k.item = l.item AND k.type = 'ours_only' AND k.act IS NULL AND k.day_id <> wanted
    RETURNING k.day_id
  ), others AS (SELECT c.day_id, count(*) AS n FROM come c GROUP BY c.day_id)
  UPDATE reconciliation_day x SET open = x.open - o.n FROM others o WHERE x.id = o.day_id;

  UPDATE reconciliation_day x SET
    lines = s.lines, matched = s.matched, theirs = s.theirs,
    open = (SELECT count(*) FROM reconciliation_difference k WHERE k.day_id = wanted AND k.act IS NULL),
    ours = (SELECT coalesce(sum(b.amount), 0) FROM reconciliation_booked b
            WHERE b.channel_account_id = d.channel_account_id AND b.at >= since AND b.at < till)
  FROM (SELECT count(*) AS lines, count(l.item) AS matched,
               coalesce(sum(l.amount) FILTER (WHERE l.status = 'done'), 0) AS theirs
        FROM reconciliation_line l WHERE l.day_id = wanted) s
  WHERE x.id = wanted;
END $function$
;
