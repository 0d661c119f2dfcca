-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261127100100_transfer_files
-- Keeps what an account or a file told, one after the other among all processes, and answers by which number each is booked: its
-- own, that of whoever told it before, or its own with a mark where that is another payment's.

CREATE FUNCTION tell_transfers(account bigint, told_by text, file bigint, refs text[], destinations text[], ats timestamp with time zone[], amounts bigint[], names text[], last5s text[], memos text[])
 RETURNS TABLE(said_ref text, booked_ref text)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
