-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261206120000_wired_is_booked
-- What stands against paying one to its owner, null where nothing does.

CREATE FUNCTION withdrawal_stands_against(w withdrawal)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE
    WHEN NOT EXISTS (SELECT FROM app_user u JOIN app_user g ON g.id = w.agent_id AND g.status = 'active'
        WHERE u.id = w.owner_id AND u.status = 'active') THEN 'merchantDisabled'
    WHEN EXISTS (SELECT FROM withdraw_account x WHERE x.owner_id = w.owner_id AND x.account_hash = w.account_hash AND x.refused)
      THEN 'withdrawalAccountUnverified'
    WHEN EXISTS (SELECT FROM block_entry e WHERE (e.agent_id IS NULL OR e.agent_id = w.agent_id)
        AND ((e.kind = 'name' AND e.value = w.name_mark) OR (e.kind = 'card' AND e.value = w.card_mark))) THEN 'blockedPayee'
    WHEN EXISTS (SELECT FROM account x JOIN balance b ON b.account_id = x.id
        WHERE x.owner_id = w.owner_id AND x.kind = 'A130' AND x.currency = w.currency AND x.book = 'main' AND b.balance < 0)
      THEN 'receivableOutstanding'
  END
$function$
;
