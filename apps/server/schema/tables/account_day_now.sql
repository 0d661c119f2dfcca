-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day
-- Exact to the commit: what is folded, and what came since.

CREATE VIEW account_day_now AS
 SELECT account_id,
    day,
    event,
    sum(change) AS change,
    min(first_journal) AS first_journal,
    max(last_journal) AS last_journal
   FROM ( SELECT account_day.account_id,
            account_day.day,
            account_day.event,
            account_day.change,
            account_day.first_journal,
            account_day.last_journal
           FROM account_day
        UNION ALL
         SELECT account_sums.account_id,
            account_sums.day,
            account_sums.event,
            account_sums.change,
            account_sums.first_journal,
            account_sums.last_journal
           FROM account_sums(( SELECT f.journal_id
                   FROM account_fold f), '9223372036854775807'::bigint) account_sums(account_id, day, event, change, first_journal, last_journal)) both_parts
  GROUP BY account_id, day, event;
