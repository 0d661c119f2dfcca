-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125140000_account_day

CREATE VIEW clearing_day_now AS
 SELECT channel_account_id,
    kind,
    day,
    sum(change) AS change
   FROM ( SELECT clearing_day.channel_account_id,
            clearing_day.kind,
            clearing_day.day,
            clearing_day.change
           FROM clearing_day
        UNION ALL
         SELECT clearing_sums.channel_account_id,
            clearing_sums.kind,
            clearing_sums.day,
            clearing_sums.change
           FROM clearing_sums(( SELECT f.journal_id
                   FROM account_fold f), '9223372036854775807'::bigint) clearing_sums(channel_account_id, kind, day, change)) both_parts
  GROUP BY channel_account_id, kind, day;
