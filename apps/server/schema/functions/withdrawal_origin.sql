-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_withdrawal
-- What a withdrawal is and to whom it goes, as the row of the log that tells of the application keeps it: a sealed witness
-- against whoever alters it afterwards.
-- What holds it back is in it too: the marks by which its payee is found on the block lists, its account, and that its
-- applicant's guard had just been changed.

CREATE FUNCTION withdrawal_origin(w withdrawal)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT jsonb_build_object('subject', 'user:' || w.owner_id, 'currency', w.currency, 'amount_minor', w.amount::text,
    'fee_minor', w.fee::text,
    'payee', hashtextextended(w.type, hashtextextended(coalesce(w.account_name, ''), hashtextextended(coalesce(w.bank_code, ''),
      hashtextextended(coalesce(w.branch, ''), hashtextextended(w.account_hash, hashtextextended(coalesce(w.card_shown, ''),
      hashtextextended(coalesce(w.address, ''), hashtextextended(coalesce(w.network, ''), 0))))))))::text,
    'asked', hashtextextended(w.target_currency || ' ' || w.fee_mode || ' ' || coalesce((extract(epoch FROM w.rate_until) * 1000000)::bigint, 0),
      hashint8extended(w.hold, hashint8extended(w.target_amount, hashint8extended(w.agent_share, hashint8extended(coalesce(w.rate, 0),
      hashint8extended(w.agent_id, hashint8extended(w.made_by, 0)))))))::text,
    'prints', hashtextextended(coalesce(w.name_mark, '') || ' ' || coalesce(w.card_mark, '') || ' ' || w.is_cooling,
      hashint8extended(w.account_id, 0))::text)
$function$
;
