-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261123130000_income
-- Exact to the commit: what is folded, and what came since.

CREATE VIEW income_day_now AS
 SELECT day,
    agent_id,
    currency,
    kind,
    other,
    sum(credited) AS credited,
    sum(debited) AS debited,
    min(first_journal) AS first_journal,
    max(last_journal) AS last_journal
   FROM ( SELECT income_day.day,
            income_day.agent_id,
            income_day.currency,
            income_day.kind,
            income_day.other,
            income_day.credited,
            income_day.debited,
            income_day.first_journal,
            income_day.last_journal
           FROM income_day
        UNION ALL
         SELECT income_sums.day,
            income_sums.agent_id,
            income_sums.currency,
            income_sums.kind,
            income_sums.other,
            income_sums.credited,
            income_sums.debited,
            income_sums.first_journal,
            income_sums.last_journal
           FROM income_sums(( SELECT f.journal_id
                   FROM income_fold f), '9223372036854775807'::bigint) income_sums(day, agent_id, currency, kind, other, credited, debited, first_journal, last_journal)) both_parts
  GROUP BY day, agent_id, currency, kind, other;
