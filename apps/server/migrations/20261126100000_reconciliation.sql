-- Up Migration
-- Reconciliation: what a provider's statement of a day says is held line by line against what we booked at that channel account.
-- What differs is typed, waits for somebody, and is settled by an act that posts or explained by two persons; never by editing.

INSERT INTO journal_rule (event, kind, role, debit, may_go_negative) VALUES
  ('reconciliation.writeOff', 'A100', 'channelAccount', true, false),
  ('reconciliation.writeOff', 'A100', 'channelAccount', false, false),
  ('reconciliation.writeOff', 'L260', 'channelAccount', true, false),
  ('reconciliation.writeOff', 'L260', 'channelAccount', false, false),
  ('reconciliation.writeOff', 'E510', 'platform', true, false),
  ('reconciliation.writeOff', 'E510', 'platform', false, false);

-- By which titles the columns of a provider's statement are found, where they are not those that everybody uses.
CREATE TABLE reconciliation_mapping (
  provider_id bigint PRIMARY KEY REFERENCES provider,
  titles jsonb NOT NULL,
  version integer NOT NULL DEFAULT 0,
  set_by bigint NOT NULL REFERENCES app_user,
  set_at timestamptz NOT NULL
);

-- A business day (UTC+8) of a channel account. Sums in minor units, above zero what came in; numeric as all sums over orders.
CREATE TABLE reconciliation_day (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_account_id bigint NOT NULL REFERENCES channel_account,
  day date NOT NULL,
  lines integer NOT NULL DEFAULT 0,
  matched integer NOT NULL DEFAULT 0,
  open integer NOT NULL DEFAULT 0,
  ours numeric NOT NULL DEFAULT 0,
  theirs numeric NOT NULL DEFAULT 0,
  closed_at timestamptz,
  closed_by bigint REFERENCES app_user,
  UNIQUE (channel_account_id, day),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  CHECK (closed_at IS NULL OR open = 0)
);

-- A file, once for each day by the hash of its bytes.
CREATE TABLE reconciliation_import (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day_id bigint NOT NULL REFERENCES reconciliation_day,
  hash bytea NOT NULL,
  file_name text NOT NULL,
  lines integer NOT NULL,
  -- Of these, those that another file of the day had said before.
  known integer NOT NULL,
  made_by bigint NOT NULL REFERENCES app_user,
  made_at timestamptz NOT NULL,
  UNIQUE (day_id, hash)
);

CREATE TABLE reconciliation_line (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day_id bigint NOT NULL REFERENCES reconciliation_day,
  import_id bigint NOT NULL REFERENCES reconciliation_import,
  -- Its line in the file.
  n integer NOT NULL,
  -- Of all that the line says: the same line of another file is this one.
  mark bytea NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('payment', 'payout', 'refund', 'reversal', 'return', 'settlement', 'topUp', 'fee')),
  -- The provider's number and ours, empty where the line has none.
  ref text NOT NULL,
  own_no text NOT NULL,
  -- Minor units, above zero what came in. What it cost; null where the statement does not say.
  amount bigint NOT NULL CHECK (amount <> 0),
  fee bigint,
  status text NOT NULL CHECK (status IN ('done', 'pending', 'failed')),
  at timestamptz,
  -- What we booked of it, as `reconciliation_booked` names it.
  item text,
  -- Whose payment it says it is.
  order_kind text CHECK (order_kind IN ('collection', 'payout')),
  order_id bigint,
  UNIQUE (day_id, mark)
);
CREATE UNIQUE INDEX reconciliation_line_item ON reconciliation_line (item) WHERE item IS NOT NULL;

CREATE TABLE reconciliation_difference (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day_id bigint NOT NULL REFERENCES reconciliation_day,
  type text NOT NULL CHECK (type IN ('ours_only', 'theirs_only', 'amount', 'state', 'fee')),
  line_id bigint REFERENCES reconciliation_line,
  item text,
  order_kind text CHECK (order_kind IN ('collection', 'payout')),
  order_id bigint,
  -- Minor units: of the payment, or of a fee what it costs.
  ours bigint NOT NULL,
  theirs bigint NOT NULL CHECK (theirs <> ours),
  found_at timestamptz NOT NULL,
  assignee_id bigint REFERENCES app_user,
  -- How it ended; null while it is open. matched: both sides agree by now.
  act text CHECK (act IN ('matched', 'receipt', 'writeOff', 'dismiss')),
  journal_id bigint,
  reason text,
  resolved_at timestamptz,
  resolved_by bigint REFERENCES app_user,
  CHECK (line_id IS NOT NULL OR item IS NOT NULL),
  CHECK ((act IS NULL) = (resolved_at IS NULL)),
  UNIQUE NULLS NOT DISTINCT (day_id, type, line_id, item)
);
CREATE INDEX reconciliation_difference_open ON reconciliation_difference (day_id) WHERE act IS NULL;
CREATE INDEX reconciliation_difference_item ON reconciliation_difference (item) WHERE item IS NOT NULL;
CREATE INDEX reconciliation_difference_line ON reconciliation_difference (line_id) WHERE line_id IS NOT NULL;

CREATE TABLE reconciliation_comment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  difference_id bigint NOT NULL REFERENCES reconciliation_difference,
  made_by bigint NOT NULL REFERENCES app_user,
  made_at timestamptz NOT NULL,
  body text NOT NULL
);
CREATE INDEX reconciliation_comment_of ON reconciliation_comment (difference_id, id);

-- What the platform took upon itself (E510) because provider and books do not agree, once a difference, by two persons.
CREATE TABLE reconciliation_write_off (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  difference_id bigint NOT NULL UNIQUE REFERENCES reconciliation_difference,
  channel_account_id bigint NOT NULL REFERENCES channel_account,
  currency text NOT NULL,
  -- A100: more (above zero) or less lies at the provider than we booked. L260: it costs more or less than we reckoned.
  kind text NOT NULL CHECK (kind IN ('A100', 'L260')),
  amount bigint NOT NULL CHECK (amount <> 0),
  maker_id bigint NOT NULL REFERENCES app_user,
  checker_id bigint REFERENCES app_user,
  -- What the second person approved; it is carried out once.
  approval_id bigint UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (maker_id <> checker_id),
  CHECK ((approval_id IS NULL) = (checker_id IS NULL))
);
CREATE TRIGGER reconciliation_write_off_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_write_off
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- By the day on which something was booked; they cost next to nothing where rows are written.
CREATE INDEX provider_confirmation_at ON provider_confirmation USING brin (confirmed_at) WITH (autosummarize = on);
CREATE INDEX paid_proof_at ON paid_proof USING brin (proven_at) WITH (autosummarize = on);
CREATE INDEX payout_reversed ON payout_order (channel_account_id, completed_at) WHERE reverse_status = 'reversed';

-- Everything that moved money at a provider's account by our books, by the provider's own number of it. Amounts in minor units,
-- above zero what came in; the fee is what we reckoned that it costs, null where nothing is reckoned.
CREATE VIEW reconciliation_booked AS
SELECT 'in:' || c.channel_account_id || ':' || c.provider_ref AS item, c.channel_account_id, c.provider_ref AS ref, 'in'::text AS way,
       c.amount, CASE WHEN o.fee IS NOT NULL THEN p.endpoint_fee END AS fee, c.confirmed_at AS at,
       CASE WHEN c.order_id IS NOT NULL THEN 'collection' END AS order_kind, c.order_id
FROM provider_confirmation c
LEFT JOIN collection_order o ON o.id = c.order_id
LEFT JOIN collection_plan p ON p.order_id = c.order_id
UNION ALL
SELECT 'out:' || x.channel_account_id || ':' || x.provider_ref, x.channel_account_id, x.provider_ref,
       CASE WHEN x.kind = 'charge_back_won' THEN 'in' ELSE 'out' END,
       CASE WHEN x.kind = 'charge_back_won' THEN x.amount ELSE -x.amount END,
       CASE WHEN x.kind = 'payout' THEN o.endpoint_fee END, x.proven_at,
       CASE WHEN x.kind = 'payout' THEN 'payout' WHEN r.id IS NOT NULL THEN 'collection' END,
       CASE WHEN x.kind = 'payout' THEN x.order_id ELSE r.order_id END
FROM paid_proof x
LEFT JOIN payout_order o ON x.kind = 'payout' AND o.id = x.order_id
LEFT JOIN refund r ON x.kind IN ('refund', 'charge_back', 'charge_back_won') AND r.id = x.order_id
WHERE o.is_test IS NOT TRUE
UNION ALL
SELECT 'back:' || o.id, o.channel_account_id, x.provider_ref, 'in', -l.amount, NULL, j.posted_at, 'payout', o.id
FROM payout_order o
JOIN paid_proof x ON x.channel_account_id = o.channel_account_id AND x.kind = 'payout' AND x.order_id = o.id
JOIN journal j ON j.event = 'payout.reverse' AND j.ref_id = o.id AND j.posted_at = o.completed_at
CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS l (account_id, amount)
JOIN account a ON a.id = l.account_id AND a.kind = 'A100'
WHERE o.reverse_status = 'reversed' AND NOT o.is_test
UNION ALL
SELECT 'settled:' || s.id, s.channel_account_id, s.statement_ref, 'out', -s.arrived, NULL, s.created_at, NULL, NULL
FROM channel_settlement s WHERE s.arrived > 0
UNION ALL
SELECT 'prefund:' || f.id, f.channel_account_id, f.transfer_ref, 'in', f.amount, NULL, f.created_at, NULL, NULL
FROM channel_prefund f;

-- Holds a day's lines against what was booked: pairs them by the provider's number, by ours, and where a line has neither by
-- amount within half an hour, each side once; then writes down what differs, ends what does not differ any more and counts.
-- A payment of the day's border is found whichever side of it the provider put it. A line that is done stands for its payment
-- before one that is not. Run again it changes nothing by itself, and what people decided stands: what was written off finds
-- nothing any more, neither the line nor the booking. The account is the caller's alone until the transaction ends.
CREATE FUNCTION reconcile_day(wanted bigint) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
END $$;

-- Whether a line has it, or the platform took it upon itself because no line did.
CREATE FUNCTION reconciliation_is_taken(wanted text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM reconciliation_line l WHERE l.item = wanted)
    OR EXISTS (SELECT FROM reconciliation_difference k
               WHERE k.item = wanted AND k.type = 'ours_only' AND k.act = 'writeOff')
$$;

-- Whether the platform took a line upon itself because nothing was booked of it.
CREATE FUNCTION reconciliation_is_borne(wanted bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM reconciliation_difference k WHERE k.line_id = wanted AND k.item IS NULL AND k.act = 'writeOff')
$$;

-- The platform takes a difference upon itself, once, and posts its journal, which it answers. Refuses (LG403) who may not, LG404
-- without such a difference that is open and as it was agreed to.
CREATE FUNCTION write_off_difference(
  wanted bigint, was_ours bigint, was_theirs bigint, maker bigint, agreed bigint, reason text, request text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  k reconciliation_difference;
  a channel_account;
  w reconciliation_write_off;
  checker bigint;
  entry journal_entry;
  journal bigint;
BEGIN
  SELECT * INTO k FROM reconciliation_difference x WHERE x.id = wanted FOR NO KEY UPDATE;
  SELECT c.* INTO a FROM channel_account c JOIN reconciliation_day d ON d.channel_account_id = c.id WHERE d.id = k.day_id;
  IF a.id IS NULL OR k.act IS NOT NULL OR (k.ours, k.theirs) IS DISTINCT FROM (was_ours, was_theirs) THEN
    RAISE EXCEPTION 'there is no such open difference %', wanted USING ERRCODE = 'LG404';
  END IF;
  checker := (
    SELECT p.checker_id FROM approval p
    WHERE p.id = agreed AND p.state = 'approved' AND p.act = 'reconciliation.writeOff' AND p.maker_id = maker
      AND p.reason = write_off_difference.reason AND p.payload ->> 'difference_id' = wanted::text
      AND p.payload ->> 'ours' = k.ours::text AND p.payload ->> 'theirs' = k.theirs::text);
  IF stands_over(maker, NULL) IS NOT TRUE OR (agreed IS NOT NULL AND stands_over(checker, NULL) IS NOT TRUE)
     OR (agreed IS NULL AND EXISTS (SELECT FROM installation WHERE mode = 'production')) THEN
    RAISE EXCEPTION 'nobody who may has agreed to this write-off' USING ERRCODE = 'LG403';
  END IF;
  INSERT INTO reconciliation_write_off AS n (difference_id, channel_account_id, currency, kind, amount, maker_id, checker_id,
    approval_id, reason, created_at)
  VALUES (k.id, a.id, a.currency, CASE k.type WHEN 'fee' THEN 'L260' ELSE 'A100' END, k.theirs - k.ours, maker, checker, agreed,
    write_off_difference.reason, business_now())
  RETURNING n.* INTO w;
  entry.event := 'reconciliation.writeOff';
  entry.ref_id := w.id;
  entry.seq := 0;
  entry.book := 'main';
  entry.currency := w.currency;
  entry.agent_id := a.agent_id;
  entry.actor_id := maker;
  entry.note := w.reason;
  entry.request_id := request;
  entry.account_ids := ledger_open_accounts(ARRAY[w.kind, 'E510'], ARRAY[NULL, NULL]::bigint[], ARRAY[a.id, NULL],
    ARRAY[w.currency, w.currency], ARRAY['main', 'main']);
  -- What lies there more is an asset, what it costs more a debt.
  entry.amounts := CASE w.kind WHEN 'A100' THEN ARRAY[-w.amount, w.amount] ELSE ARRAY[w.amount, -w.amount] END;
  SELECT p.journal_id INTO STRICT journal FROM ledger_post(ARRAY[entry]) p;
  UPDATE reconciliation_difference SET act = 'writeOff', journal_id = journal, reason = w.reason, resolved_at = w.created_at,
    resolved_by = maker
  WHERE id = wanted;
  RETURN journal;
END $$;

-- Whose accounts can be reconciled, and the days and differences as they are read.
CREATE VIEW reconciliation_account AS
SELECT a.id, a.name, a.agent_id, a.provider_id, a.direction, a.currency FROM channel_account a;
CREATE VIEW reconciliation_day_now AS
SELECT d.id, a.id AS account_id, a.name AS account_name, g.id AS agent_id, g.name AS agent_name, p.id AS provider_id,
       p.name AS provider_name, a.currency, d.day, d.lines, d.matched, d.open, d.ours, d.theirs,
       (SELECT count(*)::int FROM reconciliation_import i WHERE i.day_id = d.id) AS files,
       (SELECT max(i.made_at) FROM reconciliation_import i WHERE i.day_id = d.id) AS imported_at,
       d.closed_at, c.name AS closed_by_name
FROM reconciliation_day d
JOIN channel_account a ON a.id = d.channel_account_id
JOIN app_user g ON g.id = a.agent_id
JOIN provider p ON p.id = a.provider_id
LEFT JOIN app_user c ON c.id = d.closed_by;
-- A booking's name ends in the provider's number of it.
CREATE VIEW reconciliation_difference_now AS
SELECT k.id, k.type, k.day_id, d.day, d.closed_at IS NOT NULL AS day_closed, a.id AS account_id, a.name AS account_name,
       a.direction, a.agent_id, a.currency, k.order_kind, k.order_id, coalesce(o.order_no, q.order_no) AS order_no,
       coalesce(o.merchant_order_no, q.merchant_order_no) AS merchant_order_no,
       l.n, l.kind AS line_kind, l.ref AS line_ref, l.own_no AS line_own_no, l.at AS line_at,
       CASE WHEN k.item ~ '^(in|out):' THEN regexp_replace(k.item, '^[a-z]+:[0-9]+:', '') END AS booked_ref,
       k.ours, k.theirs, k.found_at, greatest(extract(epoch FROM business_now() - k.found_at), 0)::int AS age_s,
       k.assignee_id, u.name AS assignee_name, k.act, k.journal_id, k.reason, k.resolved_at, r.name AS resolved_by_name,
       coalesce((SELECT jsonb_agg(jsonb_build_object('by', w.name, 'text', m.body,
           'at', to_char(m.made_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY m.id)
         FROM reconciliation_comment m JOIN app_user w ON w.id = m.made_by WHERE m.difference_id = k.id), '[]') AS comments
FROM reconciliation_difference k
JOIN reconciliation_day d ON d.id = k.day_id
JOIN channel_account a ON a.id = d.channel_account_id
LEFT JOIN reconciliation_line l ON l.id = k.line_id
LEFT JOIN collection_order o ON k.order_kind = 'collection' AND o.id = k.order_id
LEFT JOIN payout_order q ON k.order_kind = 'payout' AND q.id = k.order_id
LEFT JOIN app_user u ON u.id = k.assignee_id
LEFT JOIN app_user r ON r.id = k.resolved_by;

REVOKE ALL ON FUNCTION write_off_difference FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT, INSERT, UPDATE ON reconciliation_mapping, reconciliation_day, reconciliation_line, reconciliation_difference
      TO suanpan_app;
    GRANT SELECT, INSERT ON reconciliation_import, reconciliation_comment TO suanpan_app;
    GRANT SELECT ON reconciliation_write_off, reconciliation_booked, reconciliation_account, reconciliation_day_now,
      reconciliation_difference_now TO suanpan_app;
    REVOKE INSERT, UPDATE, DELETE ON reconciliation_write_off, reconciliation_account FROM suanpan_app;
    REVOKE DELETE ON reconciliation_mapping, reconciliation_day, reconciliation_line, reconciliation_difference FROM suanpan_app;
    REVOKE UPDATE, DELETE ON reconciliation_import, reconciliation_comment FROM suanpan_app;
    GRANT UPDATE (lines, known) ON reconciliation_import TO suanpan_app;
    GRANT EXECUTE ON FUNCTION write_off_difference TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON reconciliation_mapping, reconciliation_day, reconciliation_import, reconciliation_line, reconciliation_difference,
      reconciliation_comment, reconciliation_write_off, reconciliation_booked, reconciliation_account, reconciliation_day_now,
      reconciliation_difference_now TO suanpan_report;
  END IF;
END $$;
