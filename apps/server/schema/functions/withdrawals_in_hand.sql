-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124210000_withdrawal_slip
-- How many withdrawals a person has in hand that wait for nobody else.

CREATE FUNCTION withdrawals_in_hand(person bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT count(*) FROM withdrawal w
  WHERE w.status = 'processing' AND w.operator_id = person
    AND NOT EXISTS (SELECT FROM approval a
      WHERE a.subject_kind = 'withdrawal' AND a.subject_id = w.id::text AND a.state = 'waiting')
$function$
;
