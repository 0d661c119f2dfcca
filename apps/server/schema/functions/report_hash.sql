-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140100_daily_report
-- A version is what it says, what its rows say, and the version before it.

CREATE FUNCTION report_hash(day date, version integer, totals jsonb, previous text, rows daily_report_row[])
 RETURNS text
 LANGUAGE sql
 STABLE
 SET "DateStyle" TO 'ISO, YMD'
AS $function$
  SELECT encode(sha256(convert_to(concat_ws(E'\n', previous, day, version, totals, (
    SELECT string_agg(r::text, E'\n' ORDER BY r.customer_id, r.agent_id, r.sub_agent_id, r.middleman_id, r.channel_id, r.currency)
    FROM unnest(rows) r)), 'UTF8')), 'hex')
$function$
;
