-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127100100_transfer_files
-- By which number a payment is booked that was told before: by the same number, where that is of the same sum, place and half day;
-- in another file of the same minute, whose other columns make another number; or by the account where a file tells it, and the
-- other way, within five minutes. Of the latter two, each of the one belongs to one of the other, and no two senders are one. Null
-- for one that nobody told.

CREATE FUNCTION told_before(account bigint, told_by text, file bigint, said_ref text, place text, came timestamp with time zone, sum bigint, name text, last5 text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
