-- Up Migration
-- One chain over the audit log and the books. Rows are written unchained, so that writers never wait for each other;
-- one sealer at a time ties what its snapshot sees into blocks, each over a stretch of one of the two tables. A block's
-- head is keyed with a key outside the database and covers the block before it, and heads are kept outside as well
-- (AUDIT_HEADS), so that whatever is changed, removed, added or swapped afterwards is found, and named.
--
-- Ids are drawn before they are committed, so a block never concludes from one id that lower ones are there. Every id
-- up to `top` is either sealed in exactly one block, or awaited, or given up: an id is given up once a later snapshot
-- shows that every transaction which could have drawn it has ended.

CREATE TABLE audit_seal (
  -- Dense: a missing number is a removed block.
  id bigint PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('log', 'books')),
  sealed_at timestamptz NOT NULL,
  -- The first transaction that had not begun when this block was made (xmax of its snapshot).
  horizon xid8 NOT NULL,
  -- The highest id that was looked at.
  top bigint NOT NULL,
  ids int8multirange NOT NULL,
  awaited int8multirange NOT NULL,
  given_up int8multirange NOT NULL,
  digest bytea NOT NULL,
  -- The first four bytes of each row's digest, in the order of ids: they tell which row was touched.
  prints bytea NOT NULL,
  previous text NOT NULL,
  head text NOT NULL
);
-- Prints are hashes, which no compression shortens.
ALTER TABLE audit_seal ALTER COLUMN prints SET STORAGE EXTERNAL;
CREATE INDEX audit_seal_source ON audit_seal (source, id);
-- In which block a row of the log is.
CREATE INDEX audit_seal_rows ON audit_seal USING gist (ids) WHERE source = 'log';

CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What is sealed of a row: everything but its id, which the block names. A column that is added belongs in here, and
-- makes rows that were sealed before it look changed unless an absent value leaves the text as it was.
CREATE FUNCTION seal_text(a audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT ROW(a.at, a.actor_id, a.effective_id, a.act, a.object_kind, a.object_id, a.outcome, a.from_status, a.to_status,
             a.journal_id, a.before, a.after, a.ip, a.user_agent, a.request_id)::text
$$;
CREATE FUNCTION seal_text(j journal) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT ROW(j.event, j.ref_id, j.seq, j.book, j.currency, j.posted_at, j.customer_id, j.agent_id, j.sub_agent_id,
             j.middleman_id, j.account_ids, j.amounts, j.balances_after, j.versions, j.claw_back, j.reverses, j.actor_id, j.note,
             j.request_id)::text
$$;

-- The rows of a source within the stretches, by ascending id and at most so many, each with its digest. The same text
-- of a time in every session: hence the two settings.
CREATE FUNCTION seal_rows(source text, stretches int8multirange, most int DEFAULT NULL)
RETURNS TABLE (id bigint, digest bytea)
LANGUAGE plpgsql STABLE SET TimeZone = 'UTC' SET DateStyle = 'ISO, YMD' SET search_path = public, pg_temp ROWS 1000 AS $$
#variable_conflict use_column
BEGIN
  IF source = 'log' THEN
    RETURN QUERY
    SELECT r.id, r.digest
    FROM unnest(stretches) AS stretch CROSS JOIN LATERAL (
      SELECT a.id, sha256(convert_to(seal_text(a), 'UTF8')) AS digest FROM audit_log a
      WHERE a.id >= lower(stretch) AND a.id < upper(stretch) ORDER BY a.id LIMIT most) r
    ORDER BY r.id LIMIT most;
  ELSIF source = 'books' THEN
    RETURN QUERY
    SELECT r.id, r.digest
    FROM unnest(stretches) AS stretch CROSS JOIN LATERAL (
      SELECT j.id, sha256(convert_to(seal_text(j), 'UTF8')) AS digest FROM journal j
      WHERE j.id >= lower(stretch) AND j.id < upper(stretch) ORDER BY j.id LIMIT most) r
    ORDER BY r.id LIMIT most;
  ELSE
    RETURN QUERY
    SELECT r.id, r.digest
    FROM unnest(stretches) AS stretch CROSS JOIN LATERAL (
      SELECT l.id, sha256(convert_to(seal_text(l), 'UTF8')) AS digest FROM login_attempt l
      WHERE l.id >= lower(stretch) AND l.id < upper(stretch) ORDER BY l.id LIMIT most) r
    ORDER BY r.id LIMIT most;
  END IF;
END $$;

-- The highest id that was ever drawn: no row of the product's own lies above it.
CREATE FUNCTION seal_drawn(source text) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT CASE source WHEN 'log' THEN (SELECT last_value FROM audit_log_id_seq)
                     WHEN 'books' THEN (SELECT last_value FROM journal_id)
                     ELSE (SELECT last_value FROM login_attempt_id_seq) END
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    REVOKE UPDATE, DELETE ON audit_seal FROM suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON SEQUENCE audit_log_id_seq, journal_id TO suanpan_report;
  END IF;
END $$;
