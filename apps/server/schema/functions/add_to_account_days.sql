-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261203000000_first_journal_is_folded
-- Adds the journals above one and up to another to the sums by day.

CREATE FUNCTION add_to_account_days(above bigint, upto bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO account_day AS d (account_id, day, event, change, first_journal, last_journal)
  SELECT * FROM account_sums(above, upto)
  ON CONFLICT (account_id, day, event) DO UPDATE
    SET change = d.change + EXCLUDED.change, first_journal = least(d.first_journal, EXCLUDED.first_journal),
        last_journal = greatest(d.last_journal, EXCLUDED.last_journal);
  INSERT INTO merchant_day AS d (customer_id, day, currency, event, count, amount, fee)
  SELECT * FROM merchant_sums(above, upto)
  ON CONFLICT (customer_id, day, currency, event) DO UPDATE
    SET count = d.count + EXCLUDED.count, amount = d.amount + EXCLUDED.amount, fee = d.fee + EXCLUDED.fee;
  INSERT INTO clearing_day AS d
  SELECT * FROM clearing_sums(above, upto)
  ON CONFLICT (channel_account_id, kind, day) DO UPDATE SET change = d.change + EXCLUDED.change;
$function$
;
