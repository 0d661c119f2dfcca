-- Up Migration
-- Not every account of a bank can be read: an operator brings the bank's statement as a file. What it says came in is held
-- against the orders that wait, as what an account tells by itself is. An account may do both, so that each payment has one
-- number by which it is booked: that of whoever told it first.

-- A file that somebody looked at; its lines are told once it is taken.
CREATE TABLE transfer_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_account_id bigint NOT NULL REFERENCES channel_account,
  hash bytea NOT NULL,
  file_name text NOT NULL,
  lines jsonb NOT NULL,
  made_by bigint NOT NULL REFERENCES app_user,
  made_at timestamptz NOT NULL,
  taken_at timestamptz,
  CONSTRAINT transfer_file_once UNIQUE (channel_account_id, hash)
);

-- What came in to an account whose senders have names, by whom it was told.
CREATE TABLE told_transfer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_account_id bigint NOT NULL REFERENCES channel_account,
  source text NOT NULL CHECK (source IN ('feed', 'file')),
  -- Its number where it was told, and the one by which it is booked.
  told_ref text NOT NULL,
  ref text NOT NULL,
  destination text NOT NULL,
  at timestamptz NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  payer_name text,
  payer_last5 text,
  memo text,
  file_id bigint REFERENCES transfer_file,
  -- Of a file, and not booked yet.
  is_open boolean NOT NULL,
  -- An account's own numbers are its own for ever; a bank may count the lines of each statement anew.
  CONSTRAINT told_transfer_once UNIQUE NULLS NOT DISTINCT (channel_account_id, told_ref, file_id),
  CHECK ((source = 'file') = (file_id IS NOT NULL))
);
CREATE INDEX told_transfer_alike ON told_transfer (channel_account_id, amount, at);
CREATE INDEX told_transfer_ref ON told_transfer (channel_account_id, ref);
CREATE INDEX told_transfer_open ON told_transfer (channel_account_id, at) WHERE is_open;

-- Since when all that an account told is kept: what came before is not held against a file.
ALTER TABLE channel_feed ADD COLUMN kept_since timestamptz NOT NULL DEFAULT now();

-- Whether two names are of two senders: a name that a bank hides a part of, or cuts, is nobody else's.
CREATE FUNCTION other_sender(name text, other text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(x.one <> '' AND x.two <> '' AND NOT starts_with(x.one, x.two) AND NOT starts_with(x.two, x.one)
    AND x.one || x.two !~ '[*＊○◯〇Ｏ●]', false)
  FROM (SELECT lower(regexp_replace(name, '\s', '', 'g')) AS one, lower(regexp_replace(other, '\s', '', 'g')) AS two) x
$$;

-- By which number a payment is booked that was told before: by the same number, where that is of the same sum, place and half day;
-- in another file of the same minute, whose other columns make another number; or by the account where a file tells it, and the
-- other way, within five minutes. Of the latter two, each of the one belongs to one of the other, and no two senders are one. Null
-- for one that nobody told.
CREATE FUNCTION told_before(account bigint, told_by text, file bigint, said_ref text, place text, came timestamptz, sum bigint,
  name text, last5 text)
RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT f.ref FROM (
    SELECT t.ref, t.id, x.sureness, abs(extract(epoch FROM t.at - came)) AS apart
    FROM told_transfer t CROSS JOIN LATERAL (
      SELECT CASE
        WHEN t.told_ref = said_ref AND (t.source <> told_by OR t.at BETWEEN came - interval '5 minutes' AND came + interval '5 minutes')
          THEN 0
        WHEN t.at NOT BETWEEN came - interval '5 minutes' AND came + interval '5 minutes' OR t.payer_last5 <> last5
          OR other_sender(t.payer_name, name) THEN NULL
        WHEN t.source = 'file' AND told_by = 'file' AND date_trunc('minute', t.at) = date_trunc('minute', came) THEN 1
        WHEN t.source <> told_by THEN 2 END AS sureness) x
    WHERE t.channel_account_id = account AND t.amount = sum AND t.destination = place
      AND t.at BETWEEN came - interval '12 hours' AND came + interval '12 hours'
      AND x.sureness IS NOT NULL AND t.file_id IS DISTINCT FROM file
      AND NOT EXISTS (
        SELECT FROM told_transfer o WHERE o.channel_account_id = account AND o.ref = t.ref AND o.source = told_by
          AND o.file_id IS NOT DISTINCT FROM file)
  ) f ORDER BY f.sureness, CASE f.sureness WHEN 2 THEN f.apart ELSE 0 END, f.id LIMIT 1
$$;

-- Keeps what an account or a file told, one after the other among all processes, and answers by which number each is booked: its
-- own, that of whoever told it before, or its own with a mark where that is another payment's.
CREATE FUNCTION tell_transfers(account bigint, told_by text, file bigint, refs text[], destinations text[], ats timestamptz[],
  amounts bigint[], names text[], last5s text[], memos text[])
RETURNS TABLE (said_ref text, booked_ref text)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  before text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('told transfers ' || account, 0));
  FOR i IN 1 .. coalesce(cardinality(refs), 0) LOOP
    said_ref := refs[i];
    SELECT t.ref INTO booked_ref FROM told_transfer t
    WHERE t.channel_account_id = account AND t.told_ref = refs[i] AND t.file_id IS NOT DISTINCT FROM file;
    IF NOT FOUND THEN
      before := told_before(account, told_by, file, refs[i], destinations[i], ats[i], amounts[i], names[i], last5s[i]);
      booked_ref := coalesce(before, refs[i]);
      IF before IS NULL AND EXISTS (SELECT FROM told_transfer t WHERE t.channel_account_id = account AND t.ref = refs[i]) THEN
        booked_ref := refs[i] || ' ' || left(md5(concat_ws(' ', destinations[i], extract(epoch FROM ats[i]), amounts[i], file)), 8);
      END IF;
      INSERT INTO told_transfer (channel_account_id, source, told_ref, ref, destination, at, amount, payer_name, payer_last5,
        memo, file_id, is_open)
      VALUES (account, told_by, refs[i], booked_ref, destinations[i], ats[i], amounts[i], names[i], last5s[i], memos[i], file,
        told_by = 'file' AND before IS NULL);
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

REVOKE ALL ON FUNCTION tell_transfers, told_before FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT EXECUTE ON FUNCTION tell_transfers, told_before TO suanpan_app;
    GRANT SELECT, INSERT, UPDATE ON told_transfer TO suanpan_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON transfer_file TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON told_transfer, transfer_file TO suanpan_report;
  END IF;
END $$;
