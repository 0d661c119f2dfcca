-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261203000000_first_journal_is_folded

CREATE FUNCTION add_to_income_days(above bigint, upto bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO income_day AS d (day, agent_id, currency, kind, other, credited, debited, first_journal, last_journal)
  SELECT * FROM income_sums(above, upto)
  ON CONFLICT (day, agent_id, currency, kind, other) DO UPDATE
    SET credited = d.credited + EXCLUDED.credited, debited = d.debited + EXCLUDED.debited,
        first_journal = least(d.first_journal, EXCLUDED.first_journal),
        last_journal = greatest(d.last_journal, EXCLUDED.last_journal);
$function$
;
